import { sql } from 'kysely';
import type { Database } from '../database';
import { introspect } from './introspect';
import { lockSchema } from './lockSchema';
import { planTables } from './planTables';
import { setViewsAside } from './setViewsAside';
import type { TableShape } from './tableShape';

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
