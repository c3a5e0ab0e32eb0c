import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables/tables';

/** SQL of the database's clock, which all servers share; epoch ms. */
export const DATABASE_CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

export const DATABASE_NOW = sql.raw<number>(DATABASE_CLOCK);

export type Database = Kysely<Tables>;

/** View of the database for code whose table is known at run time only: any name is a table with any columns. */
export const anyTable = (db: Database): Kysely<Record<string, Record<string, unknown>>> =>
  db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Runs work in the current transaction, or in a new one. */
export const inTransaction = <T>(db: Database, work: (transaction: Database) => Promise<T>) =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** Runs part of a transaction in a savepoint. If it fails, only that part is rolled back. */
export const inSavepoint = async <T>(transaction: Database, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint part`.execute(transaction);
  try {
    const answer = await work();
    await sql`release savepoint part`.execute(transaction);
    return answer;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(transaction);
    throw error;
  }
};

/** Fragment of SQL with its parameters. */
export type Sql = RawBuilder<unknown>;

/** Setting that is 1 while rows move between partitions. Counting triggers ignore such moves. */
export const TREE_LOCK = 'sealdesk.moving';
