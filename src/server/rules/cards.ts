import { sql } from 'kysely';
import { MAX_CHILD_LOCKS } from '../../domain/card';
import { CallError, invalidInput, serverLabel } from '../calls/endpoint';
import { type Database, idsFrom } from '../db';
import { type EntityRules, type RecordChange, rowIds } from '../entities';
import type { RuleDependencies } from './context';

const MAX_NAMES = 5;

/** Refuses to delete a card that a regional rule uses. */
export const icCardRules = ({ config }: RuleDependencies): EntityRules => {
  if (!config.entities.some(({ name }) => name === 'regionalRule')) return {};
  return {
    beforeDelete: async ({ db, rows, caller }) => {
      const uses = await db
        .selectFrom('regionalRule')
        .select('regional_rule as name')
        .where('cards', '&&', sql<number[]>`${rowIds(rows)}::bigint[]`)
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

/** Checks the number of child locks of the lock that a change assigns one to. */
const checkNumber = async ({ db, values, current }: RecordChange): Promise<void> => {
  const { device_id: device } = values;
  if (typeof device !== 'number' || device === current?.device_id) return;
  // Serialises changes of one lock's children, so that two cannot both take the last place. The device row itself is
  // not locked, because reports need it.
  await sql`select pg_advisory_xact_lock(hashtext(${`child locks ${device}`}))`.execute(db);
  if ((await countChildLocks(db, device)) < MAX_CHILD_LOCKS) return;
  throw invalidInput({ device_id: serverLabel('childLocks', { max: MAX_CHILD_LOCKS }) });
};

export const childLockRules: EntityRules = {
  resolveInput: async (change) => {
    await checkNumber(change);
    return change.values;
  },
  // A child lock has the organisation of its lock, not that of the operator who enters it.
  afterOperation: async ({ db, row }) => {
    await db
      .updateTable('childLock')
      .from('device')
      .set((eb) => ({ org_id: eb.ref('device.org_id') }))
      .where('childLock.id', '=', Number(row.id))
      .whereRef('device.id', '=', 'childLock.device_id')
      .execute();
  },
};

/** Counts the child locks of a lock, including those that the caller does not see. */
export const countChildLocks = async (db: Database, deviceId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('childLock')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return count;
};
