import { sql, type Updateable } from 'kysely';
import { type Label, textOf } from '../../domain/label';
import type { ActionAnswer, ActionRefusal } from '../../protocol';
import type { TableName, Tables } from '../db';
import { type ActionWork, rowIds } from '../entities';

/** Sets columns of all rows of an action. */
export const setRows = async <T extends TableName>(
  { db, rows }: Pick<ActionWork, 'db' | 'rows'>,
  table: T,
  values: Updateable<Tables[T]>,
): Promise<ActionAnswer> => {
  const sets = Object.entries(values).map(([name, value]) => sql`${sql.id(name)} = ${value}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(sets)}
    where id = any(${rowIds(rows)}::bigint[])`.execute(db);
  return { done: rows.length };
};

/** Does the work of an action row by row. @param one returns why it refuses a row */
export const forEachRow = async <R extends { readonly id?: unknown }>(
  { rows, locale }: Pick<ActionWork, 'locale'> & { readonly rows: readonly R[] },
  one: (row: R) => Promise<Label | undefined>,
): Promise<ActionAnswer> => {
  const failed: ActionRefusal[] = [];
  for (const row of rows) {
    const why = await one(row);
    if (why) failed.push({ id: Number(row.id), why: textOf(why, locale) });
  }
  return { done: rows.length - failed.length, failed };
};
