import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ListLook } from '../columns/listLook';
import type { Column } from './Column';

interface Measured {
  /** Which columns were measured. */
  readonly of: string;
  readonly widths: ListLook['widths'];
}

const NONE: ListLook['widths'] = {};

/**
 * The widths that columns have with the first rows, px. Where only the rows in view are drawn, columns keep them: a
 * longer value that comes into view would push the others about.
 * @param wanted false where columns may follow what they hold
 */
export const useMeasuredWidths = (
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column[],
  wanted: boolean,
): ListLook['widths'] => {
  const [measured, setMeasured] = useState<Measured>({ of: '', widths: NONE });
  const of = columns.map(({ name }) => name).join();
  useLayoutEffect(() => {
    if (!wanted || measured.of === of) return;
    const cells = table.current?.querySelectorAll<HTMLElement>('tbody tr:has([data-cell])');
    const row = cells?.[0];
    if (!row) return;
    const widths = columns.map(({ name }, i) => {
      const cell = row.querySelector<HTMLElement>(`[data-cell="${i}"]`);
      return [name, cell?.offsetWidth ?? 0] as const;
    });
    setMeasured({ of, widths: Object.fromEntries(widths) });
  });
  return wanted && measured.of === of ? measured.widths : NONE;
};
