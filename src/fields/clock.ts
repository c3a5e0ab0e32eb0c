import { dayOf, localTime } from '../domain/figures';
import type { Label } from '../domain/label';
import { isDay } from './kinds/date.schema';
import type { RuleName } from './rule';

/** How a day, a moment or a time of day is typed and written: the same in every language, largest unit first. */
export interface Clock {
  /** What is to be typed, shown while nothing is. */
  readonly form: Label;
  /** Says what of a text cannot be read. */
  readonly wrong: RuleName;
  readonly write: (value: unknown) => string;
  /** The value at a moment, ms since 1970. */
  readonly at: (moment: number) => unknown;
  /** The value of a text; undefined for one that has none. @param end whether it ends a range */
  readonly read: (text: string, end: boolean) => unknown;
}

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[\sT]+(\S.*))?$/;
const TIME = /^(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})(?:\.\d+)?秒?|分)?$/;

const two = (part: string | undefined) => String(part ?? '0').padStart(2, '0');

/** A typed day as yyyy-MM-dd, and what stands behind it. */
const dayIn = (text: string): { day: string; rest: string | undefined } | undefined => {
  const [, year, month, date, rest] = DAY.exec(text.trim()) ?? [];
  const day = `${year}-${two(month)}-${two(date)}`;
  return isDay(day) ? { day, rest } : undefined;
};

/** A typed time of day as HH:mm:ss. */
const timeIn = (text: string): string | undefined => {
  const [, hours, minutes, seconds] = TIME.exec(text.trim()) ?? [];
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds ?? 0) < 60;
  return isTime ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : undefined;
};

/** A calendar day, yyyy-MM-dd. */
export const dayClock: Clock = {
  form: ['yyyy-MM-dd', '年-月-日'],
  wrong: 'date',
  write: (value) => (typeof value === 'string' ? value : ''),
  at: dayOf,
  read: (text) => {
    const found = dayIn(text);
    return found && (found.rest === undefined || timeIn(found.rest)) ? found.day : undefined;
  },
};

const START = '00:00:00';
const END = '23:59:59.999';

/** A moment, ms since 1970, on the reader's clock. A day alone is where it begins, or ends a range where it ends. */
export const momentClock: Clock = {
  form: ['yyyy-MM-dd HH:mm:ss', '年-月-日 时:分:秒'],
  wrong: 'datetime',
  write: (value) => (typeof value === 'number' && Number.isFinite(value) ? localTime(value) : ''),
  at: (moment) => moment,
  read: (text, end) => {
    const found = dayIn(text);
    const time = found?.rest === undefined ? (end ? END : START) : timeIn(found.rest);
    return found && time ? Date.parse(`${found.day}T${time}`) : undefined;
  },
};

/** A time of day, HH:mm. */
export const timeClock: Clock = {
  form: ['HH:mm', '时:分'],
  wrong: 'time',
  write: (value) => (typeof value === 'string' ? value : ''),
  at: (moment) => localTime(moment).slice(11, 16),
  read: (text) => timeIn(text)?.slice(0, 5),
};

/** Days of the calendar that may be chosen, yyyy-MM-dd. */
export interface Days {
  readonly min?: string;
  readonly max?: string;
}

/** The days that a declared field allows. */
export const daysOf = ({
  min,
  max,
}: {
  readonly min?: string | number;
  readonly max?: string | number;
}): Days => {
  const day = (bound: string | number | undefined) => {
    if (bound === 'now' || bound === 'today') return dayOf(Date.now());
    return typeof bound === 'number' ? dayOf(bound) : bound;
  };
  return { min: day(min), max: day(max) };
};
