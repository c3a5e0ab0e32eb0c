import type { Kysely, RawBuilder } from 'kysely';

/** Tables are known from the declarations at run time only, so any name is a table with any columns. */
export type Tables = Record<string, Record<string, unknown>>;

/** Database or transaction. */
export type Database = Kysely<Tables>;

/** Runs work in the current transaction, or in a new one. */
export const inTransaction = <T>(db: Database, work: (transaction: Database) => Promise<T>) =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** Fragment of SQL with its parameters. */
export type Sql = RawBuilder<unknown>;

/** Setting that is 1 while rows move between partitions. Counting triggers ignore such moves. */
export const TREE_LOCK = 'sealdesk.moving';
