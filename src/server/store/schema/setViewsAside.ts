import { sql } from 'kysely';
import type { Database } from '../database';

interface Definition {
  readonly name: string;
  readonly query: string;
  readonly comment: string | null;
}

/**
 * Drops those of the views that are there: no column that a view reads can be made longer.
 * @returns what makes them again as they were
 */
export const setViewsAside = async (
  transaction: Database,
  names: readonly string[],
): Promise<() => Promise<void>> => {
  const { rows } = await sql<Definition>`
    select relname as name, pg_get_viewdef(oid) as query,
      obj_description(oid, 'pg_class') as comment
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'v'
      and relname = any(${names}::text[])`.execute(transaction);
  for (const { name } of rows) await sql`drop view ${sql.table(name)}`.execute(transaction);
  return async () => {
    for (const { name, query, comment } of rows) {
      await sql`create view ${sql.table(name)} as ${sql.raw(query)}`.execute(transaction);
      await sql`comment on view ${sql.table(name)} is ${sql.lit(comment)}`.execute(transaction);
    }
  };
};
