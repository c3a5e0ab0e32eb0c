import type { Row } from '../../config';
import type { AlarmKind } from '../../domain/alarm';
import { DAY } from '../../domain/duration';
import { boxAround, crossingOf } from '../../domain/geo/area';
import { distance, type GeoBounds, interpolate, type LatLon } from '../../domain/geo/geometry';
import { isWithinWeekTimes } from '../../domain/weekTimes';
import type { StoredFence } from '../places';
import { borderSide, HYSTERESIS_METRES } from './hysteresis';
import type { FenceCrossing } from './raiseAlarms';
import { type DeviceState, exactPlaceOf, presentPlaceOf, reportedState } from './reportRows';
import type { ReceivedReport } from './reports';

/** The fences that are about the locks of a batch. */
export interface FenceWatch {
  /** Those about a lock that are in a box, or that it is taken to be in. */
  readonly about: (
    lock: Pick<DeviceState, 'id' | 'org_id'>,
    box: GeoBounds,
    insideIds: readonly number[],
  ) => readonly StoredFence[];
}

/** Where a lock was, and when, ms since 1970. */
export interface FencePosition extends LatLon {
  readonly at: number;
}

/** A lock that went over the border of a fence. */
interface BorderCrossing {
  readonly fence: StoredFence;
  readonly police_type: AlarmKind;
  /** Where it was first seen on the other side; of a way through, a place and moment between. */
  readonly fix: FencePosition;
}

const LEFT: AlarmKind = 2002;
const ENTERED: AlarmKind = 2003;

/** A way through is believed between places that are farther apart than a receiver wanders, metres... */
const MIN_PASSAGE_METRES = 2 * HYSTERESIS_METRES;
/** ...and for which no more time was left than a lock sleeps, ms: nobody knows which way it went in a week. */
const MAX_PASSAGE_TIME = DAY;

interface FenceState {
  readonly fix: FencePosition | undefined;
  /** The fences that it is taken to be in. */
  readonly insideIds: readonly number[];
}

interface FenceChange {
  readonly insideIds: readonly number[];
  readonly borderCrossings: readonly BorderCrossing[];
}

/** Between two fixes, by a part of the way. */
const between = (from: FencePosition, to: FencePosition, part: number): FencePosition => ({
  ...interpolate(from, to, part),
  at: Math.round(from.at + part * (to.at - from.at)),
});

/** A fence that a lock was outside of and is outside of: into it and out again, if its way led through. */
const passageThrough = (
  fence: StoredFence,
  from: FencePosition,
  to: FencePosition,
): BorderCrossing[] => {
  if (to.at - from.at > MAX_PASSAGE_TIME || distance(from, to) < MIN_PASSAGE_METRES) return [];
  const parts = crossingOf(fence.area, from, to);
  if (!parts) return [];
  // A hair inside, so that the place is told to be in the fence.
  const inside = parts.entered + (parts.left - parts.entered) * 0.01;
  return [
    { fence, police_type: ENTERED, fix: between(from, to, inside) },
    { fence, police_type: LEFT, fix: to },
  ];
};

/** Box around a way, widened by the hysteresis of borders. */
const boxWithHysteresis = (from: LatLon, to: LatLon): GeoBounds => {
  const { south, west, north, east } = boxAround(from, to);
  const lat = HYSTERESIS_METRES / 100_000;
  const lon =
    lat / Math.cos((Math.min(85, Math.max(Math.abs(south), Math.abs(north))) / 180) * Math.PI);
  return { south: south - lat, west: west - lon, north: north + lat, east: east + lon };
};

