/**
 * Two numbers the caller owns and a function fills: [longitude, latitude] in degrees, or [x, y] in metres.
 * Converting a fleet of 100,000 must not allocate 100,000 points.
 */
export type Pair = [number, number];

/** Writes a pair and returns it. */
export const fill = (out: Pair, a: number, b: number): Pair => {
  out[0] = a;
  out[1] = b;
  return out;
};
