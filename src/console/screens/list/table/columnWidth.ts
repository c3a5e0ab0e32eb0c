/** The variable of the table's style that holds a column's width. */
const variable = (column: number) => `--column-${column}`;

/** Cells of a column with a width of its own; the others are as wide as what they hold. @param column from 0 */
export const cellStyle = (column: number, sized: boolean): React.CSSProperties | undefined => {
  if (!sized) return undefined;
  const width = `var(${variable(column)})`;
  return { width, minWidth: width, maxWidth: width, overflow: 'hidden', textOverflow: 'ellipsis' };
};

/** The table's variables for columns that have widths, px, in the order of the columns. */
export const widthVariables = (widths: readonly (number | undefined)[]): React.CSSProperties =>
  Object.fromEntries(
    widths.flatMap((width, i) => (width === undefined ? [] : [[variable(i), `${width}px`]])),
  );

/** Widens a column at once, without drawing its cells again. */
export const previewWidth = (table: HTMLElement, column: number, width: number): void =>
  table.style.setProperty(variable(column), `${width}px`);