/** Which fences a lock entered and left by going to a place. */
export const fenceChanges = (
  watch: FenceWatch,
  lock: Pick<DeviceState, 'id' | 'org_id'>,
  { fix, insideIds }: FenceState,
  to: FencePosition,
): FenceChange => {
  const ids: number[] = [];
  const borderCrossings: BorderCrossing[] = [];
  for (const fence of watch.about(lock, boxWithHysteresis(fix ?? to, to), insideIds)) {
    const { wasInside, isInside } = borderSide(
      fence.area,
      { fix, inside: insideIds.includes(fence.id) },
      to,
    );
    if (isInside) ids.push(fence.id);
    if (wasInside === false && isInside)
      borderCrossings.push({ fence, police_type: ENTERED, fix: to });
    else if (wasInside === true && !isInside)
      borderCrossings.push({ fence, police_type: LEFT, fix: to });
    else if (fix && wasInside === false) borderCrossings.push(...passageThrough(fence, fix, to));
  }
  return { insideIds: ids, borderCrossings };
};

/** An alarm that a fence may raise. */
export interface FenceAlarm {
  readonly sn: string;
  readonly fence_id: number;
  readonly police_type: AlarmKind;
  /** ms since 1970. */
  readonly create_time: number;
  /** The alarm is already reported if one is stored with a time after this one... */
  readonly after: number;
  /** ...and not after this one; ms since 1970. */
  readonly until: number;
  readonly row: Row;
}

/** What a batch of reports means for fences. */
export interface FenceResult {
  /** Late ones first; some may be reported already. */
  readonly alarms: readonly FenceAlarm[];
  /** Present border crossings, alarm or not, in order of time. */
  readonly crossings: readonly FenceCrossing[];
  /** The fences that each lock is taken to be in after it, by serial number. */
  readonly insideBySn: ReadonlyMap<string, readonly number[]>;
}

interface ReportWithState {
  readonly state: DeviceState;
  readonly received: ReceivedReport;
  readonly late: boolean;
}

/** The alarm of a passing, where its fence raises one then. */
const alarmOf = (
  { fence, police_type, fix }: BorderCrossing,
  { state, received, late }: ReportWithState,
  span: Pick<FenceAlarm, 'after' | 'until'>,
): FenceAlarm[] => {
  const isAsked = police_type === ENTERED ? fence.isEnter : fence.isLeave;
  if (!isAsked || (fence.times && !isWithinWeekTimes(fence.times, fix.at))) return [];
  const { sn } = state;
  const create_time = fix.at;
  const row = {
    ...reportedState(state, received.report),
    create_time,
    lat: fix.lat,
    lon: fix.lon,
    police_type,
    fault_code: undefined,
    fault_msg: undefined,
    fence_id: fence.id,
    fence_name: fence.name,
    told_late: late,
    state: 0,
  };
  return [{ sn, fence_id: fence.id, police_type, create_time, ...span, row }];
};

/** The last exact place of a lock; one that was stored before its moment was is as old as the last report. */
const lastFix = ({
  fix_lat,
  fix_lon,
  fix_time,
  report_time,
}: DeviceState): FencePosition | undefined =>
  fix_lat === null || fix_lon === null
    ? undefined
    : { lat: fix_lat, lon: fix_lon, at: fix_time ?? report_time ?? 0 };

/** Matches the reports about the present. */
const presentAlarms = (reports: readonly ReportWithState[], watch: FenceWatch): FenceResult => {
  const fenceStates = new Map<string, FenceState>();
  const crossings: FenceCrossing[] = [];
  const alarms = reports.flatMap((each) => {
    const { state, received } = each;
    const place = presentPlaceOf(state, received.report);
    if (!place) return [];
    const before = fenceStates.get(state.sn) ?? { fix: lastFix(state), insideIds: state.fences };
    const fix = { ...place, at: received.report.ts };
    const { insideIds, borderCrossings } = fenceChanges(watch, state, before, fix);
    fenceStates.set(state.sn, { fix, insideIds });
    const span = { after: before.fix?.at ?? 0, until: fix.at };
    return borderCrossings.flatMap((borderCrossing) => {
      const fenceAlarms = alarmOf(borderCrossing, each, span);
      const { fence, police_type } = borderCrossing;
      const crossing = { sn: state.sn, fence_id: fence.id, police_type, at: borderCrossing.fix.at };
      crossings.push({ ...crossing, isAlarm: fenceAlarms.length > 0 });
      return fenceAlarms;
    });
  });
  return {
    alarms,
    crossings,
    insideBySn: new Map([...fenceStates].map(([sn, { insideIds }]) => [sn, insideIds])),
  };
};

