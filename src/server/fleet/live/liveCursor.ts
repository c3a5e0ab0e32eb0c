import { sql } from 'kysely';
import { CallError, serverLabel } from '../../calls/endpoint';
import type { Database } from '../../db';
import type { LinkLog } from '../link';

/**
 * Position of a reader of changes: the oldest transaction of this database that was still open at the last poll.
 * Every row carries the transaction that changed it, so changes committed out of order are neither lost nor read
 * half.
 */
export type LiveCursor = string;

/** Number of transactions after which a cursor expires. A reader further behind must start with a new snapshot. */
const MAX_CURSOR_AGE = 10_000_000n;

/** Refusal of a cursor of another database, from the future, or too far behind, and of an id that is no part's. */
export class ExpiredCursor extends CallError {
  constructor() {
    super('expired', serverLabel('cursor'));
  }
}

/** A transaction that has neither committed nor rolled back. */
interface OpenTransaction {
  readonly xid: string;
  /** Process of its connection; null for a prepared transaction, and for one that just began or ended. */
  readonly pid: number | null;
  /** Null if unknown. */
  readonly database: string | null;
  /** True only if it is known to belong to another database; it then changes no row of this one. */
  readonly is_foreign: boolean;
}

interface CursorReading {
  readonly cursor: LiveCursor;
  /** Oldest open transaction, which the cursor waits for. */
  readonly own?: OpenTransaction;
  /** Oldest open transaction of another database. */
  readonly foreign?: OpenTransaction;
}

/**
 * Reads the current cursor; inside a transaction, that of its snapshot. A PostgreSQL snapshot includes the
 * transactions of all databases of the cluster. Those of other databases are recognised by the lock that each holds
 * on its own id. A transaction whose database is unknown counts as one of this database, so a cursor may be behind an
 * earlier one and is still valid.
 */
export const readCursor = async (db: Database): Promise<CursorReading> => {
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

export const currentCursor = async (db: Database): Promise<LiveCursor> =>
  (await readCursor(db)).cursor;

/** Age at which an open transaction is logged, ms. */
const LOG_AFTER = 5_000;

/** Logs once that a transaction stays open. @param prefix start of the log line, before the transaction */
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

/** Logs transactions that hold up the cursor, and those of other databases, which do not. */
export const createCursorLog = (log: LinkLog) => {
  const logOwn = createTransactionLog(log, 'wait for');
  const logForeign = createTransactionLog(log, 'go on without');
  return ({ own, foreign }: CursorReading, now: number): void => {
    logOwn(own, now);
    logForeign(foreign, now);
  };
};

const isCursor = (cursor: string): boolean => /^\d{1,20}$/.test(cursor);

/** True if one cursor is before another; false if the other is not a cursor. */
export const isBehind = (one: LiveCursor, other: string): boolean =>
  isCursor(other) && BigInt(one) < BigInt(other);

/** @throws ExpiredCursor if `cursor` cannot be continued at `now` */
export const checkCursor = (cursor: string, now: LiveCursor): void => {
  if (!isCursor(cursor)) throw new ExpiredCursor();
  const behind = BigInt(now) - BigInt(cursor);
  if (behind < 0n || behind > MAX_CURSOR_AGE) throw new ExpiredCursor();
};
