import type { NotNull } from 'kysely';
import { DAY, SECOND } from '../../domain/duration';
import { type Database, idsFrom } from '../../server/db';
import type { Recipient } from '../../server/notify/corrections';
import { queueForRecipients } from '../../server/notify/outbox';
import { noticeTasks } from '../../server/notify/send';
import { WebhookFailure } from '../../server/notify/webhook';
import { RECEIVER } from './desk';

/** Selects alarms with the data that their messages need. */
const selectAlarms = (db: Database) =>
  db
    .selectFrom('alertRecord as alarm')
    .select(['alarm.sn', 'alarm.org_id', 'alarm.create_time as at', 'police_type as alarm'])
    .select(['alarm.lat', 'alarm.lon', 'alarm.lock_status as status', 'fence_name as fence'])
    .select('alarm.severity')
    .$narrowType<{ sn: NotNull; org_id: NotNull; alarm: NotNull; status: NotNull }>()
    .$narrowType<{ lat: NotNull; lon: NotNull; fence: NotNull; severity: NotNull }>()
    .orderBy('alarm.create_time', 'desc')
    .orderBy('alarm.id');

const MAX_CALLS = 12;
/** One in this many calls needs a second attempt. */
const RETRIED = 4;

/**
 * Sends messages about alarms by the server's own tasks, with a clock of the past, and delivers none: texts about locks that
 * have phone numbers, and calls of the webhook until a day before the end, when it was switched off.
 */
export const sendMessages = async (db: Database, until: number): Promise<void> => {
  const { id, org_id: owner } = await db
    .selectFrom('webhook')
    .select(['id', 'org_id'])
    .$narrowType<{ org_id: NotNull }>()
    .where('url', '=', RECEIVER.url)
    .executeTakeFirstOrThrow();
  const called = await selectAlarms(db)
    .where('alarm.org_id', 'in', idsFrom('org_subtree', owner))
    .where('alarm.police_type', 'in', RECEIVER.kinds)
    .where('alarm.create_time', '<', until - DAY)
    .limit(MAX_CALLS)
    .execute();
  const texted = await selectAlarms(db)
    .innerJoin('device', 'device.sn', 'alarm.sn')
    .innerJoin('alarmConfig as config', 'config.device_id', 'device.id')
    .select(['config.phone', 'config.language'])
    .where('config.is_phone_config', '=', true)
    .execute();
  const notices = [
    ...called.map((alarm) => ({
      ...{ ...alarm, language: '', addresses: [['webhook', String(id), owner]] as Recipient[] },
    })),
    ...texted.map(({ phone, ...alarm }) => ({
      ...alarm,
      addresses: (phone ?? '').split(',').map((each): Recipient => ['sms', each, alarm.org_id]),
    })),
  ].sort((one, other) => one.at - other.at);
  let calls = 0;
  const tasks = noticeTasks({
    ...{ db, title: 'Sealdesk', log: { warn: () => {} } },
    mailer: { send: async () => {} },
    sms: async () => 'OK',
    webhooks: {
      call: async () => {
        calls += 1;
        if (calls % RETRIED === 2) throw new WebhookFailure(['Answered 503', '对方应答 503']);
        return 200;
      },
    },
  });
  const { signal } = new AbortController();
  for (const { org_id, language, addresses, ...event } of notices) {
    const sent = event.at + SECOND;
    await queueForRecipients(db, event, { org_id, language: language ?? '', addresses, now: sent });
    for (const now of [sent, sent + 30 * SECOND])
      for (const task of tasks) await task.run({ now: () => now, signal });
  }
};
