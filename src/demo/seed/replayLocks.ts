import { type ContactReason, REFUSED } from '../../domain/connection';
import { PROTOCOL } from '../../domain/family';
import { LOCK } from '../../domain/lock';
import type { Database } from '../../server/db';
import { isLockPassword } from '../../server/fleet';
import { addLocks, type DeviceRow } from './addLocks';

/**
 * Locks without a simulation, for recorded tracks. The second has no data, like locks created as a range of serial
 * numbers.
 */
export const replayLocks = (now: number, org_id: number, like?: DeviceRow): DeviceRow[] => {
  const own = { device_name: null, org_id, status: LOCK.sealed, create_time: now };
  const bare = {
    ...own,
    sim_card: null,
    device_type_id: undefined,
    factory_id: undefined,
    packageTime: null,
    stock_status: 1 as const,
    protocol: PROTOCOL.mqtt,
  };
  return [
    { ...bare, ...like, ...own, sn: 'REPLAY01' },
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
