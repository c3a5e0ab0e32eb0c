import type { LatLon } from '../../../domain/geo/geometry';
import { LOCK, type LockStatus, type PositionType } from '../../../domain/lock';
import type { LockReport } from '../../../domain/report';

/** What the latest state of a device is made from. */
export interface DeviceState {
  readonly id: number;
  readonly sn: string;
  readonly org_id: number;
  readonly status: LockStatus;
  readonly report_time: number | null;
  readonly electric: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly position_type: PositionType | null;
  readonly position_time: number | null;
  readonly speed: number | null;
  readonly course: number | null;
  readonly voltage: number | null;
  readonly temperature: number | null;
  readonly version: string | null;
  readonly alarms: number;
  /** Its last exact place. */
  readonly fix_lat: number | null;
  readonly fix_lon: number | null;
  /** The rules in whose region it is taken to be. */
  readonly regions: readonly number[];
}

/** Whether something newer is known already. */
export const isLate = (state: DeviceState, report: LockReport): boolean =>
  state.report_time !== null && report.ts < state.report_time;

const FROM_BLIND_SPOT = 2;
const BASE_STATION: PositionType = 3;

/** The place that a report carries, where it is worth keeping: a lock without a fix reports zeros or nothing. */
export const placeOf = ({ lat, lon, position_status }: LockReport): LatLon | undefined =>
  lat === undefined ||
  lon === undefined ||
  position_status === 1 ||
  position_status === 2 ||
  (lat === 0 && lon === 0)
    ? undefined
    : { lat, lon };

/** The same, where it is good enough to say on which side of a border a lock was. */
export const exactPlaceOf = (report: LockReport): LatLon | undefined =>
  report.position_status === BASE_STATION ? undefined : placeOf(report);

/**
 * The same, where it tells that the lock is there now. What was recorded in a blind spot and sent from elsewhere says
 * where it was.
 */
export const presentPlaceOf = (state: DeviceState, report: LockReport): LatLon | undefined =>
  report.report_reson === FROM_BLIND_SPOT || isLate(state, report)
    ? undefined
    : exactPlaceOf(report);

/** The last exact place of a lock. */
export const fixOf = ({ fix_lat, fix_lon }: DeviceState): LatLon | undefined =>
  fix_lat === null || fix_lon === null ? undefined : { lat: fix_lat, lon: fix_lon };

/**
 * The state after a report. One that is older than what is known (a blind spot sent later, a repeat) changes nothing;
 * one without a place keeps the last.
 * @param raised alarms that the report raised
 */
export const afterReport = (
  state: DeviceState,
  report: LockReport,
  raised: number,
): DeviceState => {
  const alarms = state.alarms + raised;
  if (isLate(state, report)) return { ...state, alarms };
  const at = placeOf(report);
  const place = at && {
    ...at,
    position_time: report.ts,
    speed: report.speed ?? null,
    course: report.course ?? null,
  };
  const present = presentPlaceOf(state, report);
  const fix = present && { fix_lat: present.lat, fix_lon: present.lon };
  return {
    ...state,
    ...place,
    ...fix,
    status: report.lock_status,
    report_time: report.ts,
    electric: report.electric ?? state.electric,
    position_type: report.position_status ?? state.position_type,
    voltage: report.voltage ?? state.voltage,
    temperature: report.temperature ?? state.temperature,
    version: report.version ?? state.version,
    alarms,
  };
};

/** Whether a report says that the lock changed, not that it was heard for the first time. */
export const isStatusChange = (state: DeviceState, report: LockReport): boolean =>
  state.status !== report.lock_status && state.status !== LOCK.initial && !isLate(state, report);
