import type { Row } from '../../../config';
import type { AlarmKind } from '../../../domain/alarm';
import type { TimedPlace } from '../../../domain/track/leaps';
import {
  type DeviceState,
  exactPlaceOf,
  isPastPlace,
  knownPlaces,
  type ReceivedReport,
} from '../state';
import {
  alarmOf,
  type BorderCrossing,
  boxWithHysteresis,
  crossingOfLock,
  type FenceAlarm,
  type FenceCrossing,
  type FenceState,
  type FenceWatch,
  fenceStateOf,
  follow,
  presentFences,
  type ReportWithState,
  raisesAlarm,
} from './fences';

/** Stored positions of a lock in and around a time span, in order of time. */
export interface StoredTrack {
  readonly positions: readonly TimedPlace[];
  /** True if there are more before. The first positions then show only later on which side of a border the lock was. */
  readonly hasMoreBefore: boolean;
  /** True if there are more after. */
  readonly hasMoreAfter: boolean;
}

/** Crossing that reports of the batch show to be another one than the known positions showed. */
export interface CrossingChange {
  readonly sn: string;
  readonly fence_id: number;
  readonly police_type: AlarmKind;
  /** Time at which it seemed to be, epoch ms; undefined for a new one. */
  readonly from: number | undefined;
  /** Time at which it was, epoch ms; undefined if it never was. */
  readonly to: number | undefined;
  readonly alarm: FenceAlarm | undefined;
}

interface Sample extends TimedPlace {
  /** Report of the batch; undefined for a stored position. */
  readonly source?: ReportWithState;
}

/** Crossing with the report of the batch that shows it, if one does. */
interface ReplayedCrossing extends BorderCrossing {
  readonly source: ReportWithState | undefined;
}

const NOWHERE: FenceState = { fix: undefined, insideIds: [] };

/**
 * Follows a lock along positions, as if they had come in this order. Returns its crossings, and its state at the time of
 * the present and after the last sample.
 * @param presentAt epoch ms
 */
const replay = (
  samples: readonly Sample[],
  lock: DeviceState,
  watch: FenceWatch,
  { presentAt, start = NOWHERE }: { readonly presentAt: number; readonly start?: FenceState },
) => {
  let [present, end] = [start, start];
  let before: Sample | undefined;
  const crossings: ReplayedCrossing[] = [];
  for (const sample of samples) {
    const next = follow(watch, lock, end, sample);
    for (const crossing of next.borderCrossings) {
      const source = (crossing.fix as Sample).source ?? sample.source ?? before?.source;
      crossings.push({ ...crossing, source });
    }
    end = next.state;
    if (sample.at <= presentAt) present = end;
    before = sample;
  }
  return { crossings, present, end };
};

type Replay = ReturnType<typeof replay>;

const keyOf = ({ fence, police_type, fix }: BorderCrossing) =>
  `${fence.id} ${police_type} ${fix.at}`;

/** Returns the crossings that are not among the excluded ones. */
const without = (crossings: readonly ReplayedCrossing[], excluded: readonly BorderCrossing[]) => {
  const keys = new Set(excluded.map(keyOf));
  return crossings.filter((crossing) => !keys.has(keyOf(crossing)));
};

/** Pairs each new crossing with the nearest one of its kind that it replaces. */
const changesBetween = (
  before: readonly ReplayedCrossing[],
  after: readonly ReplayedCrossing[],
  { sn, source: batchSource }: { readonly sn: string; readonly source: ReportWithState },
): CrossingChange[] => {
  const disproved = new Set(without(before, after));
  const change = (was: ReplayedCrossing | undefined, is: ReplayedCrossing | undefined) => {
    const { fence, police_type } = (is ?? was) as ReplayedCrossing;
    const raised = is && raisesAlarm(is) ? alarmOf(is, is.source ?? batchSource) : undefined;
    return {
      ...{ sn, fence_id: fence.id, police_type, from: was?.fix.at, to: is?.fix.at },
      alarm: raised,
    };
  };
  const added = without(after, before).map((is) => {
    const distanceTo = (each: ReplayedCrossing) => Math.abs(each.fix.at - is.fix.at);
    const [was] = [...disproved]
      .filter((each) => each.fence.id === is.fence.id && each.police_type === is.police_type)
      .sort((a, b) => distanceTo(a) - distanceTo(b));
    if (was) disproved.delete(was);
    return change(was, is);
  });
  return [...added, ...[...disproved].map((was) => change(was, undefined))];
};