interface Sample extends FencePosition {
  /** The late report; undefined for a stored position. */
  readonly lateReport?: ReportWithState;
}

/** Returns the alarms of a lock's late reports: its way is replayed together with the stored positions. */
const lateAlarms = (
  late: readonly ReportWithState[],
  track: readonly FencePosition[],
  watch: FenceWatch,
): FenceAlarm[] => {
  const samples: Sample[] = [
    ...track,
    ...late.flatMap((lateReport) => {
      const { report } = lateReport.received;
      const place = exactPlaceOf(report);
      return place ? [{ ...place, at: report.ts, lateReport }] : [];
    }),
  ].sort((a, b) => a.at - b.at);
  let fenceState: FenceState = { fix: undefined, insideIds: [] };
  let before: Sample | undefined;
  return samples.flatMap((sample, i) => {
    const lateReport = sample.lateReport ?? before?.lateReport;
    const lock = (lateReport ?? late[0])?.state;
    if (!lock) return [];
    const { insideIds, borderCrossings } = fenceChanges(watch, lock, fenceState, sample);
    fenceState = { fix: sample, insideIds };
    const after = before?.at ?? 0;
    before = sample;
    if (!lateReport) return [];
    const next = samples.slice(i).find((other) => other.lateReport === undefined);
    const span = { after, until: next?.at ?? sample.at };
    return borderCrossings.flatMap((borderCrossing) => alarmOf(borderCrossing, lateReport, span));
  });
};

/** Whether a report tells where a lock was, and not where it is. */
export const isStored = (state: DeviceState, { report }: ReceivedReport): boolean =>
  exactPlaceOf(report) !== undefined && presentPlaceOf(state, report) === undefined;

/**
 * The fence alarms of a batch, and the fences that its locks are in after it. What tells of the past (a report that is
 * late, or was kept in a blind spot) is told as late, and changes nothing about where a lock is now.
 * @param tracks what is known of the ways of locks around such reports, by serial number
 */
export const matchFences = (
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
  watch: FenceWatch,
  tracks: ReadonlyMap<string, readonly FencePosition[]>,
): FenceResult => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const reports = [...batch]
    .sort((a, b) => a.report.ts - b.report.ts)
    .flatMap((received): ReportWithState[] => {
      const state = stateBySn.get(received.sn);
      return state ? [{ state, received, late: isStored(state, received) }] : [];
    });
  const present = presentAlarms(
    reports.filter(({ late }) => !late),
    watch,
  );
  const past = reports.filter(({ late }) => late);
  const late = [...new Set(past.map(({ state }) => state.sn))].flatMap((sn) => {
    const ownReports = past.filter(({ state }) => state.sn === sn);
    return lateAlarms(ownReports, tracks.get(sn) ?? [], watch);
  });
  // Positions seen on the way are better than the straight line between timely reports.
  return { ...present, alarms: [...late, ...present.alarms] };
};

/** An alarm that is stored already. */
export type StoredAlarm = Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type' | 'create_time'>;

/** Returns the alarms that are not reported yet, neither by a stored alarm nor by an earlier one among them. */
export const unreportedAlarms = (
  alarms: readonly FenceAlarm[],
  stored: readonly StoredAlarm[],
): FenceAlarm[] => {
  const keyOf = (alarm: Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type'>) =>
    `${alarm.sn} ${alarm.fence_id} ${alarm.police_type}`;
  const timesByKey = new Map<string, number[]>();
  const addTime = (key: string, at: number) =>
    timesByKey.set(key, [...(timesByKey.get(key) ?? []), at]);
  for (const alarm of stored) addTime(keyOf(alarm), alarm.create_time);
  return alarms.filter((alarm) => {
    const key = keyOf(alarm);
    const isReported = timesByKey.get(key)?.some((at) => at > alarm.after && at <= alarm.until);
    if (!isReported) addTime(key, alarm.create_time);
    return !isReported;
  });
};
