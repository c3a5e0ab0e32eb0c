import type { Row } from '../../config';
import type { AlarmKind } from '../../domain/alarm';
import { DAY } from '../../domain/duration';
import { boxAround, crossingOf } from '../../domain/geo/area';
import { distance, type GeoBounds, interpolate, type LatLon } from '../../domain/geo/geometry';
import { isWithinWeekTimes } from '../../domain/weekTimes';
import type { StoredFence } from '../gazetteer/ownPlaces';
import { borderSide, HYSTERESIS_METRES } from './hysteresis';
import type { FenceCrossing } from './raiseAlarms';
import { type DeviceState, exactPlaceOf, presentPlaceOf, reportedState } from './reportRows';
import type { ReceivedReport } from './reports';

/** Fences that apply to the locks of a batch. */
export interface FenceWatch {
  /** Returns the fences that apply to a lock and that touch a box or are in `insideIds`. */
  readonly about: (
    lock: Pick<DeviceState, 'id' | 'org_id'>,
    box: GeoBounds,
    insideIds: readonly number[],
  ) => readonly StoredFence[];
}

/** Position of a lock. `at` is in epoch ms. */
export interface FencePosition extends LatLon {
  readonly at: number;
}

/** Lock that crossed the border of a fence. */
interface BorderCrossing {
  readonly fence: StoredFence;
  readonly police_type: AlarmKind;
  /** First position on the other side. For a passage through the fence, an interpolated position. */
  readonly fix: FencePosition;
}

const LEFT: AlarmKind = 2002;
const ENTERED: AlarmKind = 2003;

/** Minimum distance between the positions around a passage, metres. It exceeds the error of the receiver. */
const MIN_PASSAGE_METRES = 2 * HYSTERESIS_METRES;
/**
 * Maximum time between the positions around a passage, ms. It exceeds the sleep of a lock; beyond it the route is
 * unknown.
 */
const MAX_PASSAGE_TIME = DAY;

interface FenceState {
  readonly fix: FencePosition | undefined;
  /** Ids of the fences that contain the lock, with hysteresis. */
  readonly insideIds: readonly number[];
}

interface FenceChange {
  readonly insideIds: readonly number[];
  readonly borderCrossings: readonly BorderCrossing[];
}

/** Interpolates between two fixes. */
const between = (from: FencePosition, to: FencePosition, part: number): FencePosition => ({
  ...interpolate(from, to, part),
  at: Math.round(from.at + part * (to.at - from.at)),
});

