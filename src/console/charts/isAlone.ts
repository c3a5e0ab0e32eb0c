/** Whether a value has no neighbour to be joined with by a line, and so needs a mark to be seen. */
export const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  values[index] !== null &&
  (values[index - 1] ?? null) === null &&
  (values[index + 1] ?? null) === null;
