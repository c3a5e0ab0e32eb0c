import { LOCK, type LockStatus, type PositionType } from '../../../domain/lock';
import type { LockReport } from '../../../domain/report';

/** What the latest state of a device is made from. */
export interface DeviceState {
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
}

/** Whether something newer is known already. */
export const isLate = (state: DeviceState, report: LockReport): boolean =>
  state.report_time !== null && report.ts < state.report_time;

/** Whether a report carries a place worth keeping: a lock without a fix reports zeros or nothing. */
export const hasPlace = ({ lat, lon, position_status }: LockReport): boolean =>
  lat !== undefined &&
  lon !== undefined &&
  position_status !== 1 &&
  position_status !== 2 &&
  !(lat === 0 && lon === 0);

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
  const place = hasPlace(report)
    ? {
        lat: report.lat ?? null,
        lon: report.lon ?? null,
        position_time: report.ts,
        speed: report.speed ?? null,
        course: report.course ?? null,
      }
    : {};
  return {
    ...state,
    ...place,
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
