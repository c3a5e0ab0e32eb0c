import type { Label, Locale } from '../../../domain/label';
import type { ReadCell } from '../../spreadsheet';
import type { ImportColumn } from './importColumns';
import { readCell } from './readCell';
import type { SheetRow } from './SheetRow';
import type { TitleIndex } from './titleIndex';

/** How the cells are to be read. */
export interface Reading {
  readonly columns: readonly ImportColumn[];
  /** Of the columns that refer to other records, by name. */
  readonly titles?: ReadonlyMap<string, TitleIndex>;
  readonly locale: Locale;
}

const isEmpty = (cells: readonly ReadCell[]) => cells.every((cell) => cell === null || cell === '');

const understandRow = ({ columns, titles, locale }: Reading, cells: readonly ReadCell[]) => {
  const values: Record<string, unknown> = {};
  const wrong: Record<string, Label> = {};
  for (const { name, field, index } of columns) {
    const read = readCell(field, cells[index] ?? null, locale);
    const title = titles?.get(name);
    const understood = 'value' in read && title ? title(read.value) : read;
    if ('wrong' in understood) wrong[name] = understood.wrong;
    else if (understood.value !== null) values[name] = understood.value;
  }
  return { values, wrong };
};

/** The rows below the header as records hold them; empty rows are passed over. */
export const understandRows = (
  reading: Reading,
  rows: readonly (readonly ReadCell[])[],
): SheetRow[] =>
  rows.flatMap((cells, i) =>
    isEmpty(cells) ? [] : [{ row: i + 2, ...understandRow(reading, cells) }],
  );
