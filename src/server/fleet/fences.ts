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
    held: readonly number[],
  ) => readonly StoredFence[];
}

/** Where a lock was, and when, ms since 1970. */
export interface FencePosition extends LatLon {
  readonly at: number;
}

/** A lock that went over the border of a fence. */
interface Passing {
  readonly fence: StoredFence;
  readonly police_type: AlarmKind;
  /** Where it was first seen on the other side; of a way through, a place and moment between. */
  readonly fix: FencePosition;
}

const LEFT: AlarmKind = 2002;
const ENTERED: AlarmKind = 2003;

/** A way through is believed between places that are farther apart than a receiver wanders, metres... */
const FAR = 2 * HYSTERESIS_METRES;
/** ...and for which no more time was left than a lock sleeps, ms: nobody knows which way it went in a week. */
const LONGEST_WAY = DAY;

interface Standing {
  readonly fix: FencePosition | undefined;
  /** The fences that it is taken to be in. */
  readonly held: readonly number[];
}

interface Step {
  readonly held: readonly number[];
  readonly passings: readonly Passing[];
}

/** Between two fixes, by a part of the way. */
const between = (from: FencePosition, to: FencePosition, part: number): FencePosition => ({
  ...interpolate(from, to, part),
  at: Math.round(from.at + part * (to.at - from.at)),
});

/** A fence that a lock was outside of and is outside of: into it and out again, if its way led through. */
const wayThrough = (fence: StoredFence, from: FencePosition, to: FencePosition): Passing[] => {
  if (to.at - from.at > LONGEST_WAY || distance(from, to) < FAR) return [];
  const parts = crossingOf(fence.area, from, to);
  if (!parts) return [];
  // A hair inside, so that the place is told to be in the fence.
  const inside = parts.entered + (parts.left - parts.entered) * 0.01;
  return [
    { fence, police_type: ENTERED, fix: between(from, to, inside) },
    { fence, police_type: LEFT, fix: to },
  ];
};

/** A box with room for how far the border is blurred. */
const around = (from: LatLon, to: LatLon): GeoBounds => {
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
  { fix, held }: Standing,
  to: FencePosition,
): Step => {
  const ids: number[] = [];
  const passings: Passing[] = [];
  for (const fence of watch.about(lock, around(fix ?? to, to), held)) {
    const { was, is } = borderSide(fence.area, { fix, held: held.includes(fence.id) }, to);
    if (is) ids.push(fence.id);
    if (was === false && is) passings.push({ fence, police_type: ENTERED, fix: to });
    else if (was === true && !is) passings.push({ fence, police_type: LEFT, fix: to });
    else if (fix && was === false) passings.push(...wayThrough(fence, fix, to));
  }
  return { held: ids, passings };
};

/** An alarm that a fence may raise. */
export interface FenceAlarm {
  readonly sn: string;
  readonly fence_id: number;
  readonly police_type: AlarmKind;
  /** ms since 1970. */
  readonly create_time: number;
  /** It was told before if it was with a moment after this one... */
  readonly after: number;
  /** ...and not after this one; ms since 1970. */
  readonly until: number;
  readonly row: Row;
}

/** What a batch of reports means for fences. */
export interface FenceResult {
  /** What is told late first; some may have been told before. */
  readonly alarms: readonly FenceAlarm[];
  /** Where locks went over borders now, alarm or not, in their order. */
  readonly crossings: readonly FenceCrossing[];
  /** The fences that each lock is taken to be in after it, by serial number. */
  readonly held: ReadonlyMap<string, readonly number[]>;
}

interface Told {
  readonly state: DeviceState;
  readonly received: ReceivedReport;
  readonly late: boolean;
}

