import { type NotNull, sql } from 'kysely';
import { phonesOf, WITHDRAWN } from '../../domain/alarm';
import type { LockEvent } from '../../domain/notice';
import { always, as, type Database, idsFrom, listAs, lit, query, table } from '../db';
import type { Recipient } from './corrections';

export interface EscalationStep {
  readonly step_org: number;
  readonly mail_box: string | null;
  readonly phone: string | null;
  readonly role_id: number | null;
}

/**
 * Returns the mail address and phone numbers of a step, and those of the enabled operators with its role, without
 * duplicates. There are none if the organisation of the step is disabled.
 */
export const addressesOf = async (
  db: Database,
  { mail_box, phone, role_id, step_org }: EscalationStep,
): Promise<Recipient[]> => {
  const enabled = db.selectFrom('org').select('id').where('id', '=', step_org);
  const isEnabled = enabled.where('id', 'in', idsFrom('enabled_above', step_org));
  if (!(await isEnabled.executeTakeFirst())) return [];
  const rows = await db
    .selectFrom('oper')
    .select('operPhone as phone')
    .where('role_id', '=', role_id)
    .where('org_id', '=', step_org)
    .where('status', '=', lit(1))
    .where('operPhone', '<>', lit(''))
    .$narrowType<{ phone: NotNull }>()
    .execute();
  const phones = new Set([...phonesOf(phone ?? ''), ...rows.map((oper) => oper.phone)]);
  return [
    ...(mail_box ? [['mail', mail_box, step_org] as const] : []),
    ...[...phones].map((each) => ['sms', each, step_org] as const),
  ];
};

interface EscalatedNotice {
  readonly address: Recipient;
  /** Event as the escalation sent it. */
  readonly escalated: LockEvent;
  readonly event: LockEvent;
  readonly org_id: number;
  readonly language: string;
}

const alarm = table('alertRecord', 'alarm');
const done = table('alarm_escalated', 'done');
const lock = table('device_state', 'lock');

/** Returns the recipients of the escalations of withdrawn alarms. */
export const escalatedNotices = async (
  trx: Database,
  events: readonly LockEvent[],
): Promise<EscalatedNotice[]> => {
  const withdrawn = events.filter((event) => event.withdrawn === true);
  if (withdrawn.length === 0) return [];
  const list = listAs(
    'event',
    { place: 'integer', sn: 'varchar', alarm: 'integer', at: 'bigint', fence: 'text' },
    withdrawn.map(({ sn, alarm, at, fence }, place) => ({ place, sn, alarm, at, fence })),
  );
  const { rows } = await query`
    select ${as<number>()(sql`event.place`, 'place')}, ${always(alarm.$pick('org_id'))},
      ${done.$pick('step_id')}
    from ${list}
    join ${lock.$from} on ${lock.sn} = event.sn
    join ${alarm.$from} on ${alarm.sn} = event.sn and ${alarm.org_id} = ${lock.org_id}
      and ${alarm.create_time} = event.at and ${alarm.police_type} = event.alarm
      and ${alarm.fence_name} is not distinct from event.fence and ${alarm.state} = ${WITHDRAWN}
    join ${done.$from} on ${done.alarm_id} = ${alarm.id}`.execute(trx);
  const notices: EscalatedNotice[] = [];
  for (const { place, org_id, step_id } of rows) {
    const step = await trx
      .selectFrom('alarmEscalation')
      .select(['org_id as step_org', 'mail_box', 'phone', 'role_id', 'minutes', 'language'])
      .where('id', '=', step_id)
      .executeTakeFirst();
    const event = withdrawn[place];
    if (!step || !event) continue;
    const { language, minutes } = step;
    const escalated = { ...event, untaken: minutes };
    for (const address of await addressesOf(trx, step)) {
      notices.push({ address, escalated, event, org_id, language });
    }
  }
  return notices;
};
