import { sql } from 'kysely';
import { type Database, lockSchema } from '../database';
import type { TableShape } from './desiredTables';
import { introspect } from './introspect';
import { planTables } from './planTables';

/** The database holds what the declarations contradict; the message lists all of it. */
export class SchemaClash extends Error {
  readonly clashes: readonly string[];

  constructor(clashes: readonly string[]) {
    super(
      `The database does not fit the declarations, and what it holds is never converted by itself. Alter it by hand or declare it as it is:\n${clashes.map((clash) => `  ${clash}`).join('\n')}`,
    );
    this.name = 'SchemaClash';
    this.clashes = clashes;
  }
}

const apply = async (transaction: Database, statement: string): Promise<void> => {
  try {
    await sql.raw(statement).execute(transaction);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`The database refused "${statement}": ${why}`, { cause: error });
  }
};

/**
 * Makes the database hold the tables: all of it or nothing, one server at a time.
 * @param views those that may stand in the way; they are as they were afterwards
 * @returns the statements that were needed; none when the tables were there
 * @throws SchemaClash
 */
export const applyTables = (
  db: Database,
  shapes: readonly TableShape[],
  views: readonly string[] = [],
): Promise<readonly string[]> =>
  db.transaction().execute(async (transaction) => {
    await lockSchema(transaction);
    const { statements, clashes, alters } = planTables(shapes, await introspect(transaction));
    if (clashes.length > 0) throw new SchemaClash(clashes);
    const restore = alters ? await setViewsAside(transaction, views) : undefined;
    for (const statement of statements) await apply(transaction, statement);
    await restore?.();
    return statements;
  });

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
