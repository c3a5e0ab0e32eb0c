import { sql } from 'kysely';
import type { Store } from '../../../src/server/db';

/**
 * Tables whose changes do not count: seen signatures, failed sign-ins, heartbeats of the server, and sums of rows that
 * are watched themselves. A session changes with every call, so only its start and its end count.
 */
const NOT_A_CHANGE = [
  'seen_sign',
  'login_failure',
  'operationLog',
  'log_head',
  'record_count',
  'record_count_news',
  'server_beat',
  'written',
];

/** Adds triggers that note every changed row. A rollback also removes the note. */
export const noteWrites = async ({ db }: Store) => {
  await sql`create table written (place text not null, row text not null)`.execute(db);
  await sql`create function note_write() returns trigger language plpgsql as $$ begin
    if tg_op <> 'UPDATE' or old::text <> new::text then
      insert into written values (tg_table_name, coalesce(new::text, old::text));
    end if;
    return null;
  end $$`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> all(${NOT_A_CHANGE})`.execute(db);
  for (const { name } of rows) {
    const events = sql.raw(name === 'session' ? 'insert or delete' : 'insert or update or delete');
    await sql`create trigger note after ${events} on ${sql.table(name)}
      for each row execute function note_write()`.execute(db);
  }
};

/** Returns the rows written since the last call. */
export const takeWritten = async ({ db }: Store) =>
  (await sql`delete from written returning place, row`.execute(db)).rows;
