import { sql } from 'kysely';
import { MOST_CHILD_LOCKS } from '../../../domain/card';
import { invalid, text } from '../../calls';
import type { Change, EntityRules, Stored } from '../../entities';
import { countChildLocks } from './countChildLocks';

/** The lock that gets a child lock with this change, if one does. */
const newDevice = ({ values, current }: Change): number | undefined => {
  const { device_id } = values;
  const isNew = typeof device_id === 'number' && device_id !== current?.device_id;
  return isNew ? device_id : undefined;
};

const checkNumber = async (change: Change): Promise<void> => {
  const device = newDevice(change);
  if (device === undefined) return;
  const { db } = change;
  // Two at once would both find room for the last one. The device's own row is left to its reports.
  await sql`select pg_advisory_xact_lock(hashtext(${`child locks ${device}`}))`.execute(db);
  if ((await countChildLocks(db, device)) < MOST_CHILD_LOCKS) return;
  throw invalid({ device_id: text('childLocks', { max: MOST_CHILD_LOCKS }) });
};

/** A child lock belongs to whoever has its lock, not to whoever enters it. */
const giveToOwner = async ({ db, row }: Stored): Promise<void> => {
  await sql`
    update "childLock" set org_id = device.org_id from device
    where "childLock".id = ${row.id} and device.id = "childLock".device_id`.execute(db);
};

export const childLockRules: EntityRules = {
  prepare: async (change) => {
    await checkNumber(change);
    return change.values;
  },
  settle: giveToOwner,
};
