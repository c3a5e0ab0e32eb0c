import type { NotNull } from 'kysely';
import { DAY, SECOND } from '../../../domain/duration';
import { DEFAULT_LOCALE, type Locale, localeOf } from '../../../domain/label';
import { noticeText, withSignature } from '../../../domain/notice';
import { truncate } from '../../../domain/text';
import { anyOf, type Database, idsFrom, insertRows, type NewRow } from '../../../server/db';
import type { openPlaceReader } from '../../../server/gazetteer/ownPlaces';
import { describePosition } from '../../../server/gazetteer/placeCalls';
import { randomChance } from '../../world/random';
import { RECEIVER } from '../desk';

type Places = ReturnType<typeof openPlaceReader>;

/** Selects alarms with the data that their messages need. */
const selectAlarms = (db: Database) =>
  db
    .selectFrom('alertRecord as alarm')
    .innerJoin('device', 'device.sn', 'alarm.sn')
    .select(['alarm.id', 'device.sn', 'device.org_id', 'device.device_name', 'alarm.create_time'])
    .select(['alarm.police_type', 'alarm.lat', 'alarm.lon', 'alarm.lock_status', 'fence_name'])
    .$narrowType<{ police_type: NotNull; lock_status: NotNull }>();

type NotifiedAlarm = Awaited<ReturnType<ReturnType<typeof selectAlarms>['execute']>>[number];

/** Formats an alarm as the line that its messages had. */
const alarmText = async (
  db: Database,
  places: Places,
  alarm: NotifiedAlarm,
  locale: Locale,
): Promise<string> => {
  const { lat, lon, sn, create_time: at, police_type, lock_status, fence_name } = alarm;
  const nameOf = await places.readFor(db, alarm.org_id);
  const place =
    lat === null || lon === null ? undefined : describePosition({ lat, lon }, nameOf, locale);
  const fence = fence_name ?? undefined;
  const event = { sn, at, alarm: police_type, status: lock_status, fence };
  const minutesEast = -new Date(at).getTimezoneOffset();
  return noticeText(event, { name: alarm.device_name, place, minutesEast }, locale);
};

/** Records the text messages about the alarms of locks that have phone numbers. */
export const sendMessages = async (
  db: Database,
  sns: readonly string[],
  places: Places,
): Promise<void> => {
  const alarms = await selectAlarms(db)
    .innerJoin('alarmConfig as config', 'config.device_id', 'device.id')
    .select(['config.language', 'config.phone'])
    .where('config.is_phone_config', '=', true)
    .where('alarm.sn', '=', anyOf(sns))
    .orderBy('alarm.create_time')
    .orderBy('alarm.id')
    .execute();
  const messages: NewRow<'smsRecord'>[] = [];
  for (const { language, phone: phones, ...alarm } of alarms) {
    const { id, sn, org_id, create_time } = alarm;
    const locale = localeOf(language);
    const line = await alarmText(db, places, alarm, locale);
    const content = truncate(withSignature('Sealdesk', line, locale), 400);
    const result =
      randomChance(id, 7) < 0.04
        ? ({ state: 2, message: 'UNREACHABLE' } as const)
        : ({ state: 1, message: 'OK' } as const);
    for (const phone of phones?.split(',') ?? []) {
      messages.push({ create_time: create_time + 2_000, sn, org_id, phone, content, ...result });
    }
  }
  await insertRows(db, 'smsRecord', messages);
};

const MAX_DELIVERIES = 12;
/** One in this many deliveries needs a second attempt. */
const RETRIED = 4;
/** The server's own delay after a first attempt, ms. */
const RETRY_DELAY = 30 * SECOND;

/** Records calls of the demo's webhook until a day before the end of the history, when it was switched off. */
export const insertDeliveries = async (
  db: Database,
  { places, until }: { readonly places: Places; readonly until: number },
): Promise<void> => {
  const webhook = await db
    .selectFrom('webhook')
    .select(['id', 'name', 'url', 'org_id'])
    .$narrowType<{ org_id: NotNull }>()
    .where('url', '=', RECEIVER.url)
    .executeTakeFirst();
  if (!webhook) return;
  const alarms = await selectAlarms(db)
    .where('alarm.org_id', 'in', idsFrom('org_subtree', webhook.org_id))
    .where('alarm.police_type', 'in', RECEIVER.kinds)
    .where('alarm.create_time', '<', until - DAY)
    .orderBy('alarm.create_time', 'desc')
    .orderBy('alarm.id')
    .limit(MAX_DELIVERIES)
    .execute();
  const records: NewRow<'noticeRecord'>[] = [];
  for (const [i, alarm] of alarms.entries()) {
    const line = await alarmText(db, places, alarm, DEFAULT_LOCALE);
    const record = {
      ...{ org_id: alarm.org_id, sn: alarm.sn, events: 1, webhook_id: webhook.id },
      ...{ recipient: `${webhook.name} (${webhook.url})`, subject: truncate(line, 400) },
    };
    const at = alarm.create_time + SECOND;
    const first = { create_time: at, tries: 1, state: 1, reason: null } as const;
    const sent = { ...record, channel: 'webhook' as const, ...first };
    if (i % RETRIED !== 1) records.push(sent);
    else {
      records.push({ ...sent, state: 3, reason: 'It cannot be reached' });
      records.push({ ...sent, create_time: at + RETRY_DELAY, tries: 2 });
    }
  }
  await insertRows(db, 'noticeRecord', records);
};
