import { sql } from 'kysely';
import {
  type ActionAnswer,
  type ActionWork,
  type EntityRules,
  noteSetter,
  type Stored,
} from '../entities';
import { lockAccessRules } from './access';
import type { LockBroker } from './context';

const idsOf = (rows: ActionWork['rows']): number[] => rows.map(({ id }) => Number(id));

/** Gives every lock the same alarm settings, whatever it had before. */
const setAlarms = async ({ db, rows, args }: ActionWork): Promise<ActionAnswer> => {
  const { receive_type, language, is_phone_config, phone, is_mail_config, mail_box } = args;
  const ids = idsOf(rows);
  await sql`
    insert into "alarmConfig" as config
      (device_id, org_id, receive_type, language, is_phone_config, phone, is_mail_config, mail_box)
    select id, org_id, ${receive_type}::integer, ${language}, ${is_phone_config ?? false},
      ${phone ?? null}, ${is_mail_config ?? false}, ${mail_box ?? null}
    from device where id = any(${ids}::bigint[])
    on conflict (device_id) do update set
      (org_id, receive_type, language, is_phone_config, phone, is_mail_config, mail_box) =
      (excluded.org_id, excluded.receive_type, excluded.language, excluded.is_phone_config,
       excluded.phone, excluded.is_mail_config, excluded.mail_box)`.execute(db);
  return { done: ids.length };
};

/**
 * A lock that goes to another tenant takes no phone numbers of the old one along; up or down the same line of
 * organisations its alarm settings stay with it.
 */
const passOnAlarms = async ({ db, row, current }: Stored): Promise<void> => {
  if (!current || current.org_id === row.org_id) return;
  await sql`
    delete from "alarmConfig" where device_id = ${row.id}
      and ${row.org_id}::bigint not in (select org_subtree(${current.org_id}))
      and ${current.org_id}::bigint not in (select org_subtree(${row.org_id}))`.execute(db);
  await sql`
    update "alarmConfig" set org_id = ${row.org_id} where device_id = ${row.id}`.execute(db);
};

/**
 * What belongs to a lock goes with it: whoever gets its number next must not let it in by the old password.
 * @param hasAlarms whether the configuration declares alarm settings, and so their table
 */
export const deviceRules = (broker: LockBroker, hasAlarms: boolean): EntityRules => {
  const access = lockAccessRules(broker);
  return {
    afterCommit: access.afterCommit,
    afterOperation: async (stored) => {
      await access.afterOperation?.(stored);
      if (hasAlarms) await passOnAlarms(stored);
    },
    beforeDelete: async ({ db, rows }) => {
      const ids = idsOf(rows);
      if (hasAlarms) {
        await sql`delete from "alarmConfig" where device_id = any(${ids}::bigint[])`.execute(db);
      }
      for (const table of ['lock_access', 'lock_secret', 'lock_setting']) {
        await sql`
          delete from ${sql.table(table)} where sn = any(${rows.map(({ sn }) => sn)})`.execute(db);
      }
    },
    actions: { ...access.actions, ...(hasAlarms && { setAlarms }) },
  };
};

/** Alarm settings belong to whoever has the lock, not to whoever enters them. */
export const alarmConfigRules: EntityRules = {
  afterOperation: async ({ db, row }) => {
    await sql`
      update "alarmConfig" set org_id = device.org_id from device
      where "alarmConfig".id = ${row.id} and device.id = "alarmConfig".device_id`.execute(db);
  },
};

/** Whoever takes an alarm says to all others that they need not; it can be taken over. */
const take = async (work: ActionWork) => {
  const { db, caller, now } = work;
  await sql`
    update "alertRecord" set taken_by = ${caller.oper.operName}, take_time = ${now}
    where id = any(${idsOf(work.rows)}::bigint[])`.execute(db);
  return { done: work.rows.length };
};

/** Ends alarms. The devices are held first: their counts of open alarms go down by those that are ended here. */
const process = async (work: ActionWork) => {
  const { db, rows, args, caller, now } = work;
  const sns = [...new Set(rows.map(({ sn }) => String(sn)))];
  await sql`select id from device where sn = any(${sns}) order by sn for update`.execute(db);
  await sql`
    update "alertRecord"
    set state = 1, processed_by = ${caller.oper.operName}, process_time = ${now},
        process_note = ${args.note ?? null}
    where id = any(${idsOf(work.rows)}::bigint[])`.execute(db);
  await sql`
    update device set alarms = greatest(0, device.alarms - ended.count)
    from (
      select sn, count(*)::integer as count
      from unnest(${rows.map(({ sn }) => String(sn))}::text[]) as sn group by sn
    ) as ended
    where device.sn = ended.sn`.execute(db);
  return { done: rows.length };
};

/** Alarms are shared: what one operator does with one, the others see. */
export const alarmRules: EntityRules = { actions: { take, process } };

/** From the expiry on, or from today where it has passed; 31 January and a month are the last day of February. */
const renew = async ({ db, rows, args, caller }: ActionWork) => {
  const setting = { ids: idsOf(rows), fields: ['packageTime'] };
  await noteSetter(db, { name: 'device' }, setting, caller);
  const { numAffectedRows } = await sql`
    update device set "packageTime" =
      (greatest(current_date, "packageTime") + make_interval(months => ${args.months}::int))::date
    where id = any(${rows.map(({ id }) => id)})
      and org_id in (select org_subtree(${caller.oper.org_id}))`.execute(db);
  return { done: Number(numAffectedRows ?? 0) };
};

/** SIM cards are rows of the devices that hold them. */
export const cardRenewalRules: EntityRules = { actions: { renew } };
