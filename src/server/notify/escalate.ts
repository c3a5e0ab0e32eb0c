import { sql } from 'kysely';
import { DAY, SECOND } from '../../domain/duration';
import type { LockEvent } from '../../domain/notice';
import { truncate } from '../../domain/text';
import { type Database, inTransaction, lit } from '../db';
import { readParameters } from '../db/parameters';
import { isClockInDoubt } from '../db/serverClock';
import type { Task } from '../work/worker';
import { addressesOf, type EscalationStep } from './escalationSteps';
import { queueForRecipients } from './outbox';

/** Escalates untaken alarms, each step once per alarm. */
export const escalationTasks = (db: Database): readonly Task[] => [
  {
    name: 'escalations',
    every: 5 * SECOND,
    run: async ({ now }) => (await escalate(db, now())) === MAX_DUE,
  },
  { name: 'old escalations', every: DAY, run: ({ now }) => deleteOld(db, now()) },
];

/** Maximum steps claimed at a time. */
const MAX_DUE = 500;

interface DueStep
  extends EscalationStep,
    Pick<LockEvent, 'sn' | 'at' | 'alarm' | 'status' | 'severity'> {
  readonly alarm_id: number;
  readonly step_id: number;
  readonly minutes: number;
  readonly language: string;
  readonly org_id: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly fence: string | null;
}

/**
 * Claims the due steps by marking them as done. The steps of the nearest enabled organisation apply that has any for
 * the severity. A step does not apply to alarms raised before it was created.
 */
const claimDue = async (db: Database, now: number): Promise<DueStep[]> => {
  const { rows } = await sql<DueStep>`
    with due as (
      select alarm.id as alarm_id, step.id as step_id, step.org_id as step_org, step.minutes,
        step.language, step.mail_box, step.phone, step.role_id, alarm.sn, alarm.org_id,
        alarm.create_time as at, alarm.police_type as alarm, alarm.lock_status as status,
        alarm.severity, alarm.lat, alarm.lon, alarm.fence_name as fence
      from "alertRecord" as alarm
      join "alarmEscalation" as step on step.severity = alarm.severity and step.org_id = (
        select line.id from org_line(alarm.org_id) as line
        where line.id in (select enabled_above(alarm.org_id)) and exists (
          select from "alarmEscalation" as own
          where own.org_id = line.id and own.severity = alarm.severity)
        order by line.depth limit 1)
      where alarm.state = 0 and alarm.taken_by is null and alarm.cleared_time is null
        and alarm.muted is not true
        and alarm.raise_time >= step.create_time
        and alarm.raise_time <= ${now}::bigint - step.minutes * 60000
        and not exists (
          select from alarm_escalated as done
          where done.alarm_id = alarm.id and done.step_id = step.id)
      order by alarm.id, step.minutes limit ${MAX_DUE}
    ), marked as (
      insert into alarm_escalated (alarm_id, step_id, at)
      select alarm_id, step_id, ${now}::bigint from due
      on conflict do nothing returning alarm_id, step_id
    )
    select due.* from due join marked using (alarm_id, step_id)`.execute(db);
  return rows;
};

const escalate = (db: Database, now: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const first = trx.selectFrom('alarmEscalation').select('id').limit(lit(1));
    if (!(await first.executeTakeFirst())) return 0;
    const due = await claimDue(trx, now);
    for (const step of due) {
      const addresses = await addressesOf(trx, step);
      await queueForRecipients(trx, eventOf(step), { ...step, addresses, now });
      const recipients = addresses.map(([, recipient]) => recipient).join(', ');
      await trx
        .insertInto('alarm_history')
        .values({
          create_time: now,
          alarm_id: step.alarm_id,
          sn: step.sn,
          org_id: step.org_id,
          event: 'escalated',
          detail: truncate(`${step.minutes} min: ${recipients || '–'}`, 400),
        })
        .execute();
    }
    return due.length;
  });

const eventOf = ({ sn, at, alarm, status, severity, ...step }: DueStep): LockEvent => ({
  ...{ sn, at, alarm, status, severity },
  lat: step.lat ?? undefined,
  lon: step.lon ?? undefined,
  fence: step.fence ?? undefined,
  untaken: step.minutes,
});

/** Deletes escalations and history that are older than the alarms themselves are kept. */
const deleteOld = async (db: Database, now: number): Promise<void> => {
  if (await isClockInDoubt(db, now)) return;
  const { record_keep_days } = await readParameters(db);
  const before = now - record_keep_days * DAY;
  const openAlarms = db.selectFrom('alertRecord').select('id').where('state', '=', lit(0));
  // Retention leaves alarms that wait to be processed.
  await db
    .deleteFrom('alarm_history')
    .where('create_time', '<', before)
    .where('alarm_id', 'not in', openAlarms)
    .execute();
  await db
    .deleteFrom('alarm_escalated')
    .where('at', '<', before)
    .where('alarm_id', 'not in', openAlarms)
    .execute();
};
