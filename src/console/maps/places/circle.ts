import { distance, type LatLon } from '../../../domain/geo/geometry';

/** One degree of latitude in metres, on the same sphere as `distance`. */
const DEGREE = distance({ lat: 0, lon: 0 }, { lat: 1, lon: 0 });

/** Latitude beyond which a circle's eastern edge is no longer east of its centre, degrees. */
const MAX_LATITUDE = 85;

/** Returns the place due east of a centre at a distance in metres, for the handle on a circle's edge. */
export const eastOf = ({ lat, lon }: LatLon, metres: number): LatLon => {
  const shrink = Math.cos((Math.min(Math.abs(lat), MAX_LATITUDE) / 180) * Math.PI);
  return { lat, lon: lon + Math.min(180, metres / (DEGREE * shrink)) };
};

/** Returns a circle's south-west and north-east corners. */
export const cornersOf = (centre: LatLon, metres: number): readonly [LatLon, LatLon] => {
  const { lon: east } = eastOf(centre, metres);
  const high = metres / DEGREE;
  return [
    { lat: Math.max(-90, centre.lat - high), lon: 2 * centre.lon - east },
    { lat: Math.min(90, centre.lat + high), lon: east },
  ];
};

/** Returns the radius for a dragged handle: whole metres, at least 1. */
export const radiusTo = (centre: LatLon, handle: LatLon): number =>
  Math.max(1, Math.round(distance(centre, handle)));

/** Range of the slider, metres; a typed radius may lie outside. */
const MIN_RADIUS = 50;
const MAX_RADIUS = 100_000;

/** Step of the slider per key press: a smaller one would be rounded away. */
export const RADIUS_STEP = 0.02;

/** Rounds to two significant digits: a slider is not more precise. */
const rounded = (metres: number) => Number(metres.toPrecision(2));

/** Returns the slider position of a radius, 0 to 1, on a logarithmic scale. */
export const positionOf = (metres: number): number => {
  const within = Math.min(MAX_RADIUS, Math.max(MIN_RADIUS, metres));
  return Math.log(within / MIN_RADIUS) / Math.log(MAX_RADIUS / MIN_RADIUS);
};

/** Returns the radius at a slider position, metres. */
export const radiusAt = (position: number): number =>
  rounded(MIN_RADIUS * (MAX_RADIUS / MIN_RADIUS) ** position);

const MILLION = 1e6;
const roundDegrees = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** Rounds a place for storage: to about 10 cm, with the longitude wrapped to -180 to 180. */
export const roundedPlace = ({ lat, lon }: LatLon): LatLon => {
  const wrapped = ((((lon + 180) % 360) + 360) % 360) - 180;
  return { lat: roundDegrees(Math.max(-90, Math.min(90, lat))), lon: roundDegrees(wrapped) };
};
