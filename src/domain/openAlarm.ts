import { type AlarmKind, MINOR, type RatedAlarm, severityOf } from './alarm';

/** Open alarm, with the operator who has taken it. */
export interface OpenAlarm extends RatedAlarm {
  readonly taken_by?: string | null;
  /** Time of the lock's clock, epoch ms. */
  readonly create_time?: number;
  /** Time of receipt by the server, epoch ms; later than `create_time` if reported late. A server may omit it. */
  readonly raise_time?: number | null;
}

/** Returns the rank of an open alarm, 1 for the worst. Alarms that no operator has taken come before taken ones. */
export const alarmRank = (alarm: OpenAlarm): number =>
  severityOf(alarm) + (alarm.taken_by ? MINOR : 0);

/** Returns the time by which alarms are new or old, epoch ms: that of receipt, because clocks of locks may be wrong. */
export const raisedAt = ({ raise_time, create_time = 0 }: OpenAlarm): number =>
  raise_time ?? create_time;

/**
 * Orders open alarms, the worst first: those that no operator has taken, then by severity, then the newest by their
 * time. The database sorts the alarm desk in the same way, by `urgency`.
 */
export const compareAlarms = (a: OpenAlarm, b: OpenAlarm): number =>
  alarmRank(a) - alarmRank(b) || (b.create_time ?? 0) - (a.create_time ?? 0);

export interface AlarmOfLock extends OpenAlarm {
  readonly sn: string;
  readonly police_type: AlarmKind;
}

/** Worst open alarm of a lock, and the numbers of its others. */
export type LockAlarm<A extends AlarmOfLock = AlarmOfLock> = A & {
  /** Alarms of the same kind, taken or not like this one, which is included. */
  readonly alike: number;
  /** All open alarms of the lock, and those that an operator has taken. */
  readonly open: number;
  readonly taken: number;
};

/** Returns the worst open alarm of each lock by its SN, in the order of `compareAlarms`. */
export const worstBySn = <A extends AlarmOfLock>(
  alarms: readonly A[],
): ReadonlyMap<string, LockAlarm<A>> => {
  const worst = new Map<string, LockAlarm<A>>();
  for (const alarm of [...alarms].sort(compareAlarms)) {
    const first = worst.get(alarm.sn) ?? { ...alarm, alike: 0, open: 0, taken: 0 };
    const isAlike = first.police_type === alarm.police_type && !first.taken_by === !alarm.taken_by;
    worst.set(alarm.sn, {
      ...first,
      alike: first.alike + Number(isAlike),
      open: first.open + 1,
      taken: first.taken + Number(Boolean(alarm.taken_by)),
    });
  }
  return worst;
};
