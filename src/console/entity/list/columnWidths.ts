import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Field } from '../../../config';
import type { ListAppearance } from './columns';

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly field: Field;
  /** Its values lead to the detail. */
  readonly lead: boolean;
}

interface Measured {
  /** Which columns were measured. */
  readonly of: string;
  readonly widths: ListAppearance['widths'];
}

const NONE: ListAppearance['widths'] = {};

/**
 * The widths that columns have with the first rows, px. Where only the rows in view are drawn, columns keep them: a
 * longer value that comes into view would push the others about.
 * @param enabled false where columns may follow what they hold
 */
export const useMeasuredWidths = (
  table: RefObject<HTMLTableElement | null>,
  columns: readonly TableColumn[],
  enabled: boolean,
): ListAppearance['widths'] => {
  const [measured, setMeasured] = useState<Measured>({ of: '', widths: NONE });
  const of = columns.map(({ name }) => name).join();
  useLayoutEffect(() => {
    if (!enabled || measured.of === of) return;
    const cells = table.current?.querySelectorAll<HTMLElement>('tbody tr:has([data-cell])');
    const row = cells?.[0];
    if (!row) return;
    const widths = columns.map(({ name }, i) => {
      const cell = row.querySelector<HTMLElement>(`[data-cell="${i}"]`);
      return [name, cell?.offsetWidth ?? 0] as const;
    });
    setMeasured({ of, widths: Object.fromEntries(widths) });
  });
  return enabled && measured.of === of ? measured.widths : NONE;
};

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
