import { DAY } from './duration';
import { choices } from './label';
import { shiftStart } from './shift';
import { dayAt, momentAt, ownZone } from './zone';

/**
 * Relative periods of lists and reports. The name is stored, not its dates, so that it moves with the clock. Weeks
 * begin on Monday (ISO 8601) for every reader: colleagues who share lists and reports see the same.
 */
export const periods = choices([
  ['today', 'Today', '今天'],
  ['yesterday', 'Yesterday', '昨天'],
  ['shift', 'This shift', '本班次'],
  ['24h', 'Last 24 hours', '最近 24 小时'],
  ['thisWeek', 'This week', '本周'],
  ['lastWeek', 'Last week', '上周'],
  ['thisMonth', 'This month', '本月'],
  ['lastMonth', 'Last month', '上月'],
  ['7d', 'Last 7 days', '最近 7 天'],
  ['30d', 'Last 30 days', '最近 30 天'],
]);

export type Period = (typeof periods)[number][0];

/** Periods of whole days, for fields without a time of day. */
export const dayPeriods = periods.filter(([period]) => period !== 'shift' && period !== '24h');

export const isPeriod = (value: unknown): value is Period =>
  periods.some(([period]) => period === value);

/** Returns the ISO day of the week of a local time. @param local as returned by `wallTime` */
export const dayOfWeek = (local: number): number => ((Math.floor(local / DAY) + 3) % 7) + 1;

/** Returns the start of the month of a day, or of a later month. @param after number of months */
const monthOf = (day: number, after = 0): number => {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after);
};

const mondayOf = (day: number): number => day - (dayOfWeek(day) - 1) * DAY;

/** Calendar units: the start of the unit that contains a day, and the start of the next. */
const UNITS = {
  day: { start: (day: number) => day, next: (day: number) => day + DAY },
  week: { start: mondayOf, next: (day: number) => day + 7 * DAY },
  month: { start: (day: number) => monthOf(day), next: (day: number) => monthOf(day, 1) },
} as const;

export type TimeUnit = keyof typeof UNITS;

export const isTimeUnit = (name: unknown): name is TimeUnit =>
  typeof name === 'string' && Object.hasOwn(UNITS, name);

/**
 * Returns the starts of the days, weeks (from Monday) or months of a range in a time zone, epoch ms. The first is at or
 * before `from`. The last is the end of the unit that contains `to`.
 * @param to inclusive
 */
export const periodStarts = (unit: TimeUnit, from: number, to: number, zone: string): number[] => {
  const { start, next } = UNITS[unit];
  let day = start(dayAt(zone, from));
  const starts = [momentAt(zone, day)];
  while ((starts.at(-1) ?? 0) <= to) {
    day = next(day);
    starts.push(momentAt(zone, day));
  }
  return starts;
};

/** Formats the unit that contains a time in a time zone: `2026-10-11`, `2026-10-05 – 2026-10-11`, `2026-10`. */
export const timeUnitText = (unit: TimeUnit, at: number, zone: string): string => {
  const day = UNITS[unit].start(dayAt(zone, at));
  const formatDay = (of: number) => new Date(of).toISOString().slice(0, 10);
  if (unit === 'month') return formatDay(day).slice(0, 7);
  return unit === 'day' ? formatDay(day) : `${formatDay(day)} – ${formatDay(day + 6 * DAY)}`;
};

/**
 * Returns the range of a period, both ends inclusive, epoch ms. A period that is not over ends now. "Last 7
 * days" are today and the six days before.
 * @param zone time zone of days and shifts; the local one by default
 * @param shifts starts of the shifts, as returned by `shiftStarts`
 */
export const periodSpan = (
  period: Period,
  now: number,
  { zone = ownZone(), shifts }: { readonly zone?: string; readonly shifts: readonly number[] },
): { readonly from: number; readonly to: number } => {
  const today = dayAt(zone, now);
  const tomorrow = today + DAY;
  const days = (first: number, next = tomorrow) => ({
    from: momentAt(zone, first),
    to: Math.min(momentAt(zone, next) - 1, now),
  });
  const monday = mondayOf(today);
  const spans: Readonly<Record<Period, () => ReturnType<typeof days>>> = {
    today: () => days(today),
    yesterday: () => days(today - DAY, today),
    shift: () => ({ from: shiftStart(shifts, now, zone), to: now }),
    '24h': () => ({ from: now - DAY, to: now }),
    thisWeek: () => days(monday),
    lastWeek: () => days(monday - 7 * DAY, monday),
    thisMonth: () => days(monthOf(today)),
    lastMonth: () => days(monthOf(today, -1), monthOf(today)),
    '7d': () => days(today - 6 * DAY),
    '30d': () => days(today - 29 * DAY),
  };
  return spans[period]();
};
