import { sql } from 'kysely';
import { MAX_CHILD_LOCKS } from '../../domain/card';
import { CallError, invalidInput, serverLabel } from '../calls/endpoint';
import { type Database, idsFrom } from '../db';
import type { EntityRules, RecordChange, StoredRecord } from '../entities';
import type { RuleDependencies } from './context';

const MAX_NAMES = 5;

/** Refuses to delete a card that a regional rule uses. */
export const icCardRules = ({ config }: RuleDependencies): EntityRules => {
  if (!config.entities.some(({ name }) => name === 'regionalRule')) return {};
  return {
    beforeDelete: async ({ db, rows, caller }) => {
      const ids = rows.map(({ id }) => Number(id));
      const uses = await db
        .selectFrom('regionalRule')
        .select('regional_rule as name')
        .where('cards', '&&', sql<number[]>`${ids}::bigint[]`)
        .where('org_id', 'in', idsFrom('org_subtree', caller.oper.org_id))
        .orderBy('id')
        .limit(MAX_NAMES)
        .execute();
      if (uses.length === 0) return;
      const names = uses.map(({ name }) => name).join(', ');
      throw new CallError('conflict', serverLabel('cardInRule', { names }));
    },
  };
};

/** Returns the lock that this change assigns a child lock to, or undefined. */
const newDevice = ({ values, current }: RecordChange): number | undefined => {
  const { device_id } = values;
  const isNew = typeof device_id === 'number' && device_id !== current?.device_id;
  return isNew ? device_id : undefined;
};

const checkNumber = async (change: RecordChange): Promise<void> => {
  const device = newDevice(change);
  if (device === undefined) return;
  const { db } = change;
  // Serialises changes of one lock's children, so that two cannot both take the last place. The device row itself is
  // not locked, because reports need it.
  await sql`select pg_advisory_xact_lock(hashtext(${`child locks ${device}`}))`.execute(db);
  if ((await countChildLocks(db, device)) < MAX_CHILD_LOCKS) return;
  throw invalidInput({ device_id: serverLabel('childLocks', { max: MAX_CHILD_LOCKS }) });
};

/** Gives a child lock the organisation of its lock, not that of the operator who enters it. */
const giveToOwner = async ({ db, row }: StoredRecord): Promise<void> => {
  await db
    .updateTable('childLock')
    .from('device')
    .set((eb) => ({ org_id: eb.ref('device.org_id') }))
    .where('childLock.id', '=', Number(row.id))
    .whereRef('device.id', '=', 'childLock.device_id')
    .execute();
};

export const childLockRules: EntityRules = {
  resolveInput: async (change) => {
    await checkNumber(change);
    return change.values;
  },
  afterOperation: giveToOwner,
};

/** Counts the child locks of a lock, including those that the caller does not see. */
export const countChildLocks = async (db: Database, deviceId: number): Promise<number> => {
  const rows = await db
    .selectFrom('childLock')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
    .execute();
  return rows[0]?.count ?? 0;
};