/** Returns an entry and an exit if the straight line between two positions outside a fence leads through it. */
const passageThrough = (
  fence: StoredFence,
  from: FencePosition,
  to: FencePosition,
): BorderCrossing[] => {
  if (to.at - from.at > MAX_PASSAGE_TIME || distance(from, to) < MIN_PASSAGE_METRES) return [];
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
const boxWithHysteresis = (from: LatLon, to: LatLon): GeoBounds => {
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
  /** Epoch ms. */
  readonly create_time: number;
  /**
   * A stored alarm of the same kind belongs to this crossing if it is later than `after` and not later than `until`.
   * Epoch ms.
   */
  readonly after: number;
  readonly until: number;
  /**
   * Span in which a stored alarm belonged to this crossing before the reports of the batch arrived. Such a crossing
   * was reported; its alarm is missing now if that one turns out to belong to a later crossing.
   */
  readonly formerly?: Span;
  /** Time between the stored positions around the crossing, over which the route was a guess before. */
  readonly gap: Span;
  readonly row: Row;
}

/** Half-open time span: later than `after`, not later than `until`. Epoch ms. */
type Span = Pick<FenceAlarm, 'after' | 'until'>;

/** Fence alarms and crossings of a batch of reports. */
export interface FenceResult {
  /** Late ones first. Some may have been reported already. */
  readonly alarms: readonly FenceAlarm[];
  /** Crossings of the present, with or without an alarm, in order of time. */
  readonly crossings: readonly FenceCrossing[];
  /** Ids of the fences that contain each lock afterwards, by serial number. */
  readonly insideBySn: ReadonlyMap<string, readonly number[]>;
}

interface ReportWithState {
  readonly state: DeviceState;
  readonly received: ReceivedReport;
  readonly late: boolean;
}

/** Returns the alarm of a crossing if the fence raises one in this direction and at this time. */
const alarmOf = (
  { fence, police_type, fix }: BorderCrossing,
  { state, received, late }: ReportWithState,
  span: Span & Pick<FenceAlarm, 'formerly' | 'gap'>,
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

/** Returns the last exact position of a lock. If `fix_time` is missing, the time of the last report counts. */
const lastFix = ({
  fix_lat,
  fix_lon,
  fix_time,
  report_time,
}: DeviceState): FencePosition | undefined =>
  fix_lat === null || fix_lon === null
    ? undefined
    : { lat: fix_lat, lon: fix_lon, at: fix_time ?? report_time ?? 0 };

/** Matches the reports of the present. */
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
    const gap = { after: before.fix?.at ?? 0, until: fix.at };
    return borderCrossings.flatMap((borderCrossing) => {
      const raised = alarmOf(borderCrossing, each, { ...gap, gap });
      const { fence, police_type } = borderCrossing;
      const crossing = { sn: state.sn, fence_id: fence.id, police_type, at: borderCrossing.fix.at };
      crossings.push({ ...crossing, isAlarm: raised.length > 0 });
      return raised;
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

interface LateCrossing extends Span {
  readonly borderCrossing: BorderCrossing;
  /** Late report that reveals the crossing; undefined between two stored positions. */
  readonly lateReport: ReportWithState | undefined;
  readonly gap: Span;
}

/** Returns the crossings along a lock's samples. The span of each ends with the next crossing of the same fence. */
const crossingsAlong = (
  samples: readonly Sample[],
  lock: Pick<DeviceState, 'id' | 'org_id'>,
  watch: FenceWatch,
): LateCrossing[] => {
  let fenceState: FenceState = { fix: undefined, insideIds: [] };
  let before: Sample | undefined;
  let gapStart = 0;
  const last = samples.at(-1)?.at ?? 0;
  const crossings = samples.flatMap((sample, i) => {
    const { insideIds, borderCrossings } = fenceChanges(watch, lock, fenceState, sample);
    const lateReport = sample.lateReport ?? before?.lateReport;
    const after = before?.at ?? 0;
    const gap = { after: gapStart, until: 0 };
    fenceState = { fix: sample, insideIds };
    before = sample;
    if (!sample.lateReport) gapStart = sample.at;
    if (borderCrossings.length === 0) return [];
    const next = samples.slice(i).find((other) => other.lateReport === undefined);
    gap.until = next?.at ?? last;
    return borderCrossings.map((borderCrossing) => ({ borderCrossing, lateReport, after, gap }));
  });
  const ends = new Map<number, number>();
  return crossings
    .reverse()
    .map((crossing) => {
      const { fence, fix } = crossing.borderCrossing;
      const until = ends.get(fence.id) ?? last;
      ends.set(fence.id, fix.at - 1);
      return { ...crossing, until };
    })
    .reverse();
};

/**
 * Returns alarms of crossings that late reports of a lock reveal. Replays its track with the late positions inserted.
 * A crossing between stored positions counts only if its alarm may now belong to a later crossing.
 */
const lateAlarms = (
  late: readonly ReportWithState[],
  track: readonly FencePosition[],
  watch: FenceWatch,
): FenceAlarm[] => {
  const [first] = late;
  if (!first) return [];
  const byTime = (a: Sample, b: Sample) => a.at - b.at;
  const stored: Sample[] = [...track].sort(byTime);
  const added = late.flatMap((lateReport): Sample[] => {
    const { report } = lateReport.received;
    const place = exactPlaceOf(report);
    return place ? [{ ...place, at: report.ts, lateReport }] : [];
  });
  const nameOf = ({ borderCrossing: { fence, police_type, fix } }: LateCrossing) =>
    `${fence.id} ${police_type} ${fix.at}`;
  const formerly = new Map(
    crossingsAlong(stored, first.state, watch).map((crossing) => [nameOf(crossing), crossing]),
  );
  return crossingsAlong([...stored, ...added].sort(byTime), first.state, watch).flatMap(
    (crossing) => {
      const { borderCrossing, lateReport, after, until, gap } = crossing;
      const before = formerly.get(nameOf(crossing));
      if (lateReport) return alarmOf(borderCrossing, lateReport, { after, until, gap });
      if (!before || before.until === until) return [];
      const span = { after: before.after, until: before.until };
      return alarmOf(borderCrossing, first, { after, until, gap: span, formerly: span });
    },
  );
};

/** True if a report has an exact position that is not the current one. */
export const isStored = (state: DeviceState, { report }: ReceivedReport): boolean =>
  exactPlaceOf(report) !== undefined && presentPlaceOf(state, report) === undefined;

/**
 * Returns the fence alarms of a batch, and the fences that contain its locks afterwards. Reports of the past (late,
 * or buffered in a blind spot) raise late alarms and do not change the current fences.
 * @param tracks known positions around such reports, by serial number
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
    // The batch's current positions are not stored yet.
    const presentPlaces = reports.flatMap(({ state, received: { report } }): FencePosition[] => {
      const place = state.sn === sn ? presentPlaceOf(state, report) : undefined;
      return place ? [{ ...place, at: report.ts }] : [];
    });
    return lateAlarms(ownReports, [...(tracks.get(sn) ?? []), ...presentPlaces], watch);
  });
  // Late alarms come first: their positions are more exact than the straight line between timely reports.
  return { ...present, alarms: [...late, ...present.alarms] };
};

export type StoredAlarm = Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type' | 'create_time'>;

/**
 * Drops alarms whose crossing already has a stored alarm, or one earlier in the list. A stored alarm at an
 * interpolated time that now matches no crossing belongs to the nearest crossing within the gap.
 */
export const unreportedAlarms = (
  alarms: readonly FenceAlarm[],
  stored: readonly StoredAlarm[],
): FenceAlarm[] => {
  const keyOf = (alarm: Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type'>) =>
    `${alarm.sn} ${alarm.fence_id} ${alarm.police_type}`;
  const times = new Map<string, number[]>();
  const add = (key: string, at: number) => times.set(key, [...(times.get(key) ?? []), at]);
  for (const alarm of stored) add(keyOf(alarm), alarm.create_time);
  const guesses = new Map([...times].map(([key, all]) => [key, new Set(all)]));
  const reportedIn = (key: string, { after, until }: Span) =>
    (times.get(key) ?? []).filter((at) => at > after && at <= until);
  const candidates = alarms.filter((alarm) => {
    const key = keyOf(alarm);
    const isMoved = alarm.formerly !== undefined && reportedIn(key, alarm.formerly).length > 0;
    const reported = reportedIn(key, alarm);
    for (const at of reported) guesses.get(key)?.delete(at);
    const isNew = reported.length === 0 && (isMoved || !alarm.formerly);
    if (isNew) add(key, alarm.create_time);
    return isNew;
  });
  const guessed = new Set<FenceAlarm>();
  for (const [key, moments] of guesses) {
    for (const at of moments) {
      const [nearest] = candidates
        .filter((alarm) => keyOf(alarm) === key && !guessed.has(alarm))
        .filter(({ gap }) => at > gap.after && at <= gap.until)
        .sort((a, b) => Math.abs(a.create_time - at) - Math.abs(b.create_time - at));
      if (nearest) guessed.add(nearest);
    }
  }
  return candidates.filter((alarm) => !guessed.has(alarm));
};
