import { dayOf } from '../domain/figures';
import { choices } from '../domain/label';
import { shiftStart } from '../domain/shift';

/** Stretches of time that a list can be narrowed to. A list keeps the word, so that it moves on with the clock. */
export const periods = choices([
  ['today', 'Today', '今天'],
  ['yesterday', 'Yesterday', '昨天'],
  ['shift', 'This shift', '本班次'],
  ['24h', 'Last 24 hours', '最近 24 小时'],
  ['7d', 'Last 7 days', '最近 7 天'],
  ['30d', 'Last 30 days', '最近 30 天'],
]);

export type Period = (typeof periods)[number][0];

/** Those that are whole days: what a field without hours can be narrowed to. */
export const dayPeriods = periods.filter(([period]) => period !== 'shift' && period !== '24h');

/** Whether a value names a period. */
export const isPeriod = (value: unknown): value is Period =>
  periods.some(([period]) => period === value);

/** The filter that narrows a field to a period. */
export const periodName = (name: string): string => `${name}_last`;

interface Span {
  /** ms since 1970. */
  readonly from: number;
  /** Without it the period ends now. */
  readonly to?: number;
}

const HOUR = 3_600_000;
const lengths = { '24h': 24 * HOUR, '7d': 7 * 24 * HOUR, '30d': 30 * 24 * HOUR } as const;

/** Midnight of the day some days before that of a moment; a day with a change of clocks is a day. */
const midnight = (now: number, daysBefore: number): number => {
  const at = new Date(now);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysBefore).getTime();
};

/**
 * From when to when a period is; days and shifts begin by the reader's own clock.
 * @param shifts when shifts begin, as `shiftStarts` reads them
 */
export const periodSpan = (period: Period, now: number, shifts: readonly number[]): Span => {
  if (period === 'today') return { from: midnight(now, 0) };
  if (period === 'yesterday') return { from: midnight(now, 1), to: midnight(now, 0) - 1 };
  if (period === 'shift') return { from: shiftStart(shifts, now) };
  return { from: now - lengths[period] };
};

/** The first and the last day of a period, both included: days have no hour at which "now" would end them. */
export const periodDays = (period: Period, now: number): { from: string; to: string } => {
  const { from, to = now } = periodSpan(period, now, []);
  return { from: dayOf(from), to: dayOf(to) };
};
