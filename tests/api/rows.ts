import { sql } from 'kysely';
import type { Database } from '../../src/server/db';

/** Returns all rows of a table in the order of their ids. */
export const allRows = async (
  db: Database,
  table: string,
): Promise<Readonly<Record<string, unknown>>[]> =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(db))
    .rows;
