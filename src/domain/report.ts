import { choices } from './label';
import { momentAt, wallTime } from './zone';

/** The times that a saved report is about, seen from when it is read. */
export const reportPeriod = choices([
  ['today', 'Today', '今天'],
  ['yesterday', 'Yesterday', '昨天'],
  ['week', 'Last 7 days', '最近 7 天'],
  ['month', 'Last 30 days', '最近 30 天'],
  ['lastWeek', 'Last week, Monday to Sunday', '上周（周一至周日）'],
  ['lastMonth', 'Last month', '上月'],
]);

export type ReportPeriod = (typeof reportPeriod)[number][0];

/** How often a saved report goes out by mail. */
export const reportEvery = choices([
  ['never', 'Never', '不发送'],
  ['daily', 'Every day', '每天'],
  ['weekly', 'Every week', '每周'],
  ['monthly', 'Every month', '每月'],
]);

export type ReportEvery = (typeof reportEvery)[number][0];

/** Days of the week, Monday first, as ISO 8601 counts them. */
export const weekday = choices([
  [1, 'Monday', '周一'],
  [2, 'Tuesday', '周二'],
  [3, 'Wednesday', '周三'],
  [4, 'Thursday', '周四'],
  [5, 'Friday', '周五'],
  [6, 'Saturday', '周六'],
  [7, 'Sunday', '周日'],
]);

/** What came of a report's last time. */
export const SENT = { queued: 1, notAllowed: 2, failed: 3 } as const;

export const reportNote = choices(
  [
    [SENT.queued, 'Sent', '已发送'],
    [SENT.notAllowed, 'Its owner may no longer read this', '责任人已无权查看该报表'],
    [SENT.failed, 'Could not be made', '生成失败'],
  ],
  { 1: 'success', 2: 'error', 3: 'error' },
);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** ISO day of the week of a day that began at a moment of local time. */
const dayOfWeek = (local: number): number => ((Math.floor(local / DAY) + 3) % 7) + 1;

/** The day that clocks of a zone are in at a moment: when it began by them, as if they were at UTC. */
const dayAt = (zone: string, at: number): number => Math.floor(wallTime(zone, at) / DAY) * DAY;

/** When the month of a day began, or one that is some months after it. */
const monthOf = (day: number, after = 0): number => {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after);
};

const mondayOf = (day: number): number => day - (dayOfWeek(day) - 1) * DAY;

/** What a time can be cut into, and when each of that begins: of a day, and the next after one. */
const UNITS = {
  day: { start: (day: number) => day, next: (day: number) => day + DAY },
  week: { start: mondayOf, next: (day: number) => day + 7 * DAY },
  month: { start: (day: number) => monthOf(day), next: (day: number) => monthOf(day, 1) },
} as const;

export type TimeUnit = keyof typeof UNITS;

export const isTimeUnit = (name: unknown): name is TimeUnit =>
  typeof name === 'string' && Object.hasOwn(UNITS, name);

/**
 * When the days, weeks (from Monday) or months began, on the clocks of a zone, that a time is cut into: the first holds
 * its beginning, and the last moment is when the one ends that holds its end. ms since 1970.
 * @param to inclusive
 */
export const cutsOf = (unit: TimeUnit, from: number, to: number, zone: string): number[] => {
  const { start, next } = UNITS[unit];
  let day = start(dayAt(zone, from));
  const cuts = [momentAt(zone, day)];
  while ((cuts.at(-1) ?? 0) <= to) {
    day = next(day);
    cuts.push(momentAt(zone, day));
  }
  return cuts;
};

/** The unit that a moment is in, on the clocks of a zone: `2026-10-11`, `2026-10-05 – 2026-10-11`, `2026-10`. */
export const timeUnitText = (unit: TimeUnit, at: number, zone: string): string => {
  const day = UNITS[unit].start(dayAt(zone, at));
  const shown = (of: number) => new Date(of).toISOString().slice(0, 10);
  if (unit === 'month') return shown(day).slice(0, 7);
  return unit === 'day' ? shown(day) : `${shown(day)} – ${shown(day + 6 * DAY)}`;
};

/**
 * The times that a period means, both inclusive, ms since 1970.
 * @param zone on whose clocks days begin
 */
export const spanOf = (
  period: ReportPeriod,
  now: number,
  zone: string,
): { readonly from: number; readonly to: number } => {
  const today = dayAt(zone, now);
  const span = (first: number, next: number) => ({
    from: momentAt(zone, first),
    to: momentAt(zone, next) - 1,
  });
  const tomorrow = today + DAY;
  if (period === 'today') return span(today, tomorrow);
  if (period === 'yesterday') return span(today - DAY, today);
  if (period === 'week') return span(today - 6 * DAY, tomorrow);
  if (period === 'month') return span(today - 29 * DAY, tomorrow);
  const monday = mondayOf(today);
  if (period === 'lastWeek') return span(monday - 7 * DAY, monday);
  return span(monthOf(today, -1), monthOf(today));
};

/** When a saved report goes out; names as on the wire. */
export interface Sending {
  readonly every?: unknown;
  /** 0 to 23, on the clocks of the zone. */
  readonly hour?: unknown;
  /** Of a weekly one: 1 for Monday. */
  readonly week_day?: unknown;
  /** Of a monthly one: 1 to 28. */
  readonly month_day?: unknown;
  readonly zone: string;
}

/** The next moment after another at which a report goes out, ms since 1970; undefined for one that does not. */
export const nextSending = (
  { every, hour, week_day, month_day, zone }: Sending,
  after: number,
): number | undefined => {
  const at = Number(hour ?? 0) * HOUR;
  const today = dayAt(zone, after);
  const isDue = (day: number): boolean => {
    if (every === 'daily') return true;
    if (every === 'weekly') return dayOfWeek(day) === Number(week_day ?? 1);
    return every === 'monthly' && new Date(day).getUTCDate() === Number(month_day ?? 1);
  };
  for (let day = today; day <= today + 32 * DAY; day += DAY) {
    const moment = momentAt(zone, day + at);
    if (moment > after && isDue(day)) return moment;
  }
  return undefined;
};
