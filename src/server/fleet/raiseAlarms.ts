import {
  type ActiveAlarm,
  type ActiveAlarms,
  type AlarmKind,
  CHARGED_BATTERY,
  type ClearedHow,
  clearingEvents,
  type FaultCode,
} from '../../domain/alarm';
import { DAY } from '../../domain/duration';
import { LOCK, type LockReport, type LockStatus, SEALING, UNSEALING } from '../../domain/lock';

/** Reference to the record of an alarm. */
interface AlarmRef {
  readonly sn: string;
  readonly police_type: AlarmKind;
  readonly fence_id: number | null;
  /** Time at which it was raised, lock's clock, epoch ms. */
  readonly raised: number;
  /** Time of the repetition or of the end. */
  readonly at: number;
}

export type RepeatedAlarm = AlarmRef;

/** Alarm whose cause has ended, with the time of the report that shows it. */
export interface AlarmClearance extends AlarmRef {
  readonly how: ClearedHow;
}

/** Key of an active alarm of a lock. */
export const alarmKey = (kind: AlarmKind, fence?: number): string =>
  fence === undefined ? String(kind) : `${kind}:${fence}`;

/** Time within which a repeated report continues the same alarm, ms. */
const REPEAT_WINDOW = 60_000;
/**
 * Time for which an alarm with a persistent cause stays open after its latest report, ms. A later report raises a new
 * one.
 */
const OPEN_FOR = DAY;

/** Kinds that are reported once per event. Fence kinds are those that locks report themselves, without a fence. */
const EVENT_ALARMS: readonly AlarmKind[] = [1008, 1010, 2002, 2003];

const isRepeat = (kind: AlarmKind, { at, last }: ActiveAlarm, ts: number): boolean => {
  const isLasting = clearingEvents[kind] !== undefined && !EVENT_ALARMS.includes(kind);
  return ts <= last
    ? ts >= at - REPEAT_WINDOW
    : ts - last <= (isLasting ? OPEN_FOR : REPEAT_WINDOW);
};

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

/** Alarm found in a report. */
export interface AlarmCandidate {
  readonly police_type: AlarmKind;
  /** Fault reported by the lock; undefined for an alarm that the server raises. */
  readonly fault_code: FaultCode | undefined;
  readonly fault_msg: string | undefined;
}

interface AlarmUpdate {
  readonly raised: ActiveAlarms;
  readonly fresh: readonly AlarmCandidate[];
  readonly repeats: readonly RepeatedAlarm[];
  readonly cleared: readonly AlarmClearance[];
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
): AlarmUpdate => {
  const { ts } = report;
  const raised: Record<string, ActiveAlarm> = { ...before };
  const fresh: AlarmCandidate[] = [];
  const repeats: RepeatedAlarm[] = [];
  for (const alarm of candidates) {
    const { police_type } = alarm;
    const key = alarmKey(police_type);
    const active = raised[key];
    if (active && isRepeat(police_type, active, ts)) {
      repeats.push({ sn, police_type, fence_id: null, raised: active.at, at: ts });
      raised[key] = { at: active.at, last: Math.max(active.last, ts) };
    } else {
      fresh.push(alarm);
      if (!isPast) raised[key] = { at: ts, last: ts };
    }
  }
  const reportedKeys = new Set(candidates.map(({ police_type }) => alarmKey(police_type)));
  const cleared = isPast ? [] : clearancesBy(raised, reportedKeys, { sn, report, was });
  for (const { police_type } of cleared) delete raised[alarmKey(police_type)];
  return { raised, fresh, repeats, cleared };
};

const clearancesBy = (
  raised: ActiveAlarms,
  reportedKeys: ReadonlySet<string>,
  { sn, report, was }: { sn: string; report: LockReport; was: LockStatus },
): AlarmClearance[] =>
  Object.entries(raised).flatMap(([key, { at }]): AlarmClearance[] => {
    const police_type = Number(key) as AlarmKind;
    const how = clearingEvents[police_type];
    if (how === undefined || reportedKeys.has(key) || !showsEnd[how](report, was)) return [];
    return [{ sn, police_type, fence_id: null, raised: at, at: report.ts, how }];
  });

const LEFT: AlarmKind = 2002;
const ENTERED: AlarmKind = 2003;

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

/** Updates active alarms by border crossings: entering a fence clears the alarm of leaving it, and the reverse. */
export const updateFenceAlarms = (
  before: ActiveAlarms,
  crossings: readonly FenceCrossing[],
): Pick<AlarmUpdate, 'raised' | 'cleared'> => {
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
