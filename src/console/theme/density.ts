export const layoutSizes = ['default', 'medium', 'small', 'mini'] as const;
export type LayoutSize = (typeof layoutSizes)[number];

/** The measures of a layout size, px. */
export interface Density {
  /** The height of a button or an input. */
  control: number;
  /** Over and under the text of a table's cell. */
  cell: number;
  /** The text of a table. */
  tableText: number;
}

/** Heights are those operators know from Element UI; a cell's padding leaves room for the buttons in a row. */
export const densities: Readonly<Record<LayoutSize, Density>> = {
  default: { control: 40, cell: 9, tableText: 14 },
  medium: { control: 36, cell: 6, tableText: 14 },
  small: { control: 32, cell: 4, tableText: 12 },
  mini: { control: 28, cell: 2, tableText: 12 },
};
