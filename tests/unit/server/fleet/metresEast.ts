import type { LatLon } from '../../../../src/domain/geo/geometry';

const DEGREE = 111_195;

/** The place so many metres east of 0, 0 on the equator. */
export const metresEast = (metres: number): LatLon => ({ lat: 0, lon: metres / DEGREE });
