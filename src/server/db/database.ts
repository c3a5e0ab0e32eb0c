import type { Kysely, RawBuilder } from 'kysely';

/** Which tables there are is known from the declarations at run time only, so any name is a table of any columns. */
export type Tables = Record<string, Record<string, unknown>>;

/** The database, or a transaction in it. */
export type Database = Kysely<Tables>;

/** Does work in the transaction that is under way, or in one of its own. */
export const inTransaction = <T>(db: Database, work: (transaction: Database) => Promise<T>) =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** A piece of SQL with its parameters. */
export type Sql = RawBuilder<unknown>;

/** The setting that is 1 while rows go from one partition to another, which changes no number of records. */
export const TREE_LOCK = 'sealdesk.moving';
