import type { LatLon } from '../../../domain/geo/geometry';

const MILLION = 1e6;
const six = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** A place of the map as it is stored: 10 cm is fine enough, and the longitude is of this turn of the world. */
export const roundedPlace = ({ lat, lon }: LatLon): LatLon => {
  const wrapped = ((((lon + 180) % 360) + 360) % 360) - 180;
  return { lat: six(Math.max(-90, Math.min(90, lat))), lon: six(wrapped) };
};
