import { type AnyEntity, constraintRules } from '../../../config';
import type { Label } from '../../../domain/label';
import { linesOf } from '../../../fields/lines';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  serverLabel,
} from '../../calls/endpoint';
import { type Database, inSavepoint, type Row, type Scope } from '../../db';
import { recordProblems, reservedFields, stampsOf } from '../changes';
import type { RuleSubject } from '../dependencies';
import type { RuleContext } from '../EntityRules';
import { fieldsOf } from '../fieldsOf';
import { callErrorOf, problemLabel } from '../refusalOf';
import { ruledTable } from '../ruledTable';
import { valuesCheck } from '../values';
import { createYield, isValidRow, type SheetRow } from './sheetRows';

/**
 * Checks rows against the rules of the fields and the entity and against the database.
 * @returns the rows as they would be stored, with their errors
 */
export const checkRows = async (
  subject: Pick<RuleSubject, 'entity' | 'table'>,
  rows: readonly SheetRow[],
  context: RuleContext,
): Promise<SheetRow[]> => {
  const { entity } = subject;
  const check = valuesCheck(fieldsOf(entity), 'create');
  const stamps = await stampsOf(entity, context);
  const othersTurn = createYield();
  const checked: SheetRow[] = [];
  for (const row of rows) {
    await othersTurn();
    checked.push(await checkRow(entity, check, row, { stamps, caller: context.caller }));
  }
  return checkAgainstStore(subject, context.scope, checked);
};

const checkRow = async (
  entity: AnyEntity,
  check: ReturnType<typeof valuesCheck>,
  { row, values, wrong, lineRows }: SheetRow,
  { stamps, caller }: { readonly stamps: CallValues; readonly caller: Caller },
): Promise<SheetRow> => {
  const result = await check(values);
  const problems =
    'wrong' in result
      ? result.wrong
      : {
          ...recordProblems(entity, { ...result.values, ...stamps }),
          ...reservedFields(entity, result, caller),
        };
  // An unreadable cell is also missing in the values; its own error replaces the one for a missing value.
  return {
    row,
    lineRows,
    values: 'values' in result ? result.values : values,
    wrong: { ...problems, ...wrong },
  };
};

/** Checks rows against the database and the rows above them. */
const checkAgainstStore = async (
  { entity, table }: Pick<RuleSubject, 'entity' | 'table'>,
  scope: Scope,
  checked: readonly SheetRow[],
): Promise<SheetRow[]> => {
  // The column of a wrong value may not take it.
  const lines = new Map(linesOf(entity));
  const right = ({ values, wrong }: SheetRow) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => !(name in wrong) && !lines.has(name)),
    );
  const problems = await table.problems(checked.map(right), scope);
  const fields = new Set(problems.map(({ field }) => field));
  // The first row of each value is set last.
  const rows = checked.toReversed();
  const firstsOf = (field: string) => new Map(rows.map((row) => [row.values[field], row]));
  const firsts = new Map([...fields].map((field) => [field, firstsOf(field)]));
  const messages = checked.map((): Record<string, Label> => ({}));
  const takenFields = checked.map((): string[] => []);
  for (const { row, field, rule: name } of problems) {
    const first = firsts.get(field)?.get(checked[row]?.values[field]);
    const isRepeated = name === 'unique' && first !== undefined && first !== checked[row];
    const why = isRepeated
      ? serverLabel('twiceInFile', { row: first.row })
      : problemLabel(entity, { field, rule: name });
    Object.assign(messages[row] ?? {}, { [field]: why });
    if (name === 'taken') takenFields[row]?.push(field);
  }
  return checked.map((row, i) => ({
    ...row,
    wrong: { ...messages[i], ...row.wrong },
    taken: takenFields[i]?.filter((field) => !(field in row.wrong)),
  }));
};

export interface SheetImport extends Pick<CallContext, 'locale' | 'permits'> {
  readonly zone?: string;
  readonly transaction: Database;
  readonly caller: Caller;
}

