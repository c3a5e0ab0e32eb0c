import type { Pair } from './pair';

type Forward = (lon: number, lat: number, out: Pair) => Pair;

const MAX_STEPS = 12;
const ENOUGH = 1e-10;

/**
 * Finds the point that `forward` moves to (lon, lat), to 1e-10 degrees.
 * The shifts of both Chinese datums contract, so a fixed point always ends; the number of steps is bounded all the
 * same, because the loop without a bound that other libraries use hangs at the edge of their box.
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
