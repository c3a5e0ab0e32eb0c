import { setImmediate } from 'node:timers/promises';
import type { AnyEntity } from '../../../config';
import type { Label, Locale } from '../../../domain/label';
import { rule } from '../../../fields';
import { CallError, ruleLabel, text } from '../../calls';
import type { ReadCell } from '../../spreadsheet';
import type { EntityTable, Row, Scope } from '../../store';
import { checkRecord } from '../checkChange';
import { fieldsOf } from '../fieldsOf';
import { checkValues } from '../validate';
import type { ImportColumn } from './importColumns';
import { readCell } from './readCell';
import type { TitleIndex } from './titleIndex';

/** A row of the spreadsheet, and what is wrong with it. */
export interface CheckedRow {
  /** As the spreadsheet counts: the header is 1. */
  readonly row: number;
  readonly values: Row;
  readonly wrong: Record<string, Label>;
}

/** Other requests get their turn after so many rows. */
const TURN = 100;

interface Reading {
  readonly entity: AnyEntity;
  readonly columns: readonly ImportColumn[];
  readonly titles: ReadonlyMap<string, TitleIndex>;
  readonly locale: Locale;
}

const readRow = ({ columns, titles, locale }: Reading, cells: readonly ReadCell[]) => {
  const values: Record<string, unknown> = {};
  const wrong: Record<string, Label> = {};
  for (const { name, field, index } of columns) {
    const read = readCell(field, cells[index] ?? null, locale);
    const title = titles.get(name);
    const understood = 'value' in read && title ? title(read.value) : read;
    if ('wrong' in understood) wrong[name] = understood.wrong;
    else if (understood.value !== null) values[name] = understood.value;
  }
  return { values, wrong };
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

/** Reads the rows below the header and checks them by the rules of the fields; empty rows are passed over. */
export const checkRows = async (
  reading: Reading,
  rows: readonly (readonly ReadCell[])[],
): Promise<CheckedRow[]> => {
  const { entity } = reading;
  const checked: CheckedRow[] = [];
  for (const [i, cells] of rows.entries()) {
    if (i % TURN === TURN - 1) await setImmediate();
    if (cells.every((cell) => cell === null || cell === '')) continue;
    const { values, wrong } = readRow(reading, cells);
    const result = await checkValues(fieldsOf(entity), 'create', values);
    const found = 'wrong' in result ? result.wrong : ownRules(entity, result.values);
    // What could not be read is missing from the values, which is no second reason.
    checked.push({
      row: i + 2,
      values: 'values' in result ? result.values : values,
      wrong: { ...found, ...wrong },
    });
  }
  return checked;
};

/** The first row with each value of a field. */
const firstRows = (checked: readonly CheckedRow[], field: string) => {
  const first = new Map<unknown, CheckedRow>();
  for (const row of checked) {
    if (!first.has(row.values[field])) first.set(row.values[field], row);
  }
  return first;
};

/** Adds to each row what the rows before it and the database say against it. */
export const checkAgainstStore = async (
  table: EntityTable,
  scope: Scope,
  checked: readonly CheckedRow[],
): Promise<void> => {
  const rows = checked.map(({ values }) => values);
  const problems = await table.problems(rows, scope);
  const fields = new Set(problems.map(({ field }) => field));
  const firsts = new Map([...fields].map((field) => [field, firstRows(checked, field)]));
  for (const { row, field, rule: name } of problems) {
    const { values, wrong } = checked[row] as CheckedRow;
    const first = firsts.get(field)?.get(values[field]);
    const isRepeated = name === 'unique' && first !== checked[row];
    wrong[field] ??= isRepeated ? text('twiceInFile', { row: first?.row }) : ruleLabel(rule(name));
  }
};