const isSameState = (a: FenceState, b: FenceState): boolean =>
  a.fix?.at === b.fix?.at &&
  a.suspect?.at === b.suspect?.at &&
  a.insideIds.length === b.insideIds.length &&
  a.insideIds.every((id) => b.insideIds.includes(id));

/** True if positions after the last one that counts are known, or that one is in doubt: the present needs a replay. */
const isOpen = (state: DeviceState, reports: readonly ReportWithState[]): boolean => {
  const { fix, suspect } = knownPlaces(state);
  const fixAt = fix?.at ?? Number.NEGATIVE_INFINITY;
  return (
    suspect !== undefined ||
    (state.late_fix_time ?? fixAt) > fixAt ||
    reports.some(({ late, received }) => late && received.report.ts > fixAt)
  );
};

const sampleOf = (source: ReportWithState): Sample[] => {
  const { report } = source.received;
  const place = exactPlaceOf(report);
  return place ? [{ ...place, at: report.ts, source }] : [];
};

/** Compares the track of a lock without and with the reports of the batch. */
const matchLock = (
  state: DeviceState,
  reports: readonly ReportWithState[],
  watch: FenceWatch,
  track: StoredTrack,
) => {
  const open = isOpen(state, reports);
  const added = reports.filter(({ late }) => open || late).flatMap(sampleOf);
  const [firstAdded] = added;
  if (!firstAdded?.source) return undefined;
  const stored = fenceStateOf(state);
  const fixAt = stored.fix?.at ?? Number.NEGATIVE_INFINITY;
  const timely = added.filter(({ source }) => source?.late === false).map(({ at }) => at);
  const presentAt = Math.max(fixAt, stored.suspect?.at ?? fixAt, ...timely);
  const samples = [...track.positions, ...added].sort((a, b) => a.at - b.at);
  const before = replay(track.positions, state, watch, { presentAt });
  const after = replay(samples, state, watch, { presentAt });
  /**
   * True if the side of each border on which the lock was before the first position does not matter, and neither do the
   * positions after the last.
   */
  const isCertain = (): boolean => {
    if (track.hasMoreAfter && !isSameState(before.end, after.end)) return false;
    const [first] = samples;
    if (!track.hasMoreBefore || !first) return true;
    const around = watch.about(state, boxWithHysteresis(first, first), []);
    const start = { fix: first, insideIds: around.map(({ id }) => id) };
    const other = replay(samples, state, watch, { presentAt, start });
    const since = ({ crossings }: Replay) => crossings.filter(({ fix }) => fix.at >= firstAdded.at);
    return (
      isSameState(after.end, other.end) &&
      without(since(after), other.crossings).length === 0 &&
      without(since(other), after.crossings).length === 0
    );
  };
  const { present } = after;
  /** Ids that the batch changes at the current position. */
  const gained = present.insideIds.filter((id) => !before.present.insideIds.includes(id));
  const lost = before.present.insideIds.filter((id) => !present.insideIds.includes(id));
  const unchangedIds = stored.insideIds.filter((id) => !lost.includes(id) && !gained.includes(id));
  const late = { ...(present.suspect ? present : stored), insideIds: [...unchangedIds, ...gained] };
  const recent = after.crossings.filter(({ fix }) => fix.at > fixAt && fix.at <= presentAt);
  const { sn } = state;
  return {
    sn,
    changes: changesBetween(before.crossings, after.crossings, { sn, source: firstAdded.source }),
    crossings: open ? recent.map((each) => crossingOfLock(sn, each, raisesAlarm(each))) : [],
    /** State before the live reports that the replay leaves out. */
    state: open ? present : track.hasMoreAfter ? stored : late,
    isOpen: open,
    /** False if more stored positions are needed to be sure. */
    isSettled: isCertain(),
  };
};

