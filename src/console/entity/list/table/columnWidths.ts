import { type RefObject, useLayoutEffect, useState } from 'react';
import type { NamedField } from '../../../app/record';
import type { ListAppearance } from '../state/columns';

export interface TableColumn extends NamedField {
  /** Its values link to the detail. */
  readonly lead: boolean;
}

const NONE: ListAppearance['widths'] = {};

/**
 * Returns the widths that the columns have with the first rows, px. A virtualised table keeps them, because a longer
 * value that scrolls into view would move the other columns.
 * @param enabled false if columns may follow their content
 */
export const useMeasuredWidths = (
  table: RefObject<HTMLTableElement | null>,
  columns: readonly TableColumn[],
  enabled: boolean,
): ListAppearance['widths'] => {
  const [measured, setMeasured] = useState({ of: '', widths: NONE });
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

/** Limit of a column that fits its content. */
export const MAX_WIDTH = '280px';

/** Returns the CSS variable with a column's width. */
const variable = (column: number) => `--column-${column}`;

/**
 * Returns the style of a cell; undefined if the column fits its content.
 * @param column from 0
 */
export const cellStyle = (column: number, sized: boolean): React.CSSProperties | undefined => {
  if (!sized) return undefined;
  const width = (unknown: string) => `var(${variable(column)}, ${unknown})`;
  return {
    ...{ width: width('auto'), minWidth: width('0'), maxWidth: width(MAX_WIDTH) },
    ...{ overflow: 'hidden', textOverflow: 'ellipsis' },
  };
};

/**
 * Returns the CSS variables of the columns with a width.
 * @param widths px, in the order of the columns
 */
export const widthVariables = (widths: readonly (number | undefined)[]): React.CSSProperties =>
  Object.fromEntries(
    widths.flatMap((width, i) => (width === undefined ? [] : [[variable(i), `${width}px`]])),
  );

/** Resizes a column during a drag by its CSS variable, without rendering its cells. */
export const previewWidth = (table: HTMLElement, column: number, width: number): void =>
  table.style.setProperty(variable(column), `${width}px`);
