import type { AnyEntity, Console } from '../../config';
import { linesOf } from '../../fields/lines';
import { LINE_COLUMNS, type LineTable, lineTable, type Row } from '../db';
import type { ReadContext } from './EntityRules';

/** Tables of lines by entity, made when they are first used: the check of a configuration only lists the rules. */
const tables = new WeakMap<AnyEntity, LineTable>();

export const lineTableOf = (part: AnyEntity, config: Console): LineTable => {
  const table = tables.get(part) ?? lineTable(part, config);
  tables.set(part, table);
  return table;
};

/** Returns lines without the columns that calls do not know. */
const answered = (lines: readonly Row[]): Row[] =>
  lines.map(({ [LINE_COLUMNS.parent]: _, [LINE_COLUMNS.place]: _place, ...line }) => line);

/** Adds the lines of records to them. */
export const withLineRows = async (
  entity: AnyEntity,
  config: Console,
  rows: readonly Row[],
  { db, scope }: Pick<ReadContext, 'db' | 'scope'>,
): Promise<readonly Row[]> => {
  let filled = rows;
  for (const [name, part] of linesOf(entity)) {
    const ids = rows.map(({ id }) => Number(id));
    const lines = await lineTableOf(part, config).read(db, ids, scope);
    filled = filled.map((row, i) => ({ ...row, [name]: answered(lines[i] ?? []) }));
  }
  return filled;
};
