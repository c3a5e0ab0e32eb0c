import { DAY, MINUTE } from './duration';
import { BLIND_SPOT, type LockReport } from './lock';

/**
 * Maximum time that a lock's clock may be ahead of the server's, ms. A time beyond it cannot decide which report is
 * newest.
 */
export const MAX_CLOCK_AHEAD = 10 * MINUTE;

/** Server clock, and the time before which records are deleted; epoch ms. */
export interface ClockLimits {
  readonly now: number;
  readonly oldest: number;
}

/**
 * True if a lock's timestamp is plausible. An earlier one comes from a clock that was never set, or whose GPS week
 * rolled over. Up to a day ahead is plausible, because a wrong time zone shifts it by less.
 */
export const isPlausibleTime = (ts: number, { now, oldest }: ClockLimits): boolean =>
  ts >= oldest && ts <= now + DAY;

/** Date of a report, and the fault of its clock for the lock's developer. */
export interface ClockVerdict {
  /** Time that counts: that of the report, that of its receipt, or none if the report cannot be dated. */
  readonly time: 'own' | 'receipt' | 'none';
  readonly fault?: string;
}

/**
 * Judges the time of a report, from whatever carrier. A live report with an implausible time counts as made when it
 * was received. The time at which a blind-spot report was buffered cannot be recovered.
 */
export const judgeClock = (
  { ts, report_reson }: Pick<LockReport, 'ts' | 'report_reson'>,
  limits: ClockLimits,
): ClockVerdict => {
  const isLive = report_reson !== BLIND_SPOT;
  const ahead = ts - limits.now;
  if (!isPlausibleTime(ts, limits))
    return { time: isLive ? 'receipt' : 'none', fault: shownTime(ts) };
  if (ahead >= MAX_CLOCK_AHEAD)
    return { time: 'own', fault: `Clock is ${Math.round(ahead / MINUTE)} minutes fast` };
  return isLive && ahead < -DAY ? { time: 'own', fault: shownTime(ts) } : { time: 'own' };
};

/** Describes a wrong time. */
export const shownTime = (ts: number): string =>
  `Clock shows ${Math.abs(ts) < 8.64e15 ? new Date(ts).toISOString().slice(0, 10) : 'no time'}`;