const NO_TRACK: StoredTrack = { positions: [], hasMoreBefore: false, hasMoreAfter: false };

/**
 * Returns the fence alarms of a batch, and where its locks are afterwards. Reports of the past (late, or buffered in a
 * blind spot) change the alarms as if all reports had come in the order of their times.
 * @param tracks known positions around such reports, by serial number
 * @returns `changes` correct the crossings that the stored positions showed; `isSettled` is false if more stored
 * positions are needed to be sure
 */
export const matchFences = (
  batch: readonly ReceivedReport[],
  states: readonly DeviceState[],
  watch: FenceWatch,
  tracks: ReadonlyMap<string, StoredTrack>,
) => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const reports = [...batch]
    .sort((a, b) => a.report.ts - b.report.ts)
    .flatMap((received): ReportWithState[] => {
      const state = stateBySn.get(received.sn);
      return state ? [{ state, received, late: isPastPlace(state, received.report) }] : [];
    });
  const lateSns = new Set([
    ...tracks.keys(),
    ...reports.filter(({ late }) => late).map(({ state }) => state.sn),
  ]);
  const matches = [...lateSns].flatMap((sn) => {
    const own = reports.filter(({ state }) => state.sn === sn);
    const lock = stateBySn.get(sn);
    return (lock && matchLock(lock, own, watch, tracks.get(sn) ?? NO_TRACK)) ?? [];
  });
  const openSns = new Set(matches.flatMap(({ sn, isOpen }) => (isOpen ? [sn] : [])));
  const present = presentFences(
    reports.filter(({ state, late }) => !late && !openSns.has(state.sn)),
    watch,
    new Map(matches.map(({ sn, state }) => [sn, state])),
  );
  return {
    alarms: present.alarms,
    changes: matches.flatMap(({ changes }) => changes),
    crossings: [...matches.flatMap(({ crossings }) => crossings), ...present.crossings],
    states: present.states,
    isSettled: matches.every(({ isSettled }) => isSettled),
  };
};

export type StoredAlarm = Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type' | 'create_time'>;

/** Stored alarm to be corrected, and the alarms of the other direction that its crossing cleared. */
export interface FenceCorrection extends Pick<CrossingChange, 'sn' | 'fence_id' | 'police_type'> {
  /** Time of the stored alarm, epoch ms. */
  readonly from: number;
  /** True time of the crossing; null if it never was. */
  readonly to: number | null;
  /** Alarm at the true time; null if the stored alarm is withdrawn. */
  readonly alarm: FenceAlarm | null;
}

export interface FenceEffects {
  readonly alarms: readonly { readonly sn: string; readonly row: Row }[];
  readonly corrections: readonly FenceCorrection[];
  /** Crossings of the present, with or without an alarm, in order of time. */
  readonly crossings: readonly FenceCrossing[];
  /** States after the batch, by serial number. */
  readonly states: ReadonlyMap<string, FenceState>;
}

export const noFenceEffects: FenceEffects = {
  alarms: [],
  corrections: [],
  crossings: [],
  states: new Map(),
};

/** Splits changes into new alarms and corrections of stored ones. */
export const applyToStored = (
  changes: readonly CrossingChange[],
  stored: readonly StoredAlarm[],
): { readonly alarms: readonly FenceAlarm[]; readonly corrections: readonly FenceCorrection[] } => {
  const key = ({ sn, fence_id, police_type, create_time }: StoredAlarm) =>
    `${sn} ${fence_id} ${police_type} ${create_time}`;
  const storedKeys = new Set(stored.map(key));
  const isAt = (change: CrossingChange, create_time: number | undefined) =>
    create_time !== undefined && storedKeys.has(key({ ...change, create_time }));
  const alarms = changes.flatMap(({ alarm, ...change }) =>
    alarm &&
    !isAt({ ...change, alarm }, change.from) &&
    !isAt({ ...change, alarm }, alarm.create_time)
      ? [alarm]
      : [],
  );
  const corrections = changes.flatMap(({ from, to = null, alarm = null, ...change }) =>
    from === undefined ? [] : [{ ...change, from, to, alarm }],
  );
  return { alarms, corrections };
};
