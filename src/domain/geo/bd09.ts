import { chinaBox, gcjToWgs, type Mask, shiftToGcj } from './gcj02';
import { invertShift } from './invertShift';
import { fill, type Pair } from './pair';

const { sin, cos, sqrt, atan2, PI } = Math;

const WAVE = (PI * 3000) / 180;

/** GCJ-02 to BD-09, degrees. */
export const gcjToBd = (lon: number, lat: number, out: Pair): Pair => {
  const radius = sqrt(lon * lon + lat * lat) + 2e-5 * sin(lat * WAVE);
  const angle = atan2(lat, lon) + 3e-6 * cos(lon * WAVE);
  return fill(out, radius * cos(angle) + 0.0065, radius * sin(angle) + 0.006);
};

/** BD-09 to GCJ-02, degrees. */
export const bdToGcj = (lon: number, lat: number, out: Pair): Pair =>
  invertShift(gcjToBd, lon, lat, out);

/** WGS-84 to BD-09, degrees. Baidu's documents: plain WGS-84 abroad, which is outside `mask`. */
export const wgsToBd = (lon: number, lat: number, out: Pair, mask: Mask): Pair => {
  if (!mask(lon, lat)) return fill(out, lon, lat);
  shiftToGcj(lon, lat, out);
  return gcjToBd(out[0], out[1], out);
};

/** BD-09 to WGS-84, degrees; the inverse of `wgsToBd` with the same mask. */
export const bdToWgs = (lon: number, lat: number, out: Pair, mask: Mask): Pair => {
  if (!chinaBox(lon, lat)) return fill(out, lon, lat);
  bdToGcj(lon, lat, out);
  gcjToWgs(out[0], out[1], out);
  return mask(out[0], out[1]) ? out : fill(out, lon, lat);
};
