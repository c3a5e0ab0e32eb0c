import { sql } from 'kysely';
import type { ActionWork, EntityRules } from '../entities';

const idsOf = ({ rows }: ActionWork): number[] => rows.map(({ id }) => Number(id));

/** Whoever takes an alarm says to all others that they need not; it can be taken over. */
const take = async (work: ActionWork) => {
  const { db, caller, now } = work;
  await sql`
    update "alertRecord" set taken_by = ${caller.oper.operName}, take_time = ${now}
    where id = any(${idsOf(work)}::bigint[])`.execute(db);
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
    where id = any(${idsOf(work)}::bigint[])`.execute(db);
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