/** Rows that are added together. */
const PART = 250;

/** Adds the valid rows under the entity's rules. @returns all rows, with the ids of their records or their errors */
export const addCheckedRows = async (
  subject: RuleSubject,
  checked: readonly SheetRow[],
  adding: SheetImport,
): Promise<SheetRow[]> => {
  const outcome: SheetRow[] = [];
  for (let from = 0; from < checked.length; from += PART) {
    outcome.push(...(await addPart(subject, checked.slice(from, from + PART), adding)));
  }
  return outcome;
};

/**
 * Adds the rows and rolls back. Without rules over several records in short transactions, so that other calls hardly
 * wait.
 */
export const dryRun = async (
  subject: RuleSubject,
  checked: readonly SheetRow[],
  adding: Omit<SheetImport, 'transaction'>,
): Promise<SheetRow[]> => {
  const { entity, dependencies } = subject;
  const { resolveInput, afterOperation } = dependencies.rules[entity.name] ?? {};
  const isCompared = constraintRules(entity.rules).length > 0;
  if (!resolveInput && !afterOperation && !isCompared) return [...checked];
  // Such a rule may use the rows before it, so all rows must stay in one transaction until the last is checked.
  const size = resolveInput || isCompared ? checked.length : PART;
  const outcome: SheetRow[] = [];
  for (let from = 0; from < checked.length; from += size) {
    const rows = checked.slice(from, from + size);
    outcome.push(
      ...(await withRollback(subject, (transaction) =>
        addCheckedRows(subject, rows, { ...adding, transaction }),
      )),
    );
  }
  return outcome;
};

const withRollback = async <T>(
  { dependencies: { db } }: RuleSubject,
  work: (transaction: Database) => Promise<T>,
): Promise<T> => {
  const transaction = await db.startTransaction().execute();
  try {
    return await work(transaction);
  } finally {
    await transaction.rollback().execute();
  }
};

/** Adds rows together. If that fails, tries each half, down to the single rows that fail. */
const addPart = async (
  subject: RuleSubject,
  checked: readonly SheetRow[],
  adding: SheetImport,
): Promise<SheetRow[]> => {
  const fine = checked.filter(isValidRow);
  if (fine.length === 0) return [...checked];
  const added = await addTogether(subject, fine, adding);
  if (!(added instanceof CallError)) {
    const ids = new Map(fine.map((row, i) => [row, Number(added[i]?.id)]));
    return checked.map((row) => ({ ...row, id: ids.get(row) }));
  }
  if (checked.length === 1) {
    return checked.map((row) => ({ ...row, wrong: reasonsOf(added, subject) }));
  }
  const half = Math.ceil(checked.length / 2);
  return [
    ...(await addPart(subject, checked.slice(0, half), adding)),
    ...(await addPart(subject, checked.slice(half), adding)),
  ];
};

/** Adds all rows or none. @returns their records, or the reason if it added none */
const addTogether = async (
  { entity, table, dependencies }: RuleSubject,
  rows: readonly SheetRow[],
  adding: SheetImport,
): Promise<readonly Row[] | CallError> => {
  const { transaction, caller } = adding;
  const subject = { entity, table, dependencies: { ...dependencies, db: transaction } };
  const ruled = ruledTable(subject, adding, caller);
  const values = rows.map((row) => row.values);
  try {
    return await inSavepoint(transaction, () => ruled.addAll(values));
  } catch (error) {
    // A parallel call took a unique value, a rule refused a row, or a value is out of its column's range.
    const refusal = callErrorOf(error, dependencies.config, entity);
    if (refusal instanceof CallError) return refusal;
    throw error;
  }
};

/** Returns the errors by field. An error of the whole record goes to the entity's title field. */
const reasonsOf = (
  { refused, desc }: CallError,
  { entity }: RuleSubject,
): Record<string, Label> => ({
  ...(refused.fields ?? { [String(entity.title)]: desc }),
});
