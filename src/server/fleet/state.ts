import type { ActiveAlarms } from '../../domain/alarm';
import type { LockProtocol } from '../../domain/family';
import type { LatLon } from '../../domain/geo/geometry';
import {
  BLIND_SPOT,
  type LockReport,
  type LockStatus,
  type PositionType,
  type SensorName,
} from '../../domain/lock';
import { type KnownPlaces, nextPlaces, type TimedPlace } from '../../domain/track/leaps';

export interface ReceivedReport {
  readonly sn: string;
  readonly report: LockReport;
  /** Server clock, epoch ms. */
  readonly receivedAt: number;
  /** True if the time of receipt counts, because that of the report cannot be believed. */
  readonly isUndated?: boolean;
  /** Digest of the report as the lock sent it, to detect resends. Default: `reportDigest(report)`. */
  readonly digest?: string;
}

/** Columns of `device_state` from which the next state is computed. */
export interface DeviceState extends Readonly<Record<SensorName, number | null>> {
  readonly id: number;
  readonly sn: string;
  readonly org_id: number;
  readonly status: LockStatus;
  readonly report_time: number | null;
  /** Server clock when the latest report was received, epoch ms. Other signs of life are in `lock_seen`. */
  readonly seen_at: number | null;
  readonly electric: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly positionType: PositionType | null;
  readonly position_time: number | null;
  readonly speed: number | null;
  readonly course: number | null;
  readonly version: string | null;
  readonly alarms: number;
  readonly raised: ActiveAlarms;
  /** Last exact position. */
  readonly fix_lat: number | null;
  readonly fix_lon: number | null;
  /** Time of that position, epoch ms; null if it was stored before the column existed. */
  readonly fix_time: number | null;
  /** Later position that could not be reached from there, until the next one shows whether it is true. */
  readonly suspect_lat: number | null;
  readonly suspect_lon: number | null;
  readonly suspect_time: number | null;
  /** Time of the newest exact position that came late. The route since `fix_time` is known if it is later. Epoch ms. */
  readonly late_fix_time: number | null;
  /** Decides which commands it can be sent. */
  readonly protocol: LockProtocol;
  /** Ids of the fences that contain it, with hysteresis. */
  readonly fences: readonly number[];
  /** Ids of the rules whose regions contain it, with hysteresis. */
  readonly regions: readonly number[];
}

/** True if a newer report is stored. */
const isLate = (state: DeviceState, report: LockReport): boolean =>
  state.report_time !== null && report.ts < state.report_time;

/** True if a report concerns the past only. Reports from a blind spot always do, however new they are. */
export const isPast = (state: DeviceState, report: LockReport): boolean =>
  report.report_reson === BLIND_SPOT || isLate(state, report);

/** Returns the columns that every record copies from its report. */
export const reportedState = (state: DeviceState, report: LockReport) => {
  const { ts, version: _version, ...rest } = report;
  return {
    lock_status: state.status,
    ...rest,
    sn: state.sn,
    org_id: state.org_id,
    create_time: ts,
  };
};

const BASE_STATION: PositionType = 3;

/** Returns the position of a report; undefined if the lock has no fix and reports zeros or nothing. */
export const placeOf = ({ lat, lon, position_status }: LockReport): LatLon | undefined =>
  lat === undefined ||
  lon === undefined ||
  position_status === 1 ||
  position_status === 2 ||
  (lat === 0 && lon === 0)
    ? undefined
    : { lat, lon };

/** Returns the position if it is exact enough to decide on which side of a border the lock was. */
export const exactPlaceOf = (report: LockReport): LatLon | undefined =>
  report.position_status === BASE_STATION ? undefined : placeOf(report);

/**
 * Returns the exact position if it is the current one. A position recorded in a blind spot is where the lock was
 * earlier.
 */
export const presentPlaceOf = (state: DeviceState, report: LockReport): LatLon | undefined =>
  isPast(state, report) ? undefined : exactPlaceOf(report);

/** True if a report has an exact position that is not the current one. */
export const isPastPlace = (state: DeviceState, report: LockReport): boolean =>
  isPast(state, report) && exactPlaceOf(report) !== undefined;

const timedPlace = (lat: number | null, lon: number | null, at: number): TimedPlace | undefined =>
  lat === null || lon === null ? undefined : { lat, lon, at };

/** Returns the last exact positions. If `fix_time` is missing, the time of the last report counts. */
export const knownPlaces = (state: DeviceState): KnownPlaces<TimedPlace> => ({
  fix: timedPlace(state.fix_lat, state.fix_lon, state.fix_time ?? state.report_time ?? 0),
  suspect: timedPlace(state.suspect_lat, state.suspect_lon, state.suspect_time ?? 0),
});

export const placesAfter = (state: DeviceState, place: LatLon, { ts }: LockReport) =>
  nextPlaces(knownPlaces(state), { lat: place.lat, lon: place.lon, at: ts });
