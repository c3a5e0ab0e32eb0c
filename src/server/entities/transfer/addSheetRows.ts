import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyEntity } from '../../../config';
import type { Label } from '../../../domain/label';
import type { Database, Row, Scope } from '../../db';
import { type CallContext, CallError, type Caller, text } from '../../endpoint';
import { checkRecord, reservedFields } from '../changes';
import { scopeOf } from '../dependencies';
import { fieldsOf } from '../fieldsOf';
import { problemLabel, refusalOf } from '../refusalOf';
import { ruledTable } from '../ruledTable';
import { checkValues } from '../values';
import { isFine, type SheetRow, type Target } from './sheetRows';

/** Other requests get their turn after so many rows. */
const TURN = 100;

/** The rows as they would be stored, with what the fields, the entity and the database say against each. */
export const checkRows = async (
  target: Pick<Target, 'entity' | 'table'>,
  rows: readonly SheetRow[],
  caller: Caller,
  scope: Scope,
): Promise<SheetRow[]> => {
  const checked: SheetRow[] = [];
  for (const [i, row] of rows.entries()) {
    if (i % TURN === TURN - 1) await setImmediate();
    checked.push(await checkRow(target.entity, row, caller));
  }
  return checkAgainstStore(target, scope, checked);
};

const checkRow = async (
  entity: AnyEntity,
  { row, values, wrong }: SheetRow,
  caller: Caller,
): Promise<SheetRow> => {
  const result = await checkValues(fieldsOf(entity), 'create', values);
  const found =
    'wrong' in result
      ? result.wrong
      : { ...ownRules(entity, result.values), ...reservedFields(entity, result, caller) };
  // What could not be read is missing from the values, which is no second reason.
  return {
    row,
    values: 'values' in result ? result.values : values,
    wrong: { ...found, ...wrong },
  };
};

const ownRules = (entity: AnyEntity, values: Row): Readonly<Record<string, Label>> => {
  try {
    checkRecord(entity, values);
    return {};
  } catch (error) {
    if (error instanceof CallError) return error.refused.fields ?? {};
    throw error;
  }
};

/** What the database and the rows before it say against each row. */
const checkAgainstStore = async (
  { entity, table }: Pick<Target, 'entity' | 'table'>,
  scope: Scope,
  checked: readonly SheetRow[],
): Promise<SheetRow[]> => {
  const problems = await table.problems(
    checked.map(({ values }) => values),
    scope,
  );
  const fields = new Set(problems.map(({ field }) => field));
  const firsts = new Map([...fields].map((field) => [field, firstRows(checked, field)]));
  const found = checked.map((): Record<string, Label> => ({}));
  for (const { row, field, rule: name } of problems) {
    const first = firsts.get(field)?.get(checked[row]?.values[field]);
    const isRepeated = name === 'unique' && first !== undefined && first !== checked[row];
    const why = isRepeated
      ? text('twiceInFile', { row: first.row })
      : problemLabel(entity, { field, rule: name });
    Object.assign(found[row] ?? {}, { [field]: why });
  }
  return checked.map((row, i) => ({ ...row, wrong: { ...found[i], ...row.wrong } }));
};

/** The first row with each value of a field. */
const firstRows = (checked: readonly SheetRow[], field: string) => {
  const first = new Map<unknown, SheetRow>();
  for (const row of checked) {
    if (!first.has(row.values[field])) first.set(row.values[field], row);
  }
  return first;
};

/** Who adds rows, and in which transaction. */
export interface Adding extends Pick<CallContext, 'locale' | 'permits'> {
  readonly transaction: Database;
  readonly caller: Caller;
}

/** Whether rules look at every new row. */
export const hasRowRules = ({ entity, dependencies }: Target): boolean => {
  const rules = dependencies.rules[entity.name];
  return rules?.resolveInput !== undefined || rules?.afterOperation !== undefined;
};

/**
 * Adds those of the checked rows that nothing speaks against, by the entity's rules.
 * @returns all rows; those that could not be added say why
 */
export const addChecked = async (
  target: Target,
  checked: readonly SheetRow[],
  adding: Adding,
): Promise<SheetRow[]> => {
  const fine = checked.filter(isFine);
  if (fine.length === 0) return [...checked];
  if (!hasRowRules(target) && (await addTogether(target, fine, adding))) return [...checked];
  const outcome: SheetRow[] = [];
  for (const row of checked) outcome.push(isFine(row) ? await addOne(target, row, adding) : row);
  return outcome;
};

/** All at once. @returns whether nothing spoke against it */
const addTogether = async (
  target: Target,
  rows: readonly SheetRow[],
  { transaction, caller }: Adding,
): Promise<boolean> => {
  const { entity, table, dependencies } = target;
  const values = rows.map((row) => row.values);
  try {
    await inSavepoint(transaction, () =>
      table.on(transaction).add(values, scopeOf(entity, dependencies, caller)),
    );
    return true;
  } catch (error) {
    // Somebody took a value a moment ago, or a value is out of its column's range: row by row tells whose.
    refused(error, target);
    return false;
  }
};

/** Does a part of a transaction; when it fails, the rest of the transaction goes on without it. */
const inSavepoint = async <T>(transaction: Database, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint part`.execute(transaction);
  try {
    const answer = await work();
    await sql`release savepoint part`.execute(transaction);
    return answer;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(transaction);
    throw error;
  }
};

const refused = (error: unknown, { entity, dependencies }: Target): CallError => {
  const refusal = refusalOf(error, dependencies.config, entity);
  if (refusal instanceof CallError) return refusal;
  throw error;
};

const addOne = async (target: Target, row: SheetRow, adding: Adding): Promise<SheetRow> => {
  const { entity, table, dependencies } = target;
  const { transaction, caller } = adding;
  const ruled = ruledTable(entity, table, { ...dependencies, db: transaction });
  try {
    await inSavepoint(transaction, () => ruled.add(row.values, adding, caller));
    return row;
  } catch (error) {
    return { ...row, wrong: reasonsOf(refused(error, target), target) };
  }
};

/** A refusal by field; one of the whole record is about the field a person knows it by. */
const reasonsOf = ({ refused, desc }: CallError, { entity }: Target): Record<string, Label> => ({
  ...(refused.fields ?? { [String(entity.title)]: desc }),
});
