import { sql } from 'kysely';
import type { Database } from '../store';
import { type LoginKey, makeLoginKey, openLoginKey } from './loginKey';

const NAME = 'loginKey';

const read = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ value: string }>`
    select value from secret where name = ${NAME}`.execute(db);
  return rows[0]?.value;
};

/** The installation's login key: made once, kept in the database, the same for every server that shares it. */
export const storedLoginKey = async (db: Database): Promise<LoginKey> => {
  const stored = await read(db);
  if (stored) return openLoginKey(stored);
  const made = await makeLoginKey();
  // Another server may have been quicker: its key stays.
  await sql`
    insert into secret (name, value) values (${NAME}, ${made})
    on conflict (name) do nothing`.execute(db);
  return openLoginKey((await read(db)) ?? made);
};
