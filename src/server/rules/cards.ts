import { sql } from 'kysely';
import { MOST_CHILD_LOCKS } from '../../domain/card';
import type { Database } from '../db';
import { CallError, invalid, text } from '../endpoint';
import type { Change, EntityRules, Stored } from '../entities';
import type { RuleDependencies } from './context';

/** Rules named in a refusal. */
const NAMED = 5;

/** A card that a rule lets swipe stays until the rule lets go of it. */
export const icCardRules = ({ config }: RuleDependencies): EntityRules => {
  if (!config.entities.some(({ name }) => name === 'regionalRule')) return {};
  return {
    beforeDelete: async ({ db, rows, caller }) => {
      const ids = rows.map(({ id }) => Number(id));
      const { rows: uses } = await sql<{ name: string }>`
        select regional_rule as name from "regionalRule"
        where cards && ${ids}::bigint[] and org_id in (select org_subtree(${caller.oper.org_id}))
        order by id limit ${NAMED}`.execute(db);
      if (uses.length === 0) return;
      const names = uses.map(({ name }) => name).join(', ');
      throw new CallError('conflict', text('cardInRule', { names }));
    },
  };
};

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
  resolveInput: async (change) => {
    await checkNumber(change);
    return change.values;
  },
  afterOperation: giveToOwner,
};

/** How many child locks a lock has, whoever sees them. */
export const countChildLocks = async (db: Database, deviceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from "childLock" where device_id = ${deviceId}`.execute(db);
  return rows[0]?.count ?? 0;
};
