import type { AnyEntity } from '../../../config';
import { type Label, type Locale, textOf } from '../../../domain/label';
import { rule } from '../../../fields';
import { invalid, ruleLabel, type SignedInCall } from '../../calls';
import { withItems } from '../../dictionaries';
import { type EntityTable, inTransaction } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import { fieldsOf, isRef } from '../fieldsOf';
import { reachOf } from '../scopeOf';
import { verbCall } from '../verbCall';
import { type Adding, addChecked, hasRowRules } from './addChecked';
import { checkRows } from './checkRows';
import { importColumns, importFields } from './importColumns';
import { readCell } from './readCell';
import { readSpreadsheet, type Spreadsheet } from './readSpreadsheet';
import { isFine, type SheetRow, type Target } from './SheetRow';
import { templateFile } from './templateFile';
import { titleIndexes } from './titleIndex';
import { understandRows } from './understandRows';

/** Rows of one import at the most. */
export const MOST_IMPORTED = 20_000;

/** Whether nothing is to be added; what is neither yes nor no must not be taken for a no. */
const isDryRun = (dryRun: unknown): boolean => {
  if (dryRun === undefined || dryRun === null) return false;
  if (typeof dryRun === 'boolean') return dryRun;
  throw invalid({ dryRun: ruleLabel(rule('boolean')) });
};

const inLanguage = (wrong: Readonly<Record<string, Label>>, locale: Locale) =>
  Object.fromEntries(Object.entries(wrong).map(([name, label]) => [name, textOf(label, locale)]));

/** What ends a rehearsal: everything was done, and nothing is to stay. */
class Rehearsed extends Error {}

const understood = async (
  { entity, room }: Target,
  { header, rows }: Spreadsheet,
  { caller, locale }: Pick<Adding, 'caller' | 'locale'>,
): Promise<SheetRow[]> => {
  const found = importColumns(importFields(entity), fieldsOf(entity), header);
  const fields = await withItems(
    room.db,
    found.map(({ field }) => field),
  );
  const columns = found.map((column, i) => ({ ...column, field: fields[i] ?? column.field }));
  const titles = await titleIndexes(
    room,
    caller,
    columns.filter(({ field }) => isRef(field)),
    ({ field, index }) => {
      const read = rows.map((cells) => readCell(field, cells[index] ?? null, locale));
      return new Set(read.map((cell) => ('value' in cell ? cell.value : null)));
    },
  );
  return understandRows({ columns, titles, locale }, rows);
};

/** What becomes of the rows; of a dry run nothing stays. */
const outcomeOf = async (
  target: Target,
  checked: SheetRow[],
  { dryRun, ...adding }: Omit<Adding, 'transaction'> & { readonly dryRun: boolean },
): Promise<SheetRow[]> => {
  const { room, entity } = target;
  if (dryRun && !hasRowRules(target)) return checked;
  let outcome = checked;
  try {
    await inTransaction(room.db, async (transaction) => {
      outcome = await addChecked(target, checked, { ...adding, transaction });
      if (dryRun) throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  room.rules[entity.name]?.changed?.();
  return outcome;
};

/** Adds the rows of an uploaded spreadsheet, or only says what would become of them; or answers the empty one. */
export const importCall = (entity: AnyEntity, table: EntityTable, room: EntityRoom): SignedInCall =>
  verbCall(entity, 'import', room.config, async ({ body, locale, permits }, caller) => {
    if (body.template === true) return templateFile(entity, room, caller, locale);
    const dryRun = isDryRun(body.dryRun);
    const target = { entity, table, room };
    const sheet = await readSpreadsheet(room.files, body.path, MOST_IMPORTED);
    const rows = await understood(target, sheet, { caller, locale });
    const checked = await checkRows(target, rows, reachOf(entity, room, caller));
    const outcome = await outcomeOf(target, checked, { caller, locale, permits, dryRun });
    const errors = outcome.filter((row) => !isFine(row));
    return {
      total: outcome.length,
      added: dryRun ? 0 : outcome.length - errors.length,
      errors: errors.map(({ row, wrong }) => ({ row, fields: inLanguage(wrong, locale) })),
    };
  });
