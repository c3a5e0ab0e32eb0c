import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../store';

/** A random secret of the installation: made once, kept in the database, the same for every server that shares it. */
export const storedSecret = async (db: Database, name: string): Promise<string> => {
  await sql`
    insert into secret (name, value) values (${name}, ${randomBytes(32).toString('base64url')})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{ value: string }>`
    select value from secret where name = ${name}`.execute(db);
  if (!rows[0]) throw new Error(`The secret ${name} is missing`);
  return rows[0].value;
};
