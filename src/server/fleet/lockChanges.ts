import { type Kysely, sql } from 'kysely';
import { MINUTE } from '../../domain/duration';
import { lit, type Tables } from '../db';
import { ExpiredCursor, type LiveCursor } from './liveCursor';

/** Time for which changes of locks are kept, ms. A reader further behind must start with a new snapshot. */
const CHANGE_TTL = 15 * MINUTE;

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
    select (select xid > ${from}::text::xid8 from device_change order by xid limit 1) as expired,
      array(
        select distinct unnest(device_ids) from device_change
        where xid >= ${from}::text::xid8 and xid < ${to}::text::xid8
      ) as ids`.execute(db);
  if (rows[0]?.expired) throw new ExpiredCursor('The cursor has expired');
  return rows[0]?.ids ?? [];
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
