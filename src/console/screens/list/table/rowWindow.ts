/** A row that is drawn, and the px left empty in front of it for rows that are not. */
export interface DrawnRow {
  readonly index: number;
  readonly gap: number;
}

interface Item {
  readonly index: number;
  /** px from the first row's upper edge. */
  readonly start: number;
  readonly end: number;
}

/** The rows that are drawn and what stands for the others. @param whole the height of all rows, px */
export const drawnRows = (
  items: readonly Item[],
  whole: number,
): { rows: DrawnRow[]; after: number } => {
  const rows = items.map(({ index, start }, i) => ({
    index,
    gap: start - (items[i - 1]?.end ?? 0),
  }));
  return { rows, after: whole - (items.at(-1)?.end ?? 0) };
};

/** Indexes to draw: those in view and one that has the keyboard, in order. */
export const withReached = (inView: readonly number[], reached: number): number[] =>
  reached < 0 || inView.includes(reached)
    ? [...inView]
    : [...inView, reached].sort((a, b) => a - b);
