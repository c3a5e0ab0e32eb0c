import type { AnyEntity, AnyField } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { CallError, invalid, type SignedInCall, text, type Values } from '../../calls';
import { openWorkbook, type SheetColumn } from '../../spreadsheet';
import type { EntityTable } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import { fieldsIn } from '../fieldsOf';
import { selectionOf } from '../listQuery';
import { reachOf } from '../scopeOf';
import { temporaryFile } from '../temporaryFile';
import { verbCall } from '../verbCall';
import { cellOf } from './cellOf';
import { exportName } from './exportName';

/** Rows of one file at the most; a sheet holds a million, but nobody reads them. */
export const MOST_EXPORTED = 200_000;
/** Rows read at a time. */
const BATCH = 1_000;

type Column = [string, AnyField];

const columnsOf = (entity: AnyEntity, wanted: unknown): Column[] => {
  const all = fieldsIn(entity, 'export');
  if (wanted === undefined || wanted === null) return all;
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  const columns = names.map((name) => all.find(([candidate]) => candidate === name));
  const known = columns.filter((column) => column !== undefined);
  if (known.length !== columns.length || known.length === 0) {
    throw invalid({ columns: text('noColumn') });
  }
  return known;
};

const headersOf = (columns: readonly Column[], locale: Locale): SheetColumn[] =>
  columns.map(([, { label }]) => ({ header: textOf(label, locale), width: 20 }));

/** Answers the rows that a list would show, all of them, as a spreadsheet. */
export const exportCall = (
  entity: AnyEntity,
  table: EntityTable,
  room: EntityRoom,
): SignedInCall => {
  const { config, now } = room;
  return verbCall(entity, 'export', config, async ({ body, locale, signal }, caller) => {
    const { columns: wanted, ...filters } = body as Values & { readonly columns?: unknown };
    const columns = columnsOf(entity, wanted);
    const selection = selectionOf(entity, config.wire, filters);
    const label = textOf(entity.label, locale);
    return temporaryFile(exportName(label, now()), async (path) => {
      const book = await openWorkbook(path);
      let count = 0;
      try {
        await book.sheet(label, headersOf(columns, locale));
        await table.each(selection, reachOf(entity, room, caller), BATCH, async (rows) => {
          signal.throwIfAborted();
          count += rows.length;
          if (count > MOST_EXPORTED) {
            throw new CallError('invalid', text('tooManyRows', { max: MOST_EXPORTED }));
          }
          await book.rows(
            rows.map((row) => columns.map(([name, field]) => cellOf(row, name, field, locale))),
          );
        });
      } finally {
        await book.close();
      }
    });
  });
};
