import {
  chinaBox,
  fillMask,
  gcjToWgs,
  invertShift,
  type Mask,
  type Pair,
  shiftToGcj,
} from './gcj02';

const { sin, cos, sqrt, atan2, PI } = Math;

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
  /** Lower limit of the band, in the unit of the input ordinate. */
  from,
  across: (x: number) => x0 + x1 * x,
  up: (y: number) => {
    const c = y / unit;
    return y0 + c * (y1 + c * (y2 + c * (y3 + c * (y4 + c * (y5 + c * y6)))));
  },
});

type Bands = readonly ReturnType<typeof band>[];

// Bands from the pole to the equator. The coefficients are those of Baidu's map script, which all converters quote.
// biome-ignore format: a band reads as a row
const TO_PLANE: Bands = [
  band(75, -0.0015702102444, 111320.7020616939, 1704480524535203, -10338987376042340, 26112667856603880, -35149669176653700, 26595700718403920, -10725012454188240, 1800819912950474, 82.5),
  band(60, 0.0008277824516172526, 111320.7020463578, 647795574.6671607, -4082003173.641316, 10774905663.51142, -15171875531.51559, 12053065338.62167, -5124939663.577472, 913311935.9512032, 67.5),
  band(45, 0.00337398766765, 111320.7020202162, 4481351.045890365, -23393751.19931662, 79682215.47186455, -115964993.2797253, 97236711.15602145, -43661946.33752821, 8477230.501135234, 52.5),
  band(30, 0.00220636496208, 111320.7020209128, 51751.86112841131, 3796837.749470245, 992013.7397791013, -1221952.21711287, 1340652.697009075, -620943.6990984312, 144416.9293806241, 37.5),
  band(15, -0.0003441963504368392, 111320.7020576856, 278.2353980772752, 2485758.690035394, 6070.750963243378, 54821.18345352118, 9540.606633304236, -2710.55326746645, 1405.483844121726, 22.5),
  band(0, -0.0003218135878613132, 111320.7020701615, 0.00369383431289, 823725.6402795718, 0.46104986909093, 2351.343141331292, 1.58060784298199, 8.77738589078284, 0.37238884252424, 7.45),
];

// biome-ignore format: a band reads as a row
const TO_DEGREES: Bands = [
  band(12890594.86, 1.410526172116255e-8, 0.00000898305509648872, -1.9939833816331, 200.9824383106796, -187.2403703815547, 91.6087516669843, -23.38765649603339, 2.57121317296198, -0.03801003308653, 17337981.2),
  band(8362377.87, -7.435856389565537e-9, 0.000008983055097726239, -0.78625201886289, 96.32687599759846, -1.85204757529826, -59.36935905485877, 47.40033549296737, -16.50741931063887, 2.28786674699375, 10260144.86),
  band(5591021, -3.030883460898826e-8, 0.00000898305509983578, 0.30071316287616, 59.74293618442277, 7.357984074871, -25.38371002664745, 13.45380521110908, -3.29883767235584, 0.32710905363475, 6856817.37),
  band(3481989.83, -1.981981304930552e-8, 0.000008983055099779535, 0.03278182852591, 40.31678527705744, 0.65659298677277, -4.44255534477492, 0.85341911805263, 0.12923347998204, -0.04625736007561, 4482777.06),
  band(1678043.12, 3.09191371068437e-9, 0.000008983055096812155, 0.00006995724062, 23.10934304144901, -0.00023663490511, -0.6321817810242, -0.00663494467273, 0.03430082397953, -0.00466043876332, 2555164.4),
  band(0, 2.890871144776878e-9, 0.000008983055095805407, -3.068298e-8, 7.47137025468032, -0.00000353937994, -0.02145144861037, -0.00001234426596, 0.00010322952773, -0.00000323890364, 826088.5),
];

/** Beyond this latitude Baidu's polynomials are not monotonic, so they have no inverse. */
export const BD_MAX_LAT = 74;

const METRES_PER_DEGREE = 111320.702;

const clampLat = (lat: number): number => Math.max(-BD_MAX_LAT, Math.min(BD_MAX_LAT, lat));

const withSign = (magnitude: number, like: number): number => (like < 0 ? -magnitude : magnitude);

const apply = (bands: Bands, x: number, y: number, out: Pair): Pair => {
  const high = Math.abs(y);
  const match = bands.find(({ from }) => high >= from);
  if (!match) return fillMask(out, Number.NaN, Number.NaN);
  return fillMask(out, withSign(match.across(Math.abs(x)), x), withSign(match.up(high), y));
};

/** Converts BD-09 degrees to BD09MC, Baidu's own projection, metres. Latitudes are clamped to ±74. */
export const bdToMc = (lon: number, lat: number, out: Pair): Pair =>
  apply(TO_PLANE, lon, clampLat(lat), out);

/**
 * Converts BD09MC metres to BD-09 degrees.
 * Baidu's two polynomials differ by up to 0.2 m. Newton steps against the forward one make the inverse exact.
 */
export const mcToBd = (x: number, y: number, out: Pair): Pair => {
  apply(TO_DEGREES, x, y, out);
  let lon = out[0];
  let lat = clampLat(out[1]);
  for (let step = 0; step < 3; step++) {
    bdToMc(lon, lat, out);
    const errorX = out[0] - x;
    const errorY = out[1] - y;
    if (Math.abs(errorX) < 1e-6 && Math.abs(errorY) < 1e-6) break;
    lon -= errorX / METRES_PER_DEGREE;
    lat = clampLat(lat - (errorY * Math.cos((lat * Math.PI) / 180)) / METRES_PER_DEGREE);
  }
  return fillMask(out, lon, lat);
};
