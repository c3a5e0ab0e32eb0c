/**
 * Output buffer owned by the caller: [longitude, latitude] in degrees, or [x, y] in metres. It avoids allocating
 * 100,000 points when a fleet is converted.
 */
export type Pair = [number, number];

/** Writes both numbers and returns the pair. */
export const fillMask = (out: Pair, a: number, b: number): Pair => {
  out[0] = a;
  out[1] = b;
  return out;
};

/** Tests a longitude and latitude (WGS-84 degrees); true where a map is shifted. */
export type Mask = (lon: number, lat: number) => boolean;

/** Bounding box in which the published algorithm is defined. It is far larger than China; no shift exists outside. */
export const chinaBox: Mask = (lon, lat) =>
  lon >= 72.004 && lon <= 137.8347 && lat >= 0.8293 && lat <= 55.8271;

const { sin, cos, sqrt, abs, PI } = Math;

/** Krasovsky 1940, the ellipsoid of the shift: semi-major axis in metres, and squared eccentricity. */
const SEMI_MAJOR = 6378245;
const ECCENTRICITY = 0.006693421622965823;

const swell = (t: number, a: number, b: number, c: number): number =>
  ((20 * sin(t * PI) + 40 * sin((t / 3) * PI)) * 2) / 3 +
  ((a * sin((t / 12) * PI) + b * sin((t * PI) / 30)) * 2) / 3 +
  c;

/** Applies the published shift anywhere, also outside China. */
export const shiftToGcj = (lon: number, lat: number, out: Pair): Pair => {
  const x = lon - 105;
  const y = lat - 35;
  const ripple = ((20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * 2) / 3;
  const root = sqrt(abs(x));
  const north =
    swell(y, 160, 320, ripple) - 100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root;
  const east =
    swell(x, 150, 300, ripple) + 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root;
  const radians = (lat / 180) * PI;
  const w = 1 - ECCENTRICITY * sin(radians) ** 2;
  const metresPerRadianEast = (SEMI_MAJOR / sqrt(w)) * cos(radians);
  const metresPerRadianNorth = (SEMI_MAJOR * (1 - ECCENTRICITY)) / (w * sqrt(w));
  return fillMask(
    out,
    lon + (east * 180) / (metresPerRadianEast * PI),
    lat + (north * 180) / (metresPerRadianNorth * PI),
  );
};

/** Converts WGS-84 to GCJ-02 ("Mars coordinates": Amap, Google in China), degrees. Unchanged outside `mask`. */
export const wgsToGcj = (lon: number, lat: number, out: Pair, mask: Mask = chinaBox): Pair =>
  mask(lon, lat) ? shiftToGcj(lon, lat, out) : fillMask(out, lon, lat);

/**
 * Converts GCJ-02 to WGS-84, degrees, exact to 1e-7 m for every point that `wgsToGcj` shifts.
 * The mask tests the result; testing the input would be wrong along the whole border.
 */
export const gcjToWgs = (lon: number, lat: number, out: Pair, mask: Mask = chinaBox): Pair => {
  if (!chinaBox(lon, lat)) return fillMask(out, lon, lat);
  invertShift(shiftToGcj, lon, lat, out);
  return mask(out[0], out[1]) ? out : fillMask(out, lon, lat);
};

type Forward = (lon: number, lat: number, out: Pair) => Pair;

const MAX_STEPS = 12;
const ENOUGH = 1e-10;

/**
 * Finds the point that `forward` moves to (lon, lat), to 1e-10 degrees.
 * The shifts of both Chinese datums are contractions, so the iteration converges. The number of steps is limited all
 * the same: the unlimited loop of other libraries hangs at the edge of their bounding box.
 */
export const invertShift = (forward: Forward, lon: number, lat: number, out: Pair): Pair => {
  let x = lon;
  let y = lat;
  for (let step = 0; step < MAX_STEPS; step++) {
    forward(x, y, out);
    const errorX = out[0] - lon;
    const errorY = out[1] - lat;
    x -= errorX;
    y -= errorY;
    if (Math.abs(errorX) < ENOUGH && Math.abs(errorY) < ENOUGH) break;
  }
  out[0] = x;
  out[1] = y;
  return out;
};
