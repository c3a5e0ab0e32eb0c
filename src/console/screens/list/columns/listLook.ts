/** How close rows stand. */
export const densities = ['compact', 'normal', 'roomy'] as const;
export type RowDensity = (typeof densities)[number];

/** What an operator has made of a list's looks. */
export interface ListLook {
  /** The columns chosen, in order; null for the declared ones. */
  readonly columns: readonly string[] | null;
  /** By column, px; the others are as wide as what they hold. */
  readonly widths: Readonly<Record<string, number>>;
  readonly density: RowDensity;
  /** Whether the chart over the rows is folded away. */
  readonly chartFolded: boolean;
}

export const DEFAULT_LOOK: ListLook = {
  columns: null,
  widths: {},
  density: 'normal',
  chartFolded: false,
};

/** Narrower shows nothing, wider leaves room for nothing else; px. */
export const NARROWEST = 56;
export const WIDEST = 640;

/** A width that a column can have, whole px. */
export const fittingWidth = (wished: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, wished)));

/** Sets a column's width; undefined lets it be as wide as what it holds. */
export const widthSet = (
  widths: ListLook['widths'],
  column: string,
  wished: number | undefined,
): ListLook['widths'] => {
  const { [column]: _, ...others } = widths;
  return wished === undefined ? others : { ...others, [column]: fittingWidth(wished) };
};

/** px over and under a cell's text, from those of the console's size. */
export const cellPadding = (density: RowDensity, size: number): number =>
  density === 'compact' ? Math.max(0, size - 4) : density === 'roomy' ? size + 5 : size;
