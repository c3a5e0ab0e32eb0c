import type { Row } from '../../config';
import type { AlarmKind } from '../../domain/alarm';
import { DAY } from '../../domain/duration';
import { boxAround, crossingOf } from '../../domain/geo/area';
import { distance, type GeoBounds, interpolate, type LatLon } from '../../domain/geo/geometry';
import { isWithinWeekTimes } from '../../domain/weekTimes';
import type { StoredFence } from '../gazetteer/ownPlaces';
import { unreportedCrossings } from './alignCrossings';
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
  /** True if it became known after a later one, or from a blind spot. */
  readonly isLate?: boolean;
}

/** Lock that crossed the border of a fence. */
interface BorderCrossing {
  readonly fence: StoredFence;
  readonly police_type: AlarmKind;
  /** First position on the other side. For a passage through the fence, an interpolated position. */
  readonly fix: FencePosition;
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
  /** Gap between timely positions that contains the crossing. Stored alarms of the gap may stand for it. */
  readonly gap: Gap;
  readonly row: Row;
}

/** Half-open time span: later than `after`, not later than `until`. Epoch ms. */
interface Gap {
  readonly after: number;
  readonly until: number;
}

/** Fence alarms and crossings of a batch of reports. */
export interface FenceResult {
  /** Some may have been reported already. */
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
  gap: Gap,
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
  return [{ sn, fence_id: fence.id, police_type, create_time, gap, row }];
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
      const raised = alarmOf(borderCrossing, each, gap);
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
  /** Report of the batch; undefined for a stored position. */
  readonly source?: ReportWithState;
}

/** Positions from one timely position, excluded, to the next. */
interface SampleGap extends Gap {
  readonly samples: readonly Sample[];
}

/** Splits samples at the timely ones. The last gap is open if it ends with a late one. */
const gapsOf = (samples: readonly Sample[]): SampleGap[] => {
  const gaps: SampleGap[] = [];
  let [start, after] = [0, samples[0]?.at ?? 0];
  samples.forEach(({ at, isLate }, i) => {
    if (isLate && i < samples.length - 1) return;
    gaps.push({ after, until: at, samples: samples.slice(start, i + 1) });
    [start, after] = [i + 1, at];
  });
  return gaps;
};

/** True if the gap has late positions, and reports of the batch add some or end it. */
const isRefined = ({ samples }: SampleGap): boolean =>
  samples.some(({ isLate }) => isLate) && samples.some(({ source }) => source);

/**
 * Returns the crossings that bring a lock at a timely position to the side of each border on which the timely
 * positions alone put it. Within the hysteresis, late positions before may say otherwise, but the current fences and
 * later alarms follow the timely ones.
 */
const correctionsAt = (
  sample: Sample,
  { borderCrossings, insideIds }: FenceChange,
  timelyIds: readonly number[],
  fencesAbout: (ids: readonly number[]) => readonly StoredFence[],
): BorderCrossing[] => {
  const wrongIds = [
    ...timelyIds.filter((id) => !insideIds.includes(id)),
    ...insideIds.filter((id) => !timelyIds.includes(id)),
  ];
  if (wrongIds.length === 0) return [...borderCrossings];
  const wrong = fencesAbout(wrongIds).filter(({ id }) => wrongIds.includes(id));
  const isUndone = ({ fence, fix }: BorderCrossing) => wrong.includes(fence) && fix === sample;
  const corrections = wrong
    .filter((fence) => !borderCrossings.some((each) => each.fence === fence && isUndone(each)))
    .map(
      (fence): BorderCrossing => ({
        fence,
        police_type: timelyIds.includes(fence.id) ? ENTERED : LEFT,
        fix: sample,
      }),
    );
  return [...borderCrossings.filter((each) => !isUndone(each)), ...corrections];
};

/**
 * Returns the alarms of all crossings in the gaps that reports of the batch refine, and those gaps. Replays the lock's
 * track with the late positions inserted.
 */
