import { type Locale, textOf } from '../../../domain/label';
import { withItems } from '../../dictionaries';
import { openWorkbook } from '../../spreadsheet';
import type { Database, EntityTable, Scope } from '../../store';
import { cellOf } from './cellOf';
import type { ExportPlan } from './exportPlan';

/** Rows read at a time. */
const BATCH = 1_000;

interface Writing {
  /** Where the items of dictionaries are. */
  readonly db: Database;
  readonly table: EntityTable;
  readonly scope: Scope;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  /** Is told how many rows there are with those that come next; what it throws ends the export. */
  readonly counted: (rows: number) => void | Promise<void>;
}

/**
 * Writes the rows that a list would show, all of them, as a spreadsheet.
 * @param path must not exist
 */
export const writeExport = async (
  path: string,
  { entity, columns, selection }: ExportPlan,
  { db, table, scope, locale, signal, counted }: Writing,
): Promise<void> => {
  const fields = await withItems(
    db,
    columns.map(([, field]) => field),
  );
  const cells = columns.map(([name, field], i) => [name, fields[i] ?? field] as const);
  const book = await openWorkbook(path);
  const headers = columns.map(([, { label }]) => ({ header: textOf(label, locale), width: 20 }));
  let count = 0;
  try {
    await book.sheet(textOf(entity.label, locale), headers);
    await table.each(selection, scope, BATCH, async (rows) => {
      signal.throwIfAborted();
      count += rows.length;
      await counted(count);
      await book.rows(
        rows.map((row) => cells.map(([name, field]) => cellOf(row, name, field, locale))),
      );
    });
  } finally {
    await book.close();
  }
};
