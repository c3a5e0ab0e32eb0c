import type { LatLon } from '../../../domain/geo/geometry';

/** Kilometres of one degree of latitude. */
const DEGREE_KM = 111.195;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * The place so many kilometres from another. Flat: good to metres over the few kilometres used here.
 * @param course degrees from north, clockwise
 */
export const moved = ({ lat, lon }: LatLon, course: number, km: number): LatLon => ({
  lat: lat + (km * Math.cos(radians(course))) / DEGREE_KM,
  lon: lon + (km * Math.sin(radians(course))) / (DEGREE_KM * Math.cos(radians(lat))),
});
