import { distance, type LatLon } from '../../../domain/geo/geometry';

/** One degree of latitude in metres, by the same sphere as `distance`. */
const DEGREE = distance({ lat: 0, lon: 0 }, { lat: 1, lon: 0 });

/** Nearer to a pole a circle's eastern edge is no longer east of its centre. */
const MOST_NORTH = 85;

/** The place due east of a centre at so many metres: where the handle of a circle's edge is. */
export const eastOf = ({ lat, lon }: LatLon, metres: number): LatLon => {
  const shrink = Math.cos((Math.min(Math.abs(lat), MOST_NORTH) / 180) * Math.PI);
  return { lat, lon: lon + Math.min(180, metres / (DEGREE * shrink)) };
};

/** A circle's south-west and north-east corners, for a map that is to show all of it. */
export const cornersOf = (centre: LatLon, metres: number): readonly [LatLon, LatLon] => {
  const { lon: east } = eastOf(centre, metres);
  const high = metres / DEGREE;
  return [
    { lat: Math.max(-90, centre.lat - high), lon: 2 * centre.lon - east },
    { lat: Math.min(90, centre.lat + high), lon: east },
  ];
};

/** The radius to which a handle was dragged: whole metres, at least one. */
export const radiusTo = (centre: LatLon, handle: LatLon): number =>
  Math.max(1, Math.round(distance(centre, handle)));
