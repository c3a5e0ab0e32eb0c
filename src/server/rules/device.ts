import { sql } from 'kysely';
import { anyOf, idsFrom } from '../db';
import { type ActionWork, type EntityRules, recordReservedBy, rowIds } from '../entities';
import { lockAccessRules } from './access';
import { inheritAlarmSettings, propagateAlarmSettings, setAlarmSettings } from './alarms';
import type { LockBroker } from './context';

/**
 * Rules of locks. A lock that leaves its owner is disconnected, with the messages that wait for it. Its password,
 * tickets and state end by triggers: see the migrations `lockOwners` and `formerStates`.
 * @param isDeclared true for an entity of the configuration, whose table exists
 */
export const deviceRules = (
  broker: LockBroker,
  isDeclared: (entity: string) => boolean,
): EntityRules => {
  const hasAlarms = isDeclared('alarmConfig');
  const ownTables = ['alarmConfig', 'alarmMute'].filter(isDeclared);
  const access = lockAccessRules(broker);
  return {
    afterCommit: access.afterCommit,
    afterOperation: async (stored) => {
      const { row, current } = stored;
      if (current && (current.sn !== row.sn || current.org_id !== row.org_id))
        access.leave(String(current.sn));
      access.change(String(row.sn));
      if (hasAlarms) await propagateAlarmSettings(stored);
      if (isDeclared('waitingLock') && !stored.current) {
        const waiting = sql.table('waitingLock');
        await sql`delete from ${waiting} where sn = ${stored.row.sn}`.execute(stored.db);
      }
    },
    beforeDelete: async ({ db, rows }) => {
      for (const { sn } of rows) access.leave(String(sn));
      const ids = rowIds(rows);
      for (const table of ownTables) {
        await sql`
          delete from ${sql.table(table)} where device_id = any(${ids}::bigint[])`.execute(db);
      }
      await sql`select leave_loans(${ids}, '{}')`.execute(db);
    },
    actions: {
      ...access.actions,
      ...(hasAlarms && { setAlarms: setAlarmSettings, inheritAlarms: inheritAlarmSettings }),
    },
  };
};

/**
 * Extends the package from its expiry, or from today if it has expired. One month after 31 January is the last day of
 * February.
 */
const renew = async ({ db, rows, args, caller }: ActionWork) => {
  const setting = { ids: rowIds(rows), fields: ['packageTime'] };
  await recordReservedBy(db, { name: 'device' }, setting, caller);
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set((eb) => ({
      packageTime: sql<string>`(greatest(server_today(), ${eb.ref('packageTime')})
        + make_interval(months => ${args.months}::int))::date`,
    }))
    .where('id', '=', anyOf(rowIds(rows)))
    .where('org_id', 'in', idsFrom('org_subtree', caller.oper.org_id))
    .executeTakeFirstOrThrow();
  return { done: Number(numUpdatedRows) };
};

/** Rules of SIM card renewals. SIM cards are columns of the devices that hold them. */
export const cardRenewalRules: EntityRules = { actions: { renew } };
