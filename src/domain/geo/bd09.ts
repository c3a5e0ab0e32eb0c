import {
  chinaBox,
  fillMask,
  gcjToWgs,
  invertShift,
  type Mask,
  type Pair,
  shiftToGcj,
} from './gcj02';

const { sin, cos, sqrt, atan, atan2, exp, PI } = Math;

const DEGREE = PI / 180;

const WAVE = (PI * 3000) / 180;

/** Converts GCJ-02 to BD-09, degrees. */
export const gcjToBd = (lon: number, lat: number, out: Pair): Pair => {
  const radius = sqrt(lon * lon + lat * lat) + 2e-5 * sin(lat * WAVE);
  const angle = atan2(lat, lon) + 3e-6 * cos(lon * WAVE);
  return fillMask(out, radius * cos(angle) + 0.0065, radius * sin(angle) + 0.006);
};

/** Converts BD-09 to GCJ-02, degrees. */
export const bdToGcj = (lon: number, lat: number, out: Pair): Pair =>
  invertShift(gcjToBd, lon, lat, out);

/**
 * Converts WGS-84 to BD-09, degrees. Outside `mask` the result is WGS-84: Baidu's documents say so of places abroad.
 */
export const wgsToBd = (lon: number, lat: number, out: Pair, mask: Mask): Pair => {
  if (!mask(lon, lat)) return fillMask(out, lon, lat);
  shiftToGcj(lon, lat, out);
  return gcjToBd(out[0], out[1], out);
};

/** Converts BD-09 to WGS-84, degrees; the inverse of `wgsToBd` with the same mask. */
export const bdToWgs = (lon: number, lat: number, out: Pair, mask: Mask): Pair => {
  if (!chinaBox(lon, lat)) return fillMask(out, lon, lat);
  bdToGcj(lon, lat, out);
  gcjToWgs(out[0], out[1], out);
  return mask(out[0], out[1]) ? out : fillMask(out, lon, lat);
};

/** Polynomials of one band of latitude, in the magnitudes of both coordinates. */
const band = (
  from: number,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  y2: number,
  y3: number,
  y4: number,
  y5: number,
  y6: number,
  unit: number,
) => ({
  /** Lower limit of the band, degrees. */
  from,
  across: (x: number) => x0 + x1 * x,
  up: (y: number) => {
    const c = y / unit;
    return y0 + c * (y1 + c * (y2 + c * (y3 + c * (y4 + c * (y5 + c * y6)))));
  },
});

// Bands from the pole to the equator. The coefficients are those of Baidu's map script, which all converters quote.
// biome-ignore format: a band reads as a row
const BANDS = [
  band(75, -0.0015702102444, 111320.7020616939, 1704480524535203, -10338987376042340, 26112667856603880, -35149669176653700, 26595700718403920, -10725012454188240, 1800819912950474, 82.5),
  band(60, 0.0008277824516172526, 111320.7020463578, 647795574.6671607, -4082003173.641316, 10774905663.51142, -15171875531.51559, 12053065338.62167, -5124939663.577472, 913311935.9512032, 67.5),
  band(45, 0.00337398766765, 111320.7020202162, 4481351.045890365, -23393751.19931662, 79682215.47186455, -115964993.2797253, 97236711.15602145, -43661946.33752821, 8477230.501135234, 52.5),
  band(30, 0.00220636496208, 111320.7020209128, 51751.86112841131, 3796837.749470245, 992013.7397791013, -1221952.21711287, 1340652.697009075, -620943.6990984312, 144416.9293806241, 37.5),
  band(15, -0.0003441963504368392, 111320.7020576856, 278.2353980772752, 2485758.690035394, 6070.750963243378, 54821.18345352118, 9540.606633304236, -2710.55326746645, 1405.483844121726, 22.5),
  band(0, -0.0003218135878613132, 111320.7020701615, 0.00369383431289, 823725.6402795718, 0.46104986909093, 2351.343141331292, 1.58060784298199, 8.77738589078284, 0.37238884252424, 7.45),
];

/** Beyond this latitude Baidu's polynomials are not monotonic, so they have no inverse. */
export const BD_MAX_LAT = 74;

const METRES_PER_DEGREE = 111320.702;

/** Six are enough at any latitude. */
const MAX_STEPS = 10;

const clampLat = (lat: number): number => Math.max(-BD_MAX_LAT, Math.min(BD_MAX_LAT, lat));

const withSign = (magnitude: number, like: number): number => (like < 0 ? -magnitude : magnitude);

/** Converts BD-09 degrees to BD09MC, Baidu's own projection, metres. Latitudes are clamped to ±74. */
export const bdToMc = (lon: number, lat: number, out: Pair): Pair => {
  const y = clampLat(lat);
  const high = Math.abs(y);
  const match = BANDS.find(({ from }) => high >= from);
  if (!match) return fillMask(out, Number.NaN, Number.NaN);
  return fillMask(out, withSign(match.across(Math.abs(lon)), lon), withSign(match.up(high), y));
};

/** Converts BD09MC metres to BD-09 degrees: Newton steps from the sphere, until less than a micrometre is missing. */
export const mcToBd = (x: number, y: number, out: Pair): Pair => {
  let lon = x / METRES_PER_DEGREE;
  let lat = clampLat((2 * atan(exp((y / METRES_PER_DEGREE) * DEGREE)) - PI / 2) / DEGREE);
  for (let step = 0; step < MAX_STEPS; step++) {
    bdToMc(lon, lat, out);
    const errorX = out[0] - x;
    const errorY = out[1] - y;
    if (Math.abs(errorX) < 1e-6 && Math.abs(errorY) < 1e-6) break;
    lon -= errorX / METRES_PER_DEGREE;
    lat = clampLat(lat - (errorY * cos(lat * DEGREE)) / METRES_PER_DEGREE);
  }
  return fillMask(out, lon, lat);
};
