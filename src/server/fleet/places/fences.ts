import type { Row } from '../../../config';
import type { AlarmKind } from '../../../domain/alarm';
import { DAY } from '../../../domain/duration';
import { boxAround, crossingOf } from '../../../domain/geo/area';
import { distance, type GeoBounds, interpolate, type LatLon } from '../../../domain/geo/geometry';
import { isReachable, nextPlaces, type TimedPlace } from '../../../domain/track/leaps';
import { isWithinWeekTimes } from '../../../domain/weekTimes';
import type { StoredFence } from '../../gazetteer/ownPlaces';
import {
  type DeviceState,
  knownPlaces,
  presentPlaceOf,
  type ReceivedReport,
  reportedState,
} from '../state';
import { borderSide, HYSTERESIS_METRES } from './hysteresis';

export interface FenceWatch {
  /** Returns the fences that apply to a lock and that touch a box or are in `insideIds`. */
  readonly about: (
    lock: Pick<DeviceState, 'id' | 'org_id'>,
    box: GeoBounds,
    insideIds: readonly number[],
  ) => readonly StoredFence[];
}

/** Lock that crossed the border of a fence. */
export interface BorderCrossing {
  readonly fence: StoredFence;
  readonly police_type: AlarmKind;
  /** First position on the other side. For a passage through the fence, an interpolated position. */
  readonly fix: TimedPlace;
}

export const LEFT: AlarmKind = 2002;
export const ENTERED: AlarmKind = 2003;

/** Minimum distance between the positions around a passage, metres. It exceeds the error of the receiver. */
const MIN_PASSAGE_METRES = 2 * HYSTERESIS_METRES;
/**
 * Maximum time between the positions around a passage, ms. It exceeds the sleep of a lock; beyond it the route is
 * unknown.
 */
const MAX_PASSAGE_TIME = DAY;

export interface FenceState {
  readonly fix: TimedPlace | undefined;
  /** Position that no lock could reach from there, which does not count until the next one agrees with it. */
  readonly suspect?: TimedPlace | undefined;
  /** Ids of the fences that contain the lock, with hysteresis. */
  readonly insideIds: readonly number[];
}

/** Border crossing of a lock, with or without an alarm. */
export interface FenceCrossing {
  readonly sn: string;
  readonly fence_id: number;
  readonly police_type: AlarmKind;
  /** Epoch ms. */
  readonly at: number;
  /** True if it raises an alarm now. */
  readonly isAlarm: boolean;
}

const between = (from: TimedPlace, to: TimedPlace, part: number): TimedPlace => ({
  ...interpolate(from, to, part),
  at: Math.round(from.at + part * (to.at - from.at)),
});

/** Returns an entry and an exit if the straight line between two positions outside a fence leads through it. */
const passageThrough = (fence: StoredFence, from: TimedPlace, to: TimedPlace): BorderCrossing[] => {
  if (to.at - from.at > MAX_PASSAGE_TIME || distance(from, to) < MIN_PASSAGE_METRES) return [];
  if (!isReachable(from, to)) return [];
  const parts = crossingOf(fence.area, from, to);
  if (!parts) return [];
  // Slightly inside, so that the reported position lies in the fence.
  const inside = parts.entered + (parts.left - parts.entered) * 0.01;
  return [
    { fence, police_type: ENTERED, fix: between(from, to, inside) },
    { fence, police_type: LEFT, fix: to },
  ];
};

/** Returns the bounding box of a line, widened by the hysteresis. */
export const boxWithHysteresis = (from: LatLon, to: LatLon): GeoBounds => {
  const { south, west, north, east } = boxAround(from, to);
  const lat = HYSTERESIS_METRES / 100_000;
  const lon =
    lat / Math.cos((Math.min(85, Math.max(Math.abs(south), Math.abs(north))) / 180) * Math.PI);
  return { south: south - lat, west: west - lon, north: north + lat, east: east + lon };
};

