import { sql } from 'kysely';
import { MINUTE } from '../../../domain/duration';
import { as, type Database, lit, query, type Selected, type Sql, table } from '../../db';
import { ExpiredCursor, type LiveCursor } from './liveCursor';

/** Time for which changes of locks are kept, ms. A reader further behind must start with a new snapshot. */
const CHANGE_TTL = 15 * MINUTE;

const change = table('device_change');
const deletion = table('device_gone');
const device = table('device');

/** Condition on the transaction of a change. @param to no end if undefined */
const isWithin = (xid: Sql, from: LiveCursor, to?: LiveCursor): Sql =>
  to === undefined
    ? sql`${xid} >= ${from}::text::xid8`
    : sql`${xid} >= ${from}::text::xid8 and ${xid} < ${to}::text::xid8`;

/** Selects true if changes since `from` may have been deleted, and the ids of the locks that changed. */
const changedIds = (from: LiveCursor, to?: LiveCursor) =>
  sql`
  ${as<boolean | null>()(
    sql`(select ${change.xid} > ${from}::text::xid8 from ${change.$from} order by ${change.xid} limit 1)`,
    'expired',
  )},
  ${as<number[]>()(
    sql`array(
      select distinct unnest(${change.device_ids}) from ${change.$from}
      where ${isWithin(change.xid, from, to)} order by 1
    )`,
    'ids',
  )}` as Selected<{ readonly expired: boolean | null; readonly ids: readonly number[] }>;

const unexpired = <R extends { readonly expired: boolean | null }>([row]: readonly R[]): R => {
  if (!row || row.expired) throw new ExpiredCursor();
  return row;
};

/**
 * Returns the ids of the locks that changed between two cursors.
 * @throws ExpiredCursor if changes since `from` may have been deleted
 */
export const changedLocks = async (
  db: Database,
  from: LiveCursor,
  to: LiveCursor,
): Promise<readonly number[]> => {
  const { rows } = await query`select ${changedIds(from, to)}`.execute(db);
  return unexpired(rows).ids;
};

export interface LaterChanges {
  readonly ids: readonly number[];
  /** Serial numbers that no lock has any more. */
  readonly goneSns: readonly string[];
}

/**
 * Returns the changes since a cursor.
 * @param to end of the changes; by default those of transactions after an open one count too
 * @throws ExpiredCursor if changes since `from` may have been deleted
 */
export const laterChanges = async (
  db: Database,
  from: LiveCursor,
  to?: LiveCursor,
): Promise<LaterChanges> => {
  const goneSns = sql`array(
    select distinct ${deletion.sn} from ${deletion.$from} where ${isWithin(deletion.change_xid, from, to)}
      and not exists (select from ${device.$from} where ${device.sn} = ${deletion.sn})
  )`;
  const { rows } = await query`
    select ${changedIds(from, to)}, ${as<readonly string[]>()(goneSns, 'goneSns')}`.execute(db);
  return unexpired(rows);
};

/**
 * Deletes old changes and deletions of locks. The newest old change is kept: nothing after it was deleted, so its
 * transaction is the oldest valid cursor. A cursor never waits for a transaction before it.
 * @param now epoch ms
 */
export const deleteOldChanges = async (db: Database, now: number): Promise<void> => {
  const newest = await db
    .selectFrom('device_change')
    .select('xid')
    .where('at', '<', now - CHANGE_TTL)
    .where('xid', '<', sql<string>`pg_snapshot_xmin(pg_current_snapshot())`)
    .orderBy('xid', 'desc')
    .limit(lit(1))
    .executeTakeFirst();
  if (!newest) return;
  await db.deleteFrom('device_change').where('xid', '<', newest.xid).execute();
  await db.deleteFrom('device_gone').where('change_xid', '<', newest.xid).execute();
};
