import type { LockStatus } from '../../domain/lock';
import { type Database, type NewRow, updateRows } from '../../server/db';

/** Row of a lock, with the status that it reported. */
export type DeviceRow = NewRow<'device'> & { readonly status: LockStatus };

/** Adds locks with the status that they reported last. Those that exist already stay as they are. */
export const addLocks = async (db: Database, locks: readonly DeviceRow[]): Promise<void> => {
  const added = await db
    .insertInto('device')
    .values(locks.map(({ status: _, ...row }) => row))
    .onConflict((conflict) => conflict.doNothing())
    .returning('sn')
    .execute();
  const sns = new Set(added.map(({ sn }) => sn));
  const states = locks.filter(({ sn }) => sns.has(sn)).map(({ sn, status }) => ({ sn, status }));
  await updateRows(db, 'device_state', { keys: ['sn'], columns: ['status'] }, states);
};