/** The alarm of a passing, where its fence raises one then. */
const alarmOf = (
  { fence, police_type, fix }: Passing,
  { state, received, late }: Told,
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

/** What is told of locks as they are now. */
const presentAlarms = (told: readonly Told[], watch: FenceWatch): FenceResult => {
  const standings = new Map<string, Standing>();
  const crossings: FenceCrossing[] = [];
  const alarms = told.flatMap((each) => {
    const { state, received } = each;
    const place = presentPlaceOf(state, received.report);
    if (!place) return [];
    const before = standings.get(state.sn) ?? { fix: lastFix(state), held: state.fences };
    const fix = { ...place, at: received.report.ts };
    const { held, passings } = fenceChanges(watch, state, before, fix);
    standings.set(state.sn, { fix, held });
    const span = { after: before.fix?.at ?? 0, until: fix.at };
    return passings.flatMap((passing) => {
      const raised = alarmOf(passing, each, span);
      const { fence, police_type } = passing;
      const crossed = { sn: state.sn, fence_id: fence.id, police_type, at: passing.fix.at };
      crossings.push({ ...crossed, isAlarm: raised.length > 0 });
      return raised;
    });
  });
  return { alarms, crossings, held: new Map([...standings].map(([sn, { held }]) => [sn, held])) };
};

interface Sample extends FencePosition {
  /** The report that is late; none where the place was known already. */
  readonly told?: Told;
}

/** What is told late of a lock: its way is gone again, with the places that were known already. */
const lateAlarms = (
  late: readonly Told[],
  track: readonly FencePosition[],
  watch: FenceWatch,
): FenceAlarm[] => {
  const samples: Sample[] = [
    ...track,
    ...late.flatMap((told) => {
      const { report } = told.received;
      const place = exactPlaceOf(report);
      return place ? [{ ...place, at: report.ts, told }] : [];
    }),
  ].sort((a, b) => a.at - b.at);
  let standing: Standing = { fix: undefined, held: [] };
  let before: Sample | undefined;
  return samples.flatMap((sample, i) => {
    const told = sample.told ?? before?.told;
    const lock = (told ?? late[0])?.state;
    if (!lock) return [];
    const { held, passings } = fenceChanges(watch, lock, standing, sample);
    standing = { fix: sample, held };
    const after = before?.at ?? 0;
    before = sample;
    if (!told) return [];
    const next = samples.slice(i).find((other) => other.told === undefined);
    const span = { after, until: next?.at ?? sample.at };
    return passings.flatMap((passing) => alarmOf(passing, told, span));
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
  known: readonly DeviceState[],
  watch: FenceWatch,
  tracks: ReadonlyMap<string, readonly FencePosition[]>,
): FenceResult => {
  const states = new Map(known.map((state) => [state.sn, state]));
  const told = [...batch]
    .sort((a, b) => a.report.ts - b.report.ts)
    .flatMap((received): Told[] => {
      const state = states.get(received.sn);
      return state ? [{ state, received, late: isStored(state, received) }] : [];
    });
  const present = presentAlarms(
    told.filter(({ late }) => !late),
    watch,
  );
  const past = told.filter(({ late }) => late);
  const late = [...new Set(past.map(({ state }) => state.sn))].flatMap((sn) => {
    const reports = past.filter(({ state }) => state.sn === sn);
    return lateAlarms(reports, tracks.get(sn) ?? [], watch);
  });
  // What was seen on the way knows better than the straight way between what was told in time.
  return { ...present, alarms: [...late, ...present.alarms] };
};

/** An alarm that is stored already. */
export type StoredAlarm = Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type' | 'create_time'>;

/** Those of some alarms that nobody was told of before, neither by what is stored nor by one among them. */
export const unreportedAlarms = (
  alarms: readonly FenceAlarm[],
  stored: readonly StoredAlarm[],
): FenceAlarm[] => {
  const keyOf = (alarm: Pick<FenceAlarm, 'sn' | 'fence_id' | 'police_type'>) =>
    `${alarm.sn} ${alarm.fence_id} ${alarm.police_type}`;
  const told = new Map<string, number[]>();
  const tell = (key: string, at: number) => told.set(key, [...(told.get(key) ?? []), at]);
  for (const alarm of stored) tell(keyOf(alarm), alarm.create_time);
  return alarms.filter((alarm) => {
    const key = keyOf(alarm);
    const isKnown = told.get(key)?.some((at) => at > alarm.after && at <= alarm.until);
    if (!isKnown) tell(key, alarm.create_time);
    return !isKnown;
  });
};
