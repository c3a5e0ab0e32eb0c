import { sql } from 'kysely';
import type { Database } from '../database';
import { lockSchema } from '../schema';
import type { Migration } from './migration';

const readDone = async (db: Database): Promise<ReadonlySet<string>> => {
  await sql`create table if not exists schema_migration
    (name text primary key, applied_at bigint not null)`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

/**
 * Runs the migrations that this database has not seen, in order. Each is there completely or not at all, and one
 * server at a time runs them.
 * @returns the names of those that were run
 */
export const migrate = async (
  db: Database,
  migrations: readonly Migration[],
): Promise<string[]> => {
  const run = [];
  for (const { name, up } of migrations) {
    const applied = await db.transaction().execute(async (transaction) => {
      await lockSchema(transaction);
      if ((await readDone(transaction)).has(name)) return false;
      await up(transaction);
      await sql`insert into schema_migration values (${name}, ${Date.now()})`.execute(transaction);
      return true;
    });
    if (applied) run.push(name);
  }
  return run;
};
