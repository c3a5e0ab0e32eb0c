import {
  type ActiveAlarm,
  type ActiveAlarms,
  type AlarmKind,
  CHARGED_BATTERY,
  type ClearedHow,
  clearingEvents,
  type FaultCode,
} from '../../../domain/alarm';
import { DAY, HOUR } from '../../../domain/duration';
import { LOCK, type LockReport, type LockStatus, SEALING, UNSEALING } from '../../../domain/lock';
import { ENTERED, type FenceCrossing, LEFT } from '../places/fences';
import type { FenceCorrection } from '../places/lateFences';

export interface AlarmRef {
  readonly sn: string;
  readonly police_type: AlarmKind;
  readonly fence_id: number | null;
  /** Time at which it was raised, lock's clock, epoch ms. */
  readonly raised: number;
  /** Time of the repetition or of the end. */
  readonly at: number;
}

/** Alarm whose cause has ended, with the time of the report that shows it. */
export interface AlarmClearance extends AlarmRef {
  readonly how: ClearedHow;
}

export const alarmKey = (kind: AlarmKind, fence?: number): string =>
  fence === undefined ? String(kind) : `${kind}:${fence}`;

/** Kind of all faults without one of their own, which only their words tell apart. */
const OTHER: AlarmKind = 9999;
/** Number of active alarms of that kind per lock, so that changing words fill no row. */
const MAX_OTHERS = 8;

/** Key of a reported alarm. Numbers in the words of another fault are measurements, which differ in each report. */
const reportedKey = ({ police_type, fault_msg }: AlarmCandidate): string =>
  police_type === OTHER && fault_msg
    ? `${OTHER} ${fault_msg.replace(/\d+/g, '#')}`
    : alarmKey(police_type);

/** Kind of a key; undefined for the alarm of a fence. */
const kindOf = (key: string): AlarmKind | undefined =>
  /^\d+( |$)/.test(key) ? (Number.parseInt(key, 10) as AlarmKind) : undefined;

/** Drops the other faults that were reported longest ago, beyond the limit. */
const dropOldOthers = (raised: Record<string, ActiveAlarm>): void => {
  const otherAlarms = Object.entries(raised).filter(([key]) => key.startsWith(`${OTHER} `));
  const surplus = otherAlarms.sort(([, a], [, b]) => b.last - a.last).slice(MAX_OTHERS);
  for (const [key] of surplus) delete raised[key];
};

/** Time within which a repeated report continues the same alarm, ms. */
const REPEAT_WINDOW = 60_000;
/**
 * Time for which an alarm with a persistent cause stays open after its latest report, ms. A later report raises a new
 * one.
 */
const OPEN_FOR = DAY;

/** Time for which another fault stays open, ms: only its repetition shows that it lasts. */
const OTHER_OPEN_FOR = HOUR;

/** Kinds that are reported once per event. Fence kinds are those that locks report themselves, without a fence. */
const EVENT_ALARMS: readonly AlarmKind[] = [1008, 1010, 2002, 2003];

const openFor = (kind: AlarmKind): number => {
  if (kind === OTHER) return OTHER_OPEN_FOR;
  const isLasting = clearingEvents[kind] !== undefined && !EVENT_ALARMS.includes(kind);
  return isLasting ? OPEN_FOR : REPEAT_WINDOW;
};

const isRepeat = (kind: AlarmKind, { at, last }: ActiveAlarm, ts: number): boolean =>
  ts <= last ? ts >= at - REPEAT_WINDOW : ts - last <= openFor(kind);

const MOVING_KMH = 5;
const BY_BLUETOOTH: readonly unknown[] = [4, 10];
const BY_CARD: readonly unknown[] = [5, 9];

/** True if a report shows that the cause has ended. Fence crossings are handled by updateFenceAlarms. */
const showsEnd: Readonly<Record<ClearedHow, (report: LockReport, was: LockStatus) => boolean>> = {
  // A lock that stayed sealed all along was not sealed again.
  1: ({ lock_status, lock_action }, was) =>
    lock_status === LOCK.sealed &&
    (was !== LOCK.sealed || (lock_action !== undefined && SEALING.includes(lock_action))),
  2: ({ lock_state, lock_status }) => lock_state === 0 && lock_status !== LOCK.abnormal,
  3: ({ lock_action, fault_code }) =>
    lock_action !== undefined &&
    fault_code === undefined &&
    [...SEALING, ...UNSEALING].includes(lock_action),
  4: ({ speed = 0 }) => speed >= MOVING_KMH,
  5: ({ electric = 0 }) => electric >= CHARGED_BATTERY,
  6: () => false,
  7: () => false,
  8: ({ lock_action }) => BY_CARD.includes(lock_action),
  9: () => true,
  10: ({ lock_action }) => BY_BLUETOOTH.includes(lock_action),
  11: ({ position_status, lat }) => position_status === 0 && lat !== undefined,
};

