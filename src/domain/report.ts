import { choices } from './label';

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
  ['never', 'Not sent', '不发送'],
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
    [SENT.notAllowed, 'Its owner may not read this any more', '责任人已无权查看该报表'],
    [SENT.failed, 'Could not be made', '生成失败'],
  ],
  { 1: 'success', 2: 'error', 3: 'error' },
);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A zone by its minutes east of UTC: `UTC+8`, `UTC-3:30`. */
export const zoneText = (minutes: number): string => {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? '-' : '+';
  return minutes === 0 ? 'UTC' : `UTC${sign}${hours}${rest ? `:${rest}` : ''}`;
};

/** ISO day of the week of a day that began at a moment of local time. */
const dayOfWeek = (local: number): number => ((Math.floor(local / DAY) + 3) % 7) + 1;

/**
 * The times that a period means, both inclusive, ms since 1970.
 * @param daysEast minutes by which the days' zone is east of UTC
 */
export const spanOf = (
  period: ReportPeriod,
  now: number,
  daysEast: number,
): { readonly from: number; readonly to: number } => {
  const shift = daysEast * MINUTE;
  const today = Math.floor((now + shift) / DAY) * DAY;
  const span = (from: number, until: number) => ({ from: from - shift, to: until - shift - 1 });
  const tomorrow = today + DAY;
  if (period === 'today') return span(today, tomorrow);
  if (period === 'yesterday') return span(today - DAY, today);
  if (period === 'week') return span(today - 6 * DAY, tomorrow);
  if (period === 'month') return span(today - 29 * DAY, tomorrow);
  if (period === 'lastWeek') {
    const monday = today - (dayOfWeek(today) - 1) * DAY;
    return span(monday - 7 * DAY, monday);
  }
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return span(Date.UTC(year, month - 1), Date.UTC(year, month));
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
  /** Minutes east of UTC. */
  readonly zone?: unknown;
}

/** The next moment after another at which a report goes out, ms since 1970; undefined for one that does not. */
export const nextSending = (
  { every, hour, week_day, month_day, zone }: Sending,
  after: number,
): number | undefined => {
  const shift = Number(zone ?? 0) * MINUTE;
  const at = Number(hour ?? 0) * HOUR;
  const today = Math.floor((after + shift) / DAY) * DAY;
  const isDue = (day: number): boolean => {
    if (every === 'daily') return true;
    if (every === 'weekly') return dayOfWeek(day) === Number(week_day ?? 1);
    return every === 'monthly' && new Date(day).getUTCDate() === Number(month_day ?? 1);
  };
  for (let day = today; day <= today + 32 * DAY; day += DAY) {
    const moment = day + at - shift;
    if (moment > after && isDue(day)) return moment;
  }
  return undefined;
};
