import type { Transaction } from 'kysely';
import type { AlarmKind } from '../../domain/alarm';
import type { Locale } from '../../domain/label';
import type { LockStatus } from '../../domain/lock';
import { noticeText } from '../../domain/notice';
import type { Tables } from '../../server/db';
import type { openPlaceReader } from '../../server/gazetteer/ownPlaces';
import { describePosition } from '../../server/gazetteer/placeCalls';

/** Alarm with the data that its messages need. */
export interface NotifiedAlarm {
  readonly sn: string;
  readonly org_id: number;
  readonly create_time: number;
  readonly police_type: AlarmKind;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly lock_status: LockStatus;
  readonly fence_name: string | null;
  readonly device_name: string | null;
}

/** Formats an alarm as the line that its messages had. */
export const alarmText = async (
  trx: Transaction<Tables>,
  places: ReturnType<typeof openPlaceReader>,
  alarm: NotifiedAlarm,
  locale: Locale,
): Promise<string> => {
  const { lat, lon, sn, create_time: at, fence_name } = alarm;
  const nameOf = await places.readFor(trx, alarm.org_id);
  const place =
    lat === null || lon === null ? undefined : describePosition({ lat, lon }, nameOf, locale);
  const event = {
    sn,
    at,
    alarm: alarm.police_type,
    status: alarm.lock_status,
    fence: fence_name ?? undefined,
  };
  const minutesEast = -new Date(at).getTimezoneOffset();
  return noticeText(event, { name: alarm.device_name, place, minutesEast }, locale);
};
