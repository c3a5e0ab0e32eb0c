import { setImmediate } from 'node:timers/promises';
import type { AnyEntity } from '../../../config';
import type { Label } from '../../../domain/label';
import { rule } from '../../../fields';
import { CallError, ruleLabel, text } from '../../calls';
import type { Row, Scope } from '../../store';
import { checkRecord } from '../checkChange';
import { fieldsOf } from '../fieldsOf';
import { checkValues } from '../validate';
import type { SheetRow, Target } from './SheetRow';

/** Other requests get their turn after so many rows. */
const TURN = 100;

const ownRules = (entity: AnyEntity, values: Row): Readonly<Record<string, Label>> => {
  try {
    checkRecord(entity, values);
    return {};
  } catch (error) {
    if (error instanceof CallError) return error.refused.fields ?? {};
    throw error;
  }
};

const checkRow = async (entity: AnyEntity, { row, values, wrong }: SheetRow): Promise<SheetRow> => {
  const result = await checkValues(fieldsOf(entity), 'create', values);
  const found = 'wrong' in result ? result.wrong : ownRules(entity, result.values);
  // What could not be read is missing from the values, which is no second reason.
  return {
    row,
    values: 'values' in result ? result.values : values,
    wrong: { ...found, ...wrong },
  };
};

/** The first row with each value of a field. */
const firstRows = (checked: readonly SheetRow[], field: string) => {
  const first = new Map<unknown, SheetRow>();
  for (const row of checked) {
    if (!first.has(row.values[field])) first.set(row.values[field], row);
  }
  return first;
};

/** What the database and the rows before it say against each row. */
const checkAgainstStore = async (
  { table }: Pick<Target, 'table'>,
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
    const isRepeated = name === 'unique' && first !== checked[row];
    const why = isRepeated ? text('twiceInFile', { row: first?.row }) : ruleLabel(rule(name));
    Object.assign(found[row] ?? {}, { [field]: why });
  }
  return checked.map((row, i) => ({ ...row, wrong: { ...found[i], ...row.wrong } }));
};

/** The rows as they would be stored, with what the fields, the entity and the database say against each. */
export const checkRows = async (
  target: Pick<Target, 'entity' | 'table'>,
  rows: readonly SheetRow[],
  scope: Scope,
): Promise<SheetRow[]> => {
  const checked: SheetRow[] = [];
  for (const [i, row] of rows.entries()) {
    if (i % TURN === TURN - 1) await setImmediate();
    checked.push(await checkRow(target.entity, row));
  }
  return checkAgainstStore(target, scope, checked);
};
