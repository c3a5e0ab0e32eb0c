import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database';

/** Key of the advisory lock on the schema; arbitrary, but unique in the database. */
const KEY = 7_325_377;

/**
 * Limits the wait for a table. Every later query would queue behind the waiting statement, for example during a long
 * report.
 */
export const LOCK_TIMEOUT = '3s';

/** Lets one server at a time change tables and limits the waits for locks, both until the transaction ends. */
export const lockSchema = async (transaction: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${KEY})`.execute(transaction);
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
};

/** PostgreSQL's codes for a lock timeout and a deadlock. */
const IN_USE = ['55P03', '40P01'];

const isInUse = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && IN_USE.includes(String(error.code))) || isInUse(error.cause));

/** Pause between two attempts, ms. Queries that queued behind the first one go on meanwhile. */
const RETRY_INTERVAL = 2_000;
/** About ten minutes in all. */
const MAX_ATTEMPTS = 120;

const IN_USE_TEXT = 'tables to be changed are in use by other connections';

/**
 * Changes the schema in one transaction, or joins the current one: all or nothing, one server at a time. Starts over
 * while a table is in use.
 * @param log called once if tables are in use
 * @throws Error if they still are after ten minutes
 */
export const changeSchema = async <T>(
  db: Database,
  work: (transaction: Database) => Promise<T>,
  log: (line: string) => void = () => undefined,
): Promise<T> => {
  const change = async (transaction: Database) => {
    await lockSchema(transaction);
    return work(transaction);
  };
  if (db.isTransaction) return change(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(change);
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new Error(`Nothing was changed: ${IN_USE_TEXT}`, { cause: error });
      }
      if (attempt === 1) log(`${IN_USE_TEXT}: trying again until they are free`);
      await sleep(RETRY_INTERVAL);
    }
  }
};
