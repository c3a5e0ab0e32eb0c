import { type RawBuilder, sql } from 'kysely';
import { type ActiveAlarm, type AlarmKind, WITHDRAWN } from '../../../domain/alarm';
import { type LockEvent, zonedTime } from '../../../domain/notice';
import { type Database, listAs } from '../../db';
import { ENTERED, LEFT } from '../places/fences';
import type { FenceCorrection } from '../places/lateFences';
import type { DeviceState } from '../state';
import { alarmKey } from './raiseAlarms';

interface CorrectedAlarm {
  readonly sn: string;
  readonly police_type: AlarmKind;
  readonly from: number;
  readonly to: number | null;
  readonly state: number;
  readonly muted: boolean | null;
  readonly status: LockEvent['status'];
  readonly severity: LockEvent['severity'];
  readonly lat: number | null;
  readonly lon: number | null;
  readonly fence: string | null;
  readonly late: boolean | null;
}

const listOf = (corrections: readonly FenceCorrection[]): RawBuilder<unknown> =>
  listAs(
    'correction',
    {
      sn: 'varchar',
      fence_id: 'bigint',
      police_type: 'integer',
      opposite: 'integer',
      from: 'bigint',
      to: 'bigint',
      alarm_to: 'bigint',
      lat: 'double precision',
      lon: 'double precision',
      detail: 'varchar',
    },
    corrections.map(({ sn, fence_id, police_type, from, to, alarm }) => ({
      ...{ sn, fence_id, police_type, from, to },
      opposite: police_type === LEFT ? ENTERED : LEFT,
      alarm_to: alarm?.create_time ?? null,
      lat: alarm && Number(alarm.row.lat),
      lon: alarm && Number(alarm.row.lon),
      detail: alarm && zonedTime(from, 0),
    })),
  );

/** Gives alarms their true time and place, and withdraws those that never happened. */
const correctRecords = async (
  db: Database,
  corrections: readonly FenceCorrection[],
  now: number | undefined,
): Promise<readonly CorrectedAlarm[]> => {
  const { rows } = await sql<CorrectedAlarm>`
    with known as (
      select alarm.id, alarm.create_time, alarm.org_id, alarm.state, alarm.muted, alarm.severity,
        alarm.lock_status as status, alarm.fence_name as fence, alarm.told_late as late,
        correction.sn, correction.police_type, correction."from", correction.alarm_to as "to",
        coalesce(correction.lat, alarm.lat) as lat, coalesce(correction.lon, alarm.lon) as lon,
        correction.detail
      from ${listOf(corrections)}
      join device_state as lock on lock.sn = correction.sn
      join "alertRecord" as alarm on alarm.sn = correction.sn and alarm.org_id = lock.org_id
        and alarm.create_time = correction."from" and alarm.police_type = correction.police_type
        and alarm.fence_id = correction.fence_id
      where alarm.state <> ${WITHDRAWN}
    ), changed as (
      update "alertRecord" as alarm
      set create_time = coalesce(known."to", alarm.create_time), lat = known.lat, lon = known.lon,
        last_time = coalesce(known."to", alarm.last_time),
        state = case when known."to" is null then ${WITHDRAWN} else alarm.state end
      from known where alarm.id = known.id and alarm.create_time = known.create_time
    ), noted as (
      insert into alarm_history (create_time, alarm_id, sn, org_id, event, detail)
      select coalesce(${now ?? null}::bigint, "from"), id, sn, org_id,
        case when "to" is null then 'withdrawn' else 'corrected' end, detail from known
    )
    select * from known`.execute(db);
  return rows;
};

/**
 * Corrects when the crossings cleared alarms of the other direction. An alarm whose clearing never happened is open
 * again, unless an operator processed it.
 * @returns the alarms that nothing clears any more
 */
const correctClearings = async (db: Database, corrections: readonly FenceCorrection[]) => {
  const { rows } = await sql<{
    readonly sn: string;
    readonly police_type: AlarmKind;
    readonly fence_id: number;
    readonly at: number;
    readonly reopened: boolean;
  }>`
    with known as (
      select alarm.id, alarm.create_time, alarm.sn, alarm.police_type, alarm.fence_id, correction."to",
        correction."to" is null and alarm.state = 1 and alarm.processed_by is null as reopened
      from ${listOf(corrections)}
      join device_state as lock on lock.sn = correction.sn
      join "alertRecord" as alarm on alarm.sn = correction.sn and alarm.org_id = lock.org_id
        and alarm.fence_id = correction.fence_id and alarm.police_type = correction.opposite
        and alarm.cleared_time = correction."from" and alarm.create_time <= correction."from"
        and alarm.state <> ${WITHDRAWN}
    ), changed as (
      update "alertRecord" as alarm
      set cleared_time = known."to",
        cleared_how = case when known."to" is null then null else alarm.cleared_how end,
        state = case when known.reopened then 0 else alarm.state end,
        process_time = case when known.reopened then null else alarm.process_time end
      from known where alarm.id = known.id and alarm.create_time = known.create_time
    )
    select sn, police_type, fence_id, create_time as at, reopened
    from known where "to" is null`.execute(db);
  return rows;
};

const eventOf = (alarm: CorrectedAlarm): LockEvent => {
  const { sn, from, to, lat, lon, status, severity, fence, late, police_type } = alarm;
  return {
    ...{ sn, alarm: police_type, status, severity, at: to ?? from },
    ...(to === null ? { withdrawn: true } : { was: from }),
    lat: lat ?? undefined,
    lon: lon ?? undefined,
    fence: fence ?? undefined,
    late: late === true || undefined,
  };
};

/**
 * Corrects stored fence alarms. None is deleted: what never happened is marked as withdrawn.
 * @param now server clock, epoch ms; undefined when history is seeded
 * @returns events of the corrections of alarms that are not muted, and the states of the locks with their counts of
 * open alarms and their active alarms updated
 */
export const correctAlarms = async (
  db: Database,
  corrections: readonly FenceCorrection[],
  states: readonly DeviceState[],
  now: number | undefined,
) => {
  if (corrections.length === 0) return { events: [], states };
  const corrected = await correctRecords(db, corrections, now);
  const uncleared = await correctClearings(db, corrections);
  const after = states.map((lock) => {
    const isOwn = ({ sn }: { readonly sn: string }) => sn === lock.sn;
    const closed = corrected.filter((each) => isOwn(each) && each.to === null && each.state === 0);
    const own = uncleared.filter(isOwn);
    const reopened = own.filter((each) => each.reopened);
    const active = own.map(({ police_type, fence_id, at }): [string, ActiveAlarm] => [
      alarmKey(police_type, fence_id),
      { at, last: at },
    ]);
    return {
      ...lock,
      alarms: Math.max(0, lock.alarms - closed.length + reopened.length),
      raised: { ...Object.fromEntries(active), ...lock.raised },
    };
  });
  return { events: corrected.filter(({ muted }) => muted !== true).map(eventOf), states: after };
};
