import { type Kysely, sql } from 'kysely';
import { MINUTE } from '../../domain/duration';
import { lit, type Tables } from '../db';
import { ExpiredCursor, type LiveCursor } from './liveCursor';

/** Time for which changes of locks are kept, ms. A reader further behind must start with a new snapshot. */
const CHANGE_TTL = 15 * MINUTE;

/** True if changes since `from` may have been deleted; null if there is no change at all. */
const isExpired = (from: LiveCursor) => sql<boolean | null>`
  (select xid > ${from}::text::xid8 from device_change order by xid limit 1)`;

/**
 * Returns the ids of the locks that changed between two cursors.
 * @throws ExpiredCursor if changes since `from` may have been deleted
 */
export const changedLocks = async (
  db: Kysely<Tables>,
  from: LiveCursor,
  to: LiveCursor,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ expired: boolean | null; ids: number[] }>`
    select ${isExpired(from)} as expired,
      array(
        select distinct unnest(device_ids) from device_change
        where xid >= ${from}::text::xid8 and xid < ${to}::text::xid8
      ) as ids`.execute(db);
  if (rows[0]?.expired) throw new ExpiredCursor('The cursor has expired');
  return rows[0]?.ids ?? [];
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
  db: Kysely<Tables>,
  from: LiveCursor,
  to?: LiveCursor,
): Promise<LaterChanges> => {
  const isLater = (column: string) => sql`${sql.ref(column)} >= ${from}::text::xid8
    ${to === undefined ? sql`` : sql`and ${sql.ref(column)} < ${to}::text::xid8`}`;
  const { rows } = await sql<LaterChanges & { readonly expired: boolean | null }>`
    select ${isExpired(from)} as expired,
      array(
        select distinct unnest(device_ids) from device_change where ${isLater('device_change.xid')}
      ) as ids,
      array(
        select distinct sn from device_gone where ${isLater('device_gone.change_xid')}
          and not exists (select from device where device.sn = device_gone.sn)
      ) as "goneSns"`.execute(db);
  const [row] = rows;
  if (!row || row.expired) throw new ExpiredCursor('The cursor has expired');
  return row;
};

/**
 * Deletes old changes and deletions of locks. The newest old change is kept: nothing after it was deleted, so its
 * transaction is the oldest valid cursor. A cursor never waits for a transaction before it.
 * @param now epoch ms
 */
export const deleteOldChanges = async (db: Kysely<Tables>, now: number): Promise<void> => {
  const rows = await db
    .selectFrom('device_change')
    .select('xid as oldest')
    .where('at', '<', now - CHANGE_TTL)
    .where('xid', '<', sql<string>`pg_snapshot_xmin(pg_current_snapshot())`)
    .orderBy('xid', 'desc')
    .limit(lit(1))
    .execute();
  const [kept] = rows;
  if (!kept) return;
  await db.deleteFrom('device_change').where('xid', '<', kept.oldest).execute();
  await db.deleteFrom('device_gone').where('change_xid', '<', kept.oldest).execute();
};
