import { distance, type LatLon } from '../../../domain/geo/geometry';
import type { ResolvedProvider } from '../base/providers';

/** One degree of latitude in metres, by the same sphere as `distance`. */
const DEGREE = distance({ lat: 0, lon: 0 }, { lat: 1, lon: 0 });

/** Beyond this latitude a circle's eastern edge is no longer east of its centre, degrees. */
const MAX_LATITUDE = 85;

/** The place due east of a centre at so many metres: where the handle of a circle's edge is. */
export const eastOf = ({ lat, lon }: LatLon, metres: number): LatLon => {
  const shrink = Math.cos((Math.min(Math.abs(lat), MAX_LATITUDE) / 180) * Math.PI);
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

/** Ends of the slider, metres; a typed radius may lie beyond them. */
const MIN_RADIUS = 50;
const MAX_RADIUS = 100_000;

/** One press of a key on the slider: less would be rounded away, and the key would do nothing. */
export const RADIUS_STEP = 0.02;

/** Two figures: nobody means 1,037 m by a slider. */
const rounded = (metres: number) => Number(metres.toPrecision(2));

/** Where a radius stands on the slider, 0 to 1; each step is as much larger as the one before. */
export const positionOf = (metres: number): number => {
  const within = Math.min(MAX_RADIUS, Math.max(MIN_RADIUS, metres));
  return Math.log(within / MIN_RADIUS) / Math.log(MAX_RADIUS / MIN_RADIUS);
};

/** The radius at a position of the slider, metres. */
export const radiusAt = (position: number): number =>
  rounded(MIN_RADIUS * (MAX_RADIUS / MIN_RADIUS) ** position);

const MILLION = 1e6;
const roundDegrees = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** A place of the map as it is stored: 10 cm is fine enough, and the longitude is of this turn of the world. */
export const roundedPlace = ({ lat, lon }: LatLon): LatLon => {
  const wrapped = ((((lon + 180) % 360) + 360) % 360) - 180;
  return { lat: roundDegrees(Math.max(-90, Math.min(90, lat))), lon: roundDegrees(wrapped) };
};

/** Streets where there are some; the embedded map has coasts and towns only, and is empty from nearer. */
export const closeZoom = ({ tiles }: Pick<ResolvedProvider, 'tiles'>): number => (tiles ? 13 : 6);