const refinedGaps = (
  samples: readonly Sample[],
  lock: DeviceState,
  watch: FenceWatch,
  first: ReportWithState,
): { readonly gaps: readonly Gap[]; readonly alarms: readonly FenceAlarm[] } => {
  let timely: FenceState = { fix: undefined, insideIds: [] };
  let current = timely;
  let before: Sample | undefined;
  const alarms: FenceAlarm[] = [];
  const gaps = gapsOf(samples);
  for (const gap of gaps) {
    const { after, until } = gap;
    const isReplayed = isRefined(gap);
    for (const sample of gap.samples) {
      const change = fenceChanges(watch, lock, current, sample);
      let { insideIds, borderCrossings } = change;
      if (!sample.isLate) {
        const isSame = timely === current;
        insideIds = isSame ? insideIds : fenceChanges(watch, lock, timely, sample).insideIds;
        borderCrossings = correctionsAt(sample, change, insideIds, (ids) =>
          watch.about(lock, boxWithHysteresis(sample, sample), ids),
        );
        timely = { fix: sample, insideIds };
      }
      current = sample.isLate ? { fix: sample, insideIds } : timely;
      const lateSource = sample.isLate ? sample.source : before?.isLate && before.source;
      const source = lateSource || sample.source || first;
      before = sample;
      if (!isReplayed) continue;
      alarms.push(...borderCrossings.flatMap((each) => alarmOf(each, source, { after, until })));
    }
  }
  return { gaps: gaps.filter(isRefined), alarms };
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
  const refinableSns = new Set([
    ...reports.filter(({ late }) => late).map(({ state }) => state.sn),
    ...[...tracks].filter(([, places]) => places.some(({ isLate }) => isLate)).map(([sn]) => sn),
  ]);
  const replays = [...refinableSns].flatMap((sn) => {
    const own = reports.filter(({ state }) => state.sn === sn);
    const [first] = own;
    if (!first) return [];
    const { state } = first;
    const added = own.flatMap((source): Sample[] => {
      const { report } = source.received;
      const place = source.late ? exactPlaceOf(report) : presentPlaceOf(state, report);
      return place ? [{ ...place, at: report.ts, isLate: source.late, source }] : [];
    });
    const samples = [...(tracks.get(sn) ?? []), ...added].sort((a, b) => a.at - b.at);
    return [{ sn, ...refinedGaps(samples, state, watch, own.find(({ late }) => late) ?? first) }];
  });
  const refinedKeys = new Set(
    replays.flatMap(({ sn, gaps }) => gaps.map(({ until }) => `${sn} ${until}`)),
  );
  return {
    ...present,
    alarms: [
      ...replays.flatMap(({ alarms }) => alarms),
      ...present.alarms.filter(({ sn, gap }) => !refinedKeys.has(`${sn} ${gap.until}`)),
    ],
  };
};

export type StoredAlarm = Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type' | 'create_time'>;

/** Drops alarms whose crossing already has a stored alarm, be it at the time of an earlier guess. */
export const unreportedAlarms = (
  alarms: readonly FenceAlarm[],
  stored: readonly StoredAlarm[],
): FenceAlarm[] => {
  const byTime = (a: StoredAlarm, b: StoredAlarm) => a.create_time - b.create_time;
  const crossingsByGap = new Map<string, FenceAlarm[]>();
  for (const alarm of [...alarms].sort(byTime)) {
    const { sn, fence_id, gap } = alarm;
    const key = `${sn} ${fence_id} ${gap.after}`;
    crossingsByGap.set(key, [...(crossingsByGap.get(key) ?? []), alarm]);
  }
  return [...crossingsByGap.values()].flatMap((crossings) => {
    const [first] = crossings;
    const ownAlarms = stored.filter(
      ({ sn, fence_id, create_time }) =>
        sn === first?.sn &&
        fence_id === first.fence_id &&
        create_time > first.gap.after &&
        create_time <= first.gap.until,
    );
    return unreportedCrossings(crossings, ownAlarms.sort(byTime));
  });
};
