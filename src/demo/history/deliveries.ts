import { sql, type Transaction } from 'kysely';
import { DAY, SECOND } from '../../domain/duration';
import { DEFAULT_LOCALE } from '../../domain/label';
import { truncate } from '../../domain/text';
import type { Tables } from '../../server/db';
import type { openPlaceReader } from '../../server/gazetteer/ownPlaces';
import { RECEIVER } from '../seedAlarmRules';
import { alarmText, type NotifiedAlarm } from './alarmText';

interface DeliveryOptions {
  readonly places: ReturnType<typeof openPlaceReader>;
  /** End of the history, epoch ms. */
  readonly until: number;
}

const MAX_DELIVERIES = 12;
/** One in this many deliveries needs a second attempt. */
const RETRIED = 4;
/** The server's own delay after a first attempt, ms. */
const RETRY_DELAY = 30 * SECOND;

interface DeliveredAlarm extends NotifiedAlarm {
  readonly webhook_id: number;
  /** Name of the webhook. */
  readonly name: string;
}

/** Records calls of the demo's webhook until a day ago, when it was switched off. */
export const insertDeliveries = async (
  trx: Transaction<Tables>,
  { places, until }: DeliveryOptions,
): Promise<void> => {
  const { url } = RECEIVER;
  const { rows } = await sql<DeliveredAlarm>`
    select alarm.sn, alarm.org_id, alarm.create_time, alarm.police_type, alarm.lat, alarm.lon,
      alarm.lock_status, alarm.fence_name, device.device_name, webhook.id as webhook_id,
      webhook.name
    from webhook
    join "alertRecord" as alarm on alarm.org_id in (select org_subtree(webhook.org_id))
      and alarm.police_type = any(webhook.kinds)
    join device on device.sn = alarm.sn
    where webhook.url = ${url} and alarm.create_time < ${until - DAY}
    order by alarm.create_time desc, alarm.id limit ${MAX_DELIVERIES}`.execute(trx);
  for (const [i, alarm] of rows.entries()) {
    const subject = await alarmText(trx, places, alarm, DEFAULT_LOCALE);
    const insert = (at: number, tries: number, state: 1 | 3, reason: string | null) =>
      trx
        .insertInto('noticeRecord')
        .values({
          create_time: at,
          org_id: alarm.org_id,
          channel: 'webhook',
          recipient: `${alarm.name} (${url})`,
          subject: truncate(subject, 400),
          events: 1,
          sn: alarm.sn,
          state,
          reason,
          tries,
          webhook_id: alarm.webhook_id,
        })
        .execute();
    const at = alarm.create_time + SECOND;
    const isRetried = i % RETRIED === 1;
    if (isRetried) await insert(at, 1, 3, 'It cannot be reached');
    await (isRetried ? insert(at + RETRY_DELAY, 2, 1, null) : insert(at, 1, 1, null));
  }
};
