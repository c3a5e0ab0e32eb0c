import { sql } from 'kysely';
import type { Database } from '../database';

/** A change that the declarations do not make; it happens once in the life of a database. */
export interface Migration {
  /** Its number and what it is about; never changed once released. */
  readonly name: string;
  /** Runs after the declared tables are there, in a transaction of its own. */
  readonly up: (transaction: Database) => Promise<void>;
}

/** Runs statements one after the other: several in one text are refused by some databases that speak PostgreSQL. */
export const runAll = async (db: Database, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
