import { dayOf, localTime } from '../domain/figures';
import type { Label } from '../domain/label';
import { isDay } from './kinds/date.schema';
import type { RuleName } from './rule';

/** Input format of a day, a date and time, or a time of day. It is the same in every language, largest unit first. */
export interface DateTimeFormat {
  /** Placeholder of an empty input. */
  readonly form: Label;
  /** Error for a text that does not parse. */
  readonly wrong: RuleName;
  readonly write: (value: unknown) => string;
  /** Returns the value for a time, epoch ms. */
  readonly at: (moment: number) => unknown;
  /** Parses a text; undefined if it is invalid. @param end true for the end of a range */
  readonly parse: (text: string, end: boolean) => unknown;
}

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[\sT]+(\S.*))?$/;
const TIME = /^(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})(?:\.\d+)?秒?|分)?$/;

const two = (part: string | undefined) => String(part ?? '0').padStart(2, '0');

/** Parses a day to yyyy-MM-dd, and returns the text after it. */
const parseDay = (text: string): { day: string; rest: string | undefined } | undefined => {
  const [, year, month, date, rest] = DAY.exec(text.trim()) ?? [];
  const day = `${year}-${two(month)}-${two(date)}`;
  return isDay(day) ? { day, rest } : undefined;
};

/** Parses a time of day to HH:mm:ss. */
const parseTime = (text: string): string | undefined => {
  const [, hours, minutes, seconds] = TIME.exec(text.trim()) ?? [];
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds ?? 0) < 60;
  return isTime ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : undefined;
};

/** A calendar day, yyyy-MM-dd. */
export const dayFormat: DateTimeFormat = {
  form: ['yyyy-MM-dd', '年-月-日'],
  wrong: 'date',
  write: (value) => (typeof value === 'string' ? value : ''),
  at: dayOf,
  parse: (text) => {
    const match = parseDay(text);
    return match && (match.rest === undefined || parseTime(match.rest)) ? match.day : undefined;
  },
};

const START = '00:00:00';
const END = '23:59:59.999';

/**
 * Date and time in the reader's time zone, epoch ms. A day without a time means its start, or its end for the end of a
 * range.
 */
export const momentFormat: DateTimeFormat = {
  form: ['yyyy-MM-dd HH:mm:ss', '年-月-日 时:分:秒'],
  wrong: 'datetime',
  write: (value) => (typeof value === 'number' && Number.isFinite(value) ? localTime(value) : ''),
  at: (moment) => moment,
  parse: (text, end) => {
    const match = parseDay(text);
    const time = match?.rest === undefined ? (end ? END : START) : parseTime(match.rest);
    return match && time ? Date.parse(`${match.day}T${time}`) : undefined;
  },
};

/** A time of day, HH:mm. */
export const timeFormat: DateTimeFormat = {
  form: ['HH:mm', '时:分'],
  wrong: 'time',
  write: (value) => (typeof value === 'string' ? value : ''),
  at: (moment) => localTime(moment).slice(11, 16),
  parse: (text) => parseTime(text)?.slice(0, 5),
};

/** Selectable days, yyyy-MM-dd. */
export interface Days {
  readonly min?: string;
  readonly max?: string;
}

/** Returns the days that the limits of a field allow. */
export const daysOf = ({ min, max }: { readonly [limit in keyof Days]: string | number }): Days => {
  const day = (limit: string | number | undefined) => {
    if (limit === 'now' || limit === 'today') return dayOf(Date.now());
    return typeof limit === 'number' ? dayOf(limit) : limit;
  };
  return { min: day(min), max: day(max) };
};
