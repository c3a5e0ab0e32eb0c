import type { AnyEntity } from '../../../config';
import { type Label, type Locale, textOf } from '../../../domain/label';
import { rule } from '../../../fields';
import { invalid, ruleLabel, type SignedInCall, text } from '../../calls';
import { type ReadCell, readRows, Unreadable } from '../../spreadsheet';
import type { EntityTable } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import { isRef } from '../fieldsOf';
import { scopeOf } from '../scopeOf';
import { verbCall } from '../verbCall';
import { type CheckedRow, checkAgainstStore, checkRows } from './checkRows';
import { importColumns } from './importColumns';
import { readCell } from './readCell';
import { templateFile } from './templateFile';
import { titleIndexes } from './titleIndex';

/** Rows of one import at the most. */
export const MOST_IMPORTED = 20_000;

type Rows = readonly (readonly ReadCell[])[];

const rowsOf = async ({ files }: EntityRoom, path: unknown): Promise<Rows> => {
  if (typeof path !== 'string') throw invalid({ path: ruleLabel(rule('required')) });
  const file = await files.find(path);
  if (!file) throw invalid({ path: text('noSuchFile') });
  try {
    return await readRows(file);
  } catch (error) {
    if (error instanceof Unreadable) throw invalid({ path: text('noSpreadsheet') });
    throw error;
  }
};

/** Whether nothing is to be added; what is neither yes nor no must not be taken for a no. */
const isDryRun = (dryRun: unknown): boolean => {
  if (dryRun === undefined || dryRun === null) return false;
  if (typeof dryRun === 'boolean') return dryRun;
  throw invalid({ dryRun: ruleLabel(rule('boolean')) });
};

const inLanguage = (wrong: Readonly<Record<string, Label>>, locale: Locale) =>
  Object.fromEntries(Object.entries(wrong).map(([name, label]) => [name, textOf(label, locale)]));

const isFine = ({ wrong }: CheckedRow) => Object.keys(wrong).length === 0;

/** Adds the rows of an uploaded spreadsheet, or only says what would become of them; or answers the empty one. */
export const importCall = (entity: AnyEntity, table: EntityTable, room: EntityRoom): SignedInCall =>
  verbCall(entity, 'import', room.config, async ({ body, locale }, caller) => {
    const scope = scopeOf(caller);
    if (body.template === true) return templateFile(entity, room, scope, locale);
    const dryRun = isDryRun(body.dryRun);
    const [header = [], ...rows] = await rowsOf(room, body.path);
    if (rows.length > MOST_IMPORTED) {
      throw invalid({ path: text('sheetTooLarge', { max: MOST_IMPORTED }) });
    }
    const columns = importColumns(entity, header);
    const titles = await titleIndexes(
      room,
      scope,
      columns.filter(({ field }) => isRef(field)),
      ({ field, index }) => {
        const read = rows.map((cells) => readCell(field, cells[index] ?? null, locale));
        return new Set(read.map((cell) => ('value' in cell ? cell.value : null)));
      },
    );
    const checked = await checkRows({ entity, columns, titles, locale }, rows);
    await checkAgainstStore(table, scope, checked);
    const fine = checked.filter(isFine).map(({ values }) => values);
    if (!dryRun) await table.add(fine, scope);
    return {
      total: checked.length,
      added: dryRun ? 0 : fine.length,
      errors: checked
        .filter((row) => !isFine(row))
        .map(({ row, wrong }) => ({ row, fields: inLanguage(wrong, locale) })),
    };
  });
