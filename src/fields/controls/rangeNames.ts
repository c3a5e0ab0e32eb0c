/** The filters of a field that is narrowed to a range, as the wire calls them. */
export const rangeNames = (name: string) => ({ from: `${name}_from`, to: `${name}_to` }) as const;

/** "2 – 5", "≥ 2", "≤ 5" or nothing. */
export const rangeText = (from: string | undefined, to: string | undefined): string => {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `≥ ${from}`;
  return to === undefined ? '' : `≤ ${to}`;
};
