/** Points as x0, y0, x1, y1, …: a coast has 30,000 of them. */
export type FlatRing = readonly number[];

type Axis = 0 | 1;

/** Keeps the part of a ring where the coordinate, times the sign, is at most the limit. */
const clipEdge = (ring: FlatRing, axis: Axis, sign: 1 | -1, limit: number): number[] => {
  const kept: number[] = [];
  const count = ring.length;
  if (count === 0) return kept;
  let fromX = ring[count - 2] as number;
  let fromY = ring[count - 1] as number;
  let fromBeyond = sign * (axis === 0 ? fromX : fromY) - limit;
  for (let i = 0; i < count; i += 2) {
    const x = ring[i] as number;
    const y = ring[i + 1] as number;
    const beyond = sign * (axis === 0 ? x : y) - limit;
    if (beyond > 0 !== fromBeyond > 0) {
      const share = fromBeyond / (fromBeyond - beyond);
      kept.push(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
    }
    if (beyond <= 0) kept.push(x, y);
    fromX = x;
    fromY = y;
    fromBeyond = beyond;
  }
  return kept;
};

/**
 * The part of a ring inside the square from `min` to `max` (Sutherland and Hodgman). Canvas draws in single precision
 * and would tear a coast that reaches a million pixels beyond its tile.
 */
export const clipRing = (ring: FlatRing, min: number, max: number): FlatRing => {
  const across = clipEdge(clipEdge(ring, 0, -1, -min), 0, 1, max);
  return clipEdge(clipEdge(across, 1, -1, -min), 1, 1, max);
};
