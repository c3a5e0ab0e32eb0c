import { DAY, HOUR, MINUTE } from './duration';
import { type Label, type Locale, textOf } from './label';
import { dayOfWeek } from './period';
import { dayAt, isZone, minutesEastOf, momentAt, offsetText, wallTime } from './zone';

/** Weekly hours in a time zone: days of the week, and a range of hours. */
export interface WeekTimes {
  /** 1 Monday to 7 Sunday, sorted, without repetition; empty means all days. */
  readonly days: readonly number[];
  /** "08:00"; equal to `to` for the whole day. */
  readonly from: string;
  /** "18:00"; on the next day if it is before `from`. */
  readonly to: string;
  /** IANA name: "Asia/Shanghai". */
  readonly zone: string;
}

export const WEEK: readonly Label[] = [
  ['Mon', '周一'],
  ['Tue', '周二'],
  ['Wed', '周三'],
  ['Thu', '周四'],
  ['Fri', '周五'],
  ['Sat', '周六'],
  ['Sun', '周日'],
];

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

const isClock = (value: unknown): value is string => typeof value === 'string' && CLOCK.test(value);

const areDays = (days: unknown): days is number[] =>
  Array.isArray(days) && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7);

export const weekTimesOf = (value: unknown): WeekTimes | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { days, from, to, zone } = value as Record<string, unknown>;
  if (!areDays(days) || !isClock(from) || !isClock(to) || !isZone(zone)) return undefined;
  return { days: [...new Set(days)].sort(), from, to, zone };
};

/** True if the time, epoch ms, is within the hours. */
export const isWithinWeekTimes = ({ days, from, to, zone }: WeekTimes, at: number): boolean => {
  const wall = wallTime(zone, at);
  const today = dayOfWeek(wall);
  const clock = new Date(wall).toISOString().slice(11, 16);
  const isDay = (day: number) => days.length === 0 || days.includes(day);
  if (from === to) return isDay(today);
  if (from < to) return isDay(today) && clock >= from && clock < to;
  // Hours that begin in the evening belong to that evening's day.
  return clock >= from ? isDay(today) : clock < to && isDay(today === 1 ? 7 : today - 1);
};

/** Parses a time of day, `22:30`, to ms since midnight. */
const sinceMidnight = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * HOUR + minutes * MINUTE;
};

/** Duration of the hours of one day, ms. */
export const lengthOf = ({ from, to }: WeekTimes): number =>
  (sinceMidnight(to) - sinceMidnight(from) + DAY) % DAY || DAY;

/** Returns the next start of the hours after a time, both in epoch ms. */
export const nextStart = ({ days, from, zone }: WeekTimes, after: number): number | undefined => {
  const today = dayAt(zone, after);
  for (let ahead = 0; ahead <= WEEK.length; ahead++) {
    const wall = today + ahead * DAY + sinceMidnight(from);
    const moment = momentAt(zone, wall);
    if (moment > after && (days.length === 0 || days.includes(dayOfWeek(wall)))) return moment;
  }
  return undefined;
};

/** Formats as "Mon, Tue 08:00–18:00 Asia/Shanghai". */
export const weekTimesText = (times: WeekTimes, locale: Locale): string =>
  joined([hoursText(times, locale), times.zone]);

/**
 * Formats for a reader: "Mon, Tue 08:00–18:00", with the offset "UTC+8" if the reader's clock differs now.
 * @param now epoch ms
 */
export const shortWeekTimes = (
  times: WeekTimes,
  locale: Locale,
  readersZone: string,
  now: number,
): string => {
  const [offset, own] = [times.zone, readersZone].map((zone) => minutesEastOf(zone, now));
  const isOwn = offset === own;
  return joined([hoursText(times, locale), isOwn ? '' : offsetText(offset ?? 0)]);
};

const hoursText = ({ days, from, to }: WeekTimes, locale: Locale): string =>
  joined([
    days.map((day) => textOf(WEEK[day - 1] ?? ['', ''], locale)).join(', '),
    from === to ? '' : `${from}–${to}`,
  ]);

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** Parses the format of `weekTimesText` in either language; undefined for any other text. */
export const parseWeekTimes = (text: string): WeekTimes | undefined => {
  const zone = /\S+$/.exec(text.trim())?.[0] ?? '';
  const [, from = '00:00', to = '00:00'] = /(\d\d:\d\d)\s*[-–—~]\s*(\d\d:\d\d)/.exec(text) ?? [];
  const days = WEEK.flatMap((names, i) =>
    names.some((name) => text.includes(name)) ? [i + 1] : [],
  );
  return weekTimesOf({ days, from, to, zone });
};
