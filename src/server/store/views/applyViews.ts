import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import { lockSchema } from '../schema';
import type { View } from './View';

/** What a view was made from, written beside it: a view is made anew only when that changes. */
const markOf = ({ foundation = [], query }: View): string =>
  createHash('sha256')
    .update([...foundation, query].join(';'))
    .digest('hex');

const readMarks = async (db: Database): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await sql<{ name: string; mark: string | null }>`
    select relname as name, obj_description(oid, 'pg_class') as mark from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'v'`.execute(db);
  return new Map(rows.map(({ name, mark }) => [name, mark]));
};

const drop = (db: Database, name: string) =>
  sql`drop view if exists ${sql.table(name)}`.execute(db);

/** Makes the views of the declared entities, those that are missing or defined otherwise. */
export const applyViews = async (db: Database, views: readonly View[]): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    await lockSchema(transaction);
    const marks = await readMarks(transaction);
    for (const view of views.filter((each) => marks.get(each.name) !== markOf(each))) {
      await drop(transaction, view.name);
      for (const statement of view.foundation ?? []) await sql.raw(statement).execute(transaction);
      await sql`create view ${sql.table(view.name)} as ${sql.raw(view.query)}`.execute(transaction);
      await sql`comment on view ${sql.table(view.name)} is ${sql.lit(markOf(view))}`.execute(
        transaction,
      );
    }
  });
};
