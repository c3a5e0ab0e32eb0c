import { sql } from 'kysely';
import { type ContactReason, REFUSED } from '../domain/connection';
import { recordedLockName } from '../domain/demoNames';
import { type LockProtocol, PROTOCOL } from '../domain/family';
import { storedText } from '../domain/label';
import { LOCK, type LockStatus } from '../domain/lock';
import type { Database } from '../server/db';
import { isLockPassword } from '../server/fleet';
import { addLocks } from './addLocks';

/** Row of a demo lock. A type, not an interface, because only a type is assignable to a row of any table. */
export type DeviceRow = {
  readonly sn: string;
  readonly device_name: string | null;
  readonly org_id: number | undefined;
  readonly sim_card: string | null;
  readonly device_type_id: number | undefined;
  readonly factory_id: number | undefined;
  readonly packageTime: string | null;
  readonly stock_status: number;
  readonly protocol: LockProtocol;
  readonly status: LockStatus;
  readonly create_time: number;
};

/**
 * Locks without a simulation, for recorded tracks. The second has no data, like locks created as a range of serial
 * numbers.
 */
export const replayLocks = (
  now: number,
  org_id: number | undefined,
  like?: DeviceRow,
): DeviceRow[] => {
  const bare = {
    device_name: null,
    sim_card: null,
    device_type_id: undefined,
    factory_id: undefined,
    packageTime: null,
    stock_status: 1,
    protocol: PROTOCOL.mqtt,
    org_id,
    status: LOCK.sealed,
    create_time: now,
  };
  const own = {
    device_name: storedText(recordedLockName),
    org_id,
    status: LOCK.sealed,
    create_time: now,
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
    const replayLock = replayLocks(Date.now(), undefined).find((lock) => lock.sn === sn);
    if (why !== REFUSED.unknown || !replayLock || !isLockPassword(secret, sn, password)) return why;
    const { rows } = await sql<{ org_id: number }>`
      select org_id from oper where org_id <> 1 order by id limit 1`.execute(db);
    if (!rows[0]) return why;
    await addLocks(db, [{ ...replayLock, org_id: rows[0].org_id }]);
    return undefined;
  };
