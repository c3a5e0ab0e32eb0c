import type { DrawnShape, Position } from '../../domain/geo/shape';
import { vertices } from '../../domain/geo/shape';

/** A degree of longitude is shorter the farther it is from the equator. */
const shrink = (places: readonly Position[]) => {
  const lats = places.map(([, lat = 0]) => lat);
  return Math.cos((((Math.min(...lats) + Math.max(...lats)) / 2) * Math.PI) / 180);
};

const margin = 0.12;

/**
 * The points of a shape in a square of `size`, y downward, as large as it fits with a margin around and as wide for
 * its height as it is on the ground.
 */
export const sketchPoints = (shape: DrawnShape, size: number): [number, number][] => {
  const places = vertices(shape);
  const squeeze = shrink(places);
  const xs = places.map(([lon = 0]) => lon * squeeze);
  const ys = places.map(([, lat = 0]) => -lat);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = (size * (1 - 2 * margin)) / (Math.max(width, height) || 1);
  const at = (value: number, start: number, length: number) =>
    size / 2 + (value - start - length / 2) * scale;
  return xs.map((x, i) => [at(x, left, width), at(ys[i] ?? 0, top, height)]);
};