/** Returns the fences that contain a lock after a move, and those it entered or left. */
export const fenceChanges = (
  watch: FenceWatch,
  lock: Pick<DeviceState, 'id' | 'org_id'>,
  { fix, insideIds }: FenceState,
  to: TimedPlace,
) => {
  const ids: number[] = [];
  const borderCrossings: BorderCrossing[] = [];
  for (const fence of watch.about(lock, boxWithHysteresis(fix ?? to, to), insideIds)) {
    const { wasInside, isInside } = borderSide(fence.area, fix, insideIds.includes(fence.id), to);
    if (isInside) ids.push(fence.id);
    if (wasInside === false && isInside)
      borderCrossings.push({ fence, police_type: ENTERED, fix: to });
    else if (wasInside === true && !isInside)
      borderCrossings.push({ fence, police_type: LEFT, fix: to });
    else if (fix && wasInside === false) borderCrossings.push(...passageThrough(fence, fix, to));
  }
  return { insideIds: ids, borderCrossings };
};

/** Moves a lock to its next position, and returns the borders that it crossed. */
export const follow = (
  watch: FenceWatch,
  lock: Pick<DeviceState, 'id' | 'org_id'>,
  before: FenceState,
  position: TimedPlace,
) => {
  const { agreed, suspect } = nextPlaces(before, position);
  let { fix, insideIds } = before;
  const borderCrossings: BorderCrossing[] = [];
  for (const to of agreed) {
    const change = fenceChanges(watch, lock, { fix, insideIds }, to);
    [fix, insideIds] = [to, change.insideIds];
    borderCrossings.push(...change.borderCrossings);
  }
  const state: FenceState = { fix, suspect, insideIds };
  return { state, borderCrossings };
};

export interface FenceAlarm {
  readonly sn: string;
  readonly fence_id: number;
  readonly police_type: AlarmKind;
  /** Epoch ms. */
  readonly create_time: number;
  readonly row: Row;
}

/** Report with the state of its lock before the batch. */
export interface ReportWithState {
  readonly state: DeviceState;
  readonly received: ReceivedReport;
  /** True if it has an exact position that is not the current one. */
  readonly late: boolean;
}

/** True if the fence raises an alarm in this direction and at this time. */
export const raisesAlarm = ({ fence, police_type, fix }: BorderCrossing): boolean =>
  (police_type === ENTERED ? fence.isEnter : fence.isLeave) &&
  (!fence.times || isWithinWeekTimes(fence.times, fix.at));

/** Returns the alarm of a crossing. @param source report that shows it */
export const alarmOf = (
  { fence, police_type, fix }: BorderCrossing,
  { state, received, late }: ReportWithState,
): FenceAlarm => {
  const row = {
    ...reportedState(state, received.report),
    create_time: fix.at,
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
  return { sn: state.sn, fence_id: fence.id, police_type, create_time: fix.at, row };
};

export const fenceStateOf = (state: DeviceState): FenceState => ({
  ...knownPlaces(state),
  insideIds: state.fences,
});

export const crossingOfLock = (
  sn: string,
  { fence, police_type, fix }: BorderCrossing,
  isAlarm: boolean,
): FenceCrossing => ({ sn, fence_id: fence.id, police_type, at: fix.at, isAlarm });

/**
 * Matches the reports of the present, in order of time.
 * @param starts where locks were before, unless as stored
 * @returns alarms, crossings with or without an alarm, and where locks are afterwards
 */
export const presentFences = (
  reports: readonly ReportWithState[],
  watch: FenceWatch,
  starts: ReadonlyMap<string, FenceState>,
) => {
  const states = new Map(starts);
  const crossings: FenceCrossing[] = [];
  const alarms: FenceAlarm[] = [];
  for (const each of reports) {
    const { state, received } = each;
    const { sn } = state;
    const place = presentPlaceOf(state, received.report);
    if (!place) continue;
    const before = states.get(sn) ?? fenceStateOf(state);
    const next = follow(watch, state, before, { ...place, at: received.report.ts });
    states.set(sn, next.state);
    for (const crossing of next.borderCrossings) {
      const isAlarm = raisesAlarm(crossing);
      if (isAlarm) alarms.push(alarmOf(crossing, each));
      crossings.push(crossingOfLock(sn, crossing, isAlarm));
    }
  }
  return { alarms, crossings, states };
};
