/** A part of a ring: where it begins and how long it is, in hundredths of the way round. */
export interface Arc {
  readonly start: number;
  readonly length: number;
}

/** A part that is there is never too small to be seen. */
const SMALLEST = 1.2;

/**
 * Shares of a whole as arcs one after the other, 100 in all; nothing gives no arc. What is enlarged to be seen is
 * taken from the others by their size.
 * @param gap empty space behind each arc, when there is more than one
 */
export const ringArcs = (values: readonly number[], gap: number): Arc[] => {
  const total = values.reduce((sum, value) => sum + value, 0);
  const parts = values.filter((value) => value > 0).length;
  if (total === 0) return values.map(() => ({ start: 0, length: 0 }));
  const space = parts > 1 ? gap : 0;
  const room = 100 - parts * (space + SMALLEST);
  let start = 0;
  return values.map((value) => {
    if (value <= 0) return { start, length: 0 };
    const arc = { start, length: SMALLEST + (room * value) / total };
    start += arc.length + space;
    return arc;
  });
};
