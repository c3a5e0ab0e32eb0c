import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db';
import type { LinkLog } from './link';

/**
 * Position of a reader of changes: the oldest transaction of this database that was still open when it last looked.
 * Every row carries the transaction that changed it, so changes committed out of order are neither lost nor seen half.
 */
export type LiveCursor = string;

/** Deletions are remembered this many transactions back; a reader further behind starts anew. */
const MAX_CURSOR_AGE = 10_000_000n;

/** The cursor asked for is of another database, from the future, or too far behind. */
export class ExpiredCursor extends Error {
  override name = 'ExpiredCursor';
}

/** A transaction that has neither committed nor rolled back. */
interface OpenTransaction {
  readonly xid: string;
  /** Process of its connection; null for a prepared transaction, and for one that just began or ended. */
  readonly pid: number | null;
  /** Null if unknown. */
  readonly database: string | null;
  /** True only if it is known to be of another database: such a transaction changes no row of this one. */
  readonly is_foreign: boolean;
}

export interface CursorReading {
  readonly cursor: LiveCursor;
  /** The oldest open transaction that the cursor waits for. */
  readonly own?: OpenTransaction;
  /** The oldest one of another database. */
  readonly foreign?: OpenTransaction;
}

/**
 * Reads the cursor of this moment; inside a transaction, of its snapshot. A snapshot counts the transactions of every
 * database of the PostgreSQL: those of others are found by the lock that each holds on itself. A transaction whose
 * database is not known counts as one of ours, so a cursor may be behind an earlier one, and is valid all the same.
 */
export const readCursor = async (db: Kysely<Tables>): Promise<CursorReading> => {
  const { rows } = await sql<OpenTransaction & { readonly next: string }>`
    with running as materialized (
      select xid from pg_snapshot_xip(pg_current_snapshot()) as xid
    ), holder as (
      select held.transactionid as xid, held.pid, activity.datname as database
      from pg_locks as held join pg_stat_activity as activity on activity.pid = held.pid
      where held.locktype = 'transactionid' and held.mode = 'ExclusiveLock' and held.granted
        and exists (select from running)
      union all
      select transaction, null, database from pg_prepared_xacts where exists (select from running)
    )
    select pg_snapshot_xmax(pg_current_snapshot())::text as next, running.xid::text, holder.pid,
      holder.database, coalesce(holder.database <> current_database(), false) as is_foreign
    from (select) as one left join running on true left join holder on holder.xid = running.xid::xid
    order by running.xid`.execute(db);
  const open = rows.filter(({ xid }) => xid !== null);
  const own = open.find((transaction) => !transaction.is_foreign);
  const foreign = open.find((transaction) => transaction.is_foreign);
  return { cursor: own?.xid ?? rows[0]?.next ?? '0', own, foreign };
};

export const currentCursor = async (db: Kysely<Tables>): Promise<LiveCursor> =>
  (await readCursor(db)).cursor;

/** A transaction that is open for this long is logged, ms. */
const LOG_AFTER = 5_000;

/** Logs a transaction that stays open, once. @param prefix of the line, before the name of the transaction */
const createTransactionLog = (log: LinkLog, prefix: string) => {
  let xid: string | undefined;
  let since = 0;
  let isLogged = false;
  return (oldest: OpenTransaction | undefined, now: number): void => {
    if (oldest?.xid !== xid) {
      if (isLogged) log.info(`Live changes: transaction ${xid} has ended`);
      xid = oldest?.xid;
      since = now;
      isLogged = false;
    }
    if (!oldest || isLogged || now - since < LOG_AFTER) return;
    isLogged = true;
    const { pid, database } = oldest;
    const where = `of the database ${database ?? '?'} (process ${pid ?? '?'})`;
    log.warn(`Live changes ${prefix} transaction ${xid} ${where}, which stays open`);
  };
};

/** Logs what holds up the cursor, and what would if it were of this database. */
export const createCursorLog = (log: LinkLog) => {
  const logOwn = createTransactionLog(log, 'wait for');
  const logForeign = createTransactionLog(log, 'go on without');
  return ({ own, foreign }: CursorReading, now: number): void => {
    logOwn(own, now);
    logForeign(foreign, now);
  };
};

const isCursor = (cursor: string): boolean => /^\d{1,20}$/.test(cursor);

/** True if one cursor is before another; false if the other is no cursor. */
export const isBehind = (one: LiveCursor, other: string): boolean =>
  isCursor(other) && BigInt(one) < BigInt(other);

/** @throws ExpiredCursor when `cursor` cannot be continued at `now` */
export const checkCursor = (cursor: string, now: LiveCursor): void => {
  if (!isCursor(cursor)) throw new ExpiredCursor('Not a cursor');
  const behind = BigInt(now) - BigInt(cursor);
  if (behind < 0n || behind > MAX_CURSOR_AGE) throw new ExpiredCursor('The cursor has expired');
};
