import { type ContactReason, REFUSED } from '../../domain/connection';
import { PROTOCOL } from '../../domain/family';
import { LOCK, type LockStatus } from '../../domain/lock';
import { type Database, type NewRow, updateRows } from '../../server/db';
import { isLockPassword } from '../../server/fleet';

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

/**
 * Locks without a simulation, for recorded tracks. The second has no data, like locks created as a range of serial
 * numbers.
 */
export const replayLocks = (now: number, org_id: number, like?: DeviceRow): DeviceRow[] => {
  const common = { org_id, status: LOCK.sealed, stock_status: 1, create_time: now } as const;
  const bare = { ...common, device_name: null, protocol: PROTOCOL.mqtt };
  return [
    { ...like, ...bare, sn: 'REPLAY01' },
    { ...bare, sn: 'REPLAY02' },
  ];
};

type Judge = (sn: string, password: string) => Promise<ContactReason | undefined>;

/**
 * Wraps the broker's authenticator: a replay lock that does not exist yet is created and admitted. In a demo with
 * history it is therefore not in the fleet before a track is played.
 * @param secret secret from which the locks' passwords are derived
 */
export const admitReplay =
  (db: Database, secret: string, judge: Judge): Judge =>
  async (sn, password) => {
    const why = await judge(sn, password);
    if (why !== REFUSED.unknown || !isLockPassword(secret, sn, password)) return why;
    const owner = await db
      .selectFrom('oper')
      .select('org_id')
      .where('org_id', '<>', 1)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const replayLock = owner && replayLocks(Date.now(), owner.org_id).find((row) => row.sn === sn);
    if (!replayLock) return why;
    await addLocks(db, [replayLock]);
    return undefined;
  };