export interface AlarmCandidate {
  readonly police_type: AlarmKind;
  /** Fault reported by the lock; undefined for an alarm that the server raises. */
  readonly fault_code: FaultCode | undefined;
  readonly fault_msg: string | undefined;
}

/**
 * Splits the alarms of a report into new ones and repetitions, and finds the active alarms that it clears. `was` is
 * the lock's status before. A report of the past (late, or from a blind spot) clears nothing, and its alarms do not
 * become active.
 */
export const raiseAlarms = (
  before: ActiveAlarms,
  candidates: readonly AlarmCandidate[],
  { sn, report, was, isPast }: { sn: string; report: LockReport; was: LockStatus; isPast: boolean },
) => {
  const { ts } = report;
  const raised: Record<string, ActiveAlarm> = { ...before };
  const fresh: AlarmCandidate[] = [];
  const repeats: AlarmRef[] = [];
  for (const alarm of candidates) {
    const { police_type } = alarm;
    const key = reportedKey(alarm);
    const active = raised[key];
    if (active && isRepeat(police_type, active, ts)) {
      repeats.push({ sn, police_type, fence_id: null, raised: active.at, at: ts });
      raised[key] = { at: active.at, last: Math.max(active.last, ts) };
    } else {
      fresh.push(alarm);
      if (!isPast) raised[key] = { at: ts, last: ts };
    }
  }
  const reportedKeys = new Set(candidates.map(reportedKey));
  const endings = isPast ? [] : endedAlarms(raised, reportedKeys, { report, was });
  const cleared = endings.map(
    ({ police_type, how, key }): AlarmClearance => ({
      ...{ sn, police_type, fence_id: null, how },
      ...{ raised: raised[key]?.at ?? report.ts, at: report.ts },
    }),
  );
  for (const { key } of endings) delete raised[key];
  dropOldOthers(raised);
  return { raised, fresh, repeats, cleared };
};

const endedAlarms = (
  raised: ActiveAlarms,
  reportedKeys: ReadonlySet<string>,
  { report, was }: { readonly report: LockReport; readonly was: LockStatus },
) =>
  Object.keys(raised).flatMap((key) => {
    const police_type = kindOf(key);
    const how = police_type && clearingEvents[police_type];
    if (police_type === undefined || how === undefined || reportedKeys.has(key)) return [];
    return showsEnd[how](report, was) ? [{ key, police_type, how }] : [];
  });

/** Follows corrections of fence alarms: a withdrawn one is no longer active, the other gets its true time. */
export const withCorrections = (
  before: ActiveAlarms,
  corrections: readonly FenceCorrection[],
): ActiveAlarms => {
  const raised: Record<string, ActiveAlarm> = { ...before };
  for (const { police_type, fence_id, from, alarm } of corrections) {
    const key = alarmKey(police_type, fence_id);
    if (raised[key]?.at !== from) continue;
    if (alarm) raised[key] = { at: alarm.create_time, last: alarm.create_time };
    else delete raised[key];
  }
  return raised;
};

/** Updates active alarms by border crossings: entering a fence clears the alarm of leaving it, and the reverse. */
export const updateFenceAlarms = (before: ActiveAlarms, crossings: readonly FenceCrossing[]) => {
  const raised: Record<string, ActiveAlarm> = { ...before };
  const cleared: AlarmClearance[] = [];
  for (const { sn, fence_id, police_type, at, isAlarm } of crossings) {
    const other = police_type === LEFT ? ENTERED : LEFT;
    const key = alarmKey(other, fence_id);
    const active = raised[key];
    const how = clearingEvents[other];
    if (active && how) {
      cleared.push({ sn, police_type: other, fence_id, raised: active.at, at, how });
      delete raised[key];
    }
    if (isAlarm) raised[alarmKey(police_type, fence_id)] = { at, last: at };
  }
  return { raised, cleared };
};
