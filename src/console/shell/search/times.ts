import type { ParsedComponents, ParsedResult } from 'chrono-node';
import { casual as english } from 'chrono-node/en';
import { casual as simplifiedChinese } from 'chrono-node/zh/hans';
import { DAY, HOUR, MINUTE } from '../../../domain/duration';
import { dayOf, localTime } from '../../../domain/figures';
import { choiceLabel, type Locale, textOf } from '../../../domain/label';
import { dayOfWeek, isPeriod, type Period, periodSpan, periods } from '../../../domain/period';
import { periodName, rangeNames } from '../../../fields';
import { getShifts } from '../../data';

/** Range that a query names, epoch ms; both ends inclusive. */
export interface NamedRange {
  readonly from: number;
  readonly to: number;
  /** Set for a clock time; the range then is the hour around it. */
  readonly at?: number;
}

/** A relative period keeps its name, so that the address of a list moves with the clock. */
export type NamedTime = Period | NamedRange;

export interface TimePhrase {
  /** Undefined if the query names no time that has begun. */
  readonly time: NamedTime | undefined;
  /** Query without its times, in lower case. */
  readonly rest: string;
  /** Times that are to come, or that stand beside another one. */
  readonly unclear: readonly string[];
}

/** Phrases for the periods that lists accept, in any language. */
const PHRASES: readonly (readonly [Period, ...string[]])[] = [
  ['today', "today's", 'today', '今天', '今日'],
  ['yesterday', "yesterday's", 'yesterday', '昨天', '昨日'],
  ['shift', 'this shift', 'my shift', '本班次', '本班', '当班'],
  ['24h', 'last 24 hours', 'past 24 hours', '24 hours', '24h'],
  ['24h', '最近24小时', '近24小时', '24小时'],
  ['thisWeek', "this week's", 'this week', '本周', '这周', '本星期', '这个星期'],
  ['lastWeek', "last week's", 'last week', 'previous week', '上周', '上星期', '上个星期'],
  ['thisMonth', "this month's", 'this month', '本月', '这个月'],
  ['lastMonth', "last month's", 'last month', 'previous month', '上个月', '上月'],
  ['7d', 'last 7 days', 'past 7 days', 'past week', '7 days'],
  ['7d', '最近7天', '近7天', '7天', '最近一周', '近一周'],
  ['30d', 'last 30 days', 'past 30 days', 'past month', '30 days'],
  ['30d', '最近30天', '近30天', '30天', '最近一个月', '近一个月'],
];

/** Part of a query that is read as a time. */
interface Reading {
  readonly index: number;
  readonly text: string;
  /** Undefined for a time to come; `now` needs no time. */
  readonly time: NamedTime | 'now' | undefined;
  /** True if it names a clock time and no day. */
  readonly isClock?: boolean;
  /** True if it names its end. */
  readonly hasEnd?: boolean;
}

const readPeriods = (text: string): Reading[] =>
  PHRASES.flatMap(([time, ...words]) =>
    words.flatMap((word) => {
      const index = text.indexOf(word);
      // Match whole words: "30 days" may end in no longer word, and "4 hours" is not part of "24 hours".
      const isPart =
        /\w$/.test(text.slice(0, index)) || /^\w/.test(text.slice(index + word.length));
      return index < 0 || isPart ? [] : [{ index, text: word, time }];
    }),
  );

const COUNTED =
  /\b(?:last|past) (\d{1,3}) (hour|day|week)s?\b|(?:最近|过去|近)(\d{1,3})个?(小时|天|周|星期)/g;
const DAYS: Readonly<Record<string, number>> = { day: 1, 天: 1, week: 7, 周: 7, 星期: 7 };

/** Reads "last 3 days" as the periods do: today and the days before. */
const readCounts = (text: string, now: number): Reading[] =>
  [...text.matchAll(COUNTED)].map((match) => {
    const [count, unit = ''] = match[1] ? [match[1], match[2]] : [match[3], match[4]];
    const days = Number(count) * (DAYS[unit] ?? 0);
    const from = days > 0 ? dayStart(now, 1 - days) : now - Number(count) * HOUR;
    return { index: match.index, text: match[0], time: { from, to: now } };
  });

const NIGHT = /\blast night\b|昨[晚夜]/g;
const WEEKEND = /\blast weekend\b|上个?周末/g;

/** Reads the night from 18:00 to 06:00 and both days of a weekend; chrono knows one day of them. */
const readSpans = (text: string, now: number): Reading[] => {
  const monday = 1 - (new Date(now).getDay() || 7);
  const read = (pattern: RegExp, from: number, to: number): Reading[] =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => ({
      index,
      text: match,
      time: { from, to: Math.min(to, now) },
    }));
  return [
    ...read(NIGHT, dayStart(now, -1) + 18 * HOUR, dayStart(now) + 6 * HOUR),
    ...read(WEEKEND, dayStart(now, monday - 2), dayStart(now, monday) - 1),
  ];
};

const DAY_PART =
  /\b(this|today|yesterday) (morning|afternoon|evening)\b|(今天?|昨天?|前天)(早上?|早晨|晨|上午|下午|傍晚|晚上?)/g;
const DAYS_BACK: Readonly<Record<string, number>> = { yesterday: 1, 昨: 1, 前: 2 };

/** Reads "this morning" as 06:00 to 12:00, afternoons until 18:00 and evenings until midnight. */
const readDayParts = (text: string, now: number): Reading[] =>
  [...text.matchAll(DAY_PART)].map(
    ({ index, 0: match, 1: day, 2: part, 3: tag = '', 4: span = '' }) => {
      const name = part ?? span;
      const hour = /morning|[早晨]|上午/.test(name) ? 6 : /afternoon|下午/.test(name) ? 12 : 18;
      const start = dayStart(now, -(DAYS_BACK[day ?? tag.charAt(0)] ?? 0));
      const from = start + hour * HOUR;
      const time = { from, to: Math.min(start + (hour + 6) * HOUR - 1, now) };
      return { index, text: match, time: from > now ? undefined : time, hasEnd: true };
    },
  );

/** Short names of months: "from 23 to 25 nov" names days. */
const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const CLOCK = String.raw`(\d{1,2})(?::(\d{2}))? ?(am|pm)?`;
const CLOCK_RANGE = new RegExp(
  String.raw`\b(?:between|from) ${CLOCK} (?:and|to|until|till) ${CLOCK}(?![\w:/-])(?! (?:${MONTH}))`,
  'g',
);

const CLOCK_RANGE_ZH = /从?(\d{1,2})[点时:：](\d{2})?分?()[到至](\d{1,2})[点时:：](\d{2})?分?/g;

/** Reads "between 9 and 11": of today, or of yesterday if that has not begun. */
const readClockRanges = (text: string, now: number): Reading[] =>
  [CLOCK_RANGE, CLOCK_RANGE_ZH].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): Reading[] => {
      const minutesOf = (hour = '', minute = '0', half = '') =>
        ((half ? Number(hour) % 12 : Number(hour)) + (half === 'pm' ? 12 : 0)) * 60 +
        Number(minute);
      const end = minutesOf(match[4], match[5], match[6]);
      // "From 1 to 3 pm" names the half of the day once.
      const start = minutesOf(match[1], match[2], match[3] ?? (match[6] || undefined));
      if (start >= end || end > 24 * 60) return [];
      const isOver = dayStart(now) + start * MINUTE <= now;
      const day = dayStart(now, isOver ? 0 : -1);
      const [from, to] = [day + start * MINUTE, day + end * MINUTE];
      const time = { from, to, at: from };
      return [{ index: match.index, text: match[0], time, isClock: true, hasEnd: true }];
    }),
  );

const DAY_OF_MONTH = /(?<![\w月年])(?:the )?(\d{1,2})(?:(?:st|nd|rd|th)\b|[号日](?![车门锁]))/g;

/** Reads "the 23rd" as the last day of that number that has begun. */
const readMonthDays = (text: string, now: number): Reading[] =>
  [...text.matchAll(DAY_OF_MONTH)].flatMap((match) => {
    const date = new Date(now);
    const starts = [0, 1, 2].map(
      (before) => new Date(date.getFullYear(), date.getMonth() - before, Number(match[1])),
    );
    const from = starts
      .filter((start) => start.getDate() === Number(match[1]) && start.getTime() <= now)[0]
      ?.getTime();
    if (from === undefined) return [];
    return [{ index: match.index, text: match[0], time: { from, to: dayStart(from, 1) - 1 } }];
  });

const dayStart = (at: number, after = 0): number => {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + after).getTime();
};

/** Weeks begin on Monday for every reader; chrono's begin on Sunday. */
const WEEKDAYS = '一二三四五六日';
const chinese = simplifiedChinese.clone();
chinese.parsers.unshift({
  pattern: () => /(上|这|本)个?(?:周|星期|礼拜)([一二三四五六日天])/,
  extract: ({ refDate }, match) => {
    const today = dayOfWeek(Date.UTC(refDate.getFullYear(), refDate.getMonth(), refDate.getDate()));
    const weekday = WEEKDAYS.indexOf(match[2] === '天' ? '日' : (match[2] ?? '')) + 1;
    const after = weekday - today - (match[1] === '上' ? 7 : 0);
    const date = new Date(dayStart(refDate.getTime(), after));
    return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
  },
});

/** Blanks numbers of locks, of which chrono's Chinese dates would take a part for a year: `SD2600020 11月23日`. */
const withoutNumbers = (text: string): string =>
  text.replace(/\w*[a-z]\w*|\d{5,}/g, ({ length }) => ' '.repeat(length));

const PERIOD = String.raw`(?:last|past|previous|this) (?:\d+ )?(?:day|week|month)s?`;
const CLOCK_TIME = String.raw`\d{1,2}(?::\d\d| ?[ap]m)`;
const PERIOD_AT = new RegExp(
  String.raw`\bfrom\b|\b${PERIOD}(?= (?:at )?${CLOCK_TIME})|(?<=\b${CLOCK_TIME} )${PERIOD}\b`,
  'g',
);

const readDates = (text: string, now: number): Reading[] =>
  // chrono reads "from 23 nov" as 23:00, and "last week 15:00" as one day of it.
  [
    english.parse(
      text.replace(PERIOD_AT, ({ length }) => ' '.repeat(length)),
      new Date(now),
    ),
    chinese.parse(withoutNumbers(text), new Date(now)),
  ]
    .flat()
    .map((result) => ({
      // chrono's Chinese times begin and end in the spaces around them.
      index: result.index + result.text.search(/\S/),
      text: result.text.trim(),
      time: timeOf(result, now),
      isClock: isClock(result),
      hasEnd: result.end !== null,
    }));

/** Words for an hour, which chrono knows. */
const HOUR_WORD =
  /morning|afternoon|evening|noon|midnight|[今昨前][早晚]|[上下中]午|早上|晚上|凌晨/;

const hasClock = (part: ParsedComponents, text: string): boolean =>
  part.isCertain('hour') || HOUR_WORD.test(text);

const hasDay = (part: ParsedComponents): boolean =>
  part.isCertain('day') || part.isCertain('weekday');

const isClock = ({ start, text }: ParsedResult): boolean =>
  hasClock(start, text) &&
  !hasDay(start) &&
  !start.isCertain('month') &&
  !/week|month|ago/.test(text);

const NOW = /^(?:right )?now$|^现在$|^立[刻即]$|^即刻$/;
const TO_COME = /^next\b|^下/;

const timeOf = ({ text, start, end }: ParsedResult, now: number): Reading['time'] => {
  if (NOW.test(text)) return 'now';
  if (TO_COME.test(text)) return undefined;
  const isMoment = hasClock(start, text);
  const isMonth = start.isCertain('month') && !hasDay(start);
  // A year alone, as in "last year".
  if (!isMoment && !isMonth && !hasDay(start) && start.isCertain('year')) return undefined;
  const first = toPast(start, isMoment, now);
  if (first > now) return undefined;
  if (end) {
    const last = toPast(end, isMoment, now);
    const to = hasClock(end, text) ? last : dayStart(last, 1) - 1;
    return to < first ? undefined : { from: first, to, ...(isMoment && { at: first }) };
  }
  if (isMoment) return around(first);
  if (!isMonth) return { from: first, to: dayStart(first, 1) - 1 };
  const month = new Date(first);
  const monthStart = (after: number) =>
    new Date(month.getFullYear(), month.getMonth() + after).getTime();
  return { from: monthStart(0), to: monthStart(1) - 1 };
};

const around = (at: number): NamedRange => ({ from: at - 30 * MINUTE, to: at + 30 * MINUTE, at });

/** Returns the time or the start of the day. What a query leaves open is the last that has begun: 15:00 of yesterday. */
const toPast = (part: ParsedComponents, isMoment: boolean, now: number): number => {
  const date = new Date(isMoment ? part.date().getTime() : dayStart(part.date().getTime()));
  if (date.getTime() <= now) return date.getTime();
  if (part.isCertain('month')) {
    if (!part.isCertain('year')) date.setFullYear(date.getFullYear() - 1);
  } else if (part.isCertain('weekday')) date.setDate(date.getDate() - 7);
  else if (!part.isCertain('day')) date.setDate(date.getDate() - 1);
  return date.getTime();
};

/** Returns the longest readings, none of which overlaps another one, in the order of their length. */
const longest = (readings: readonly Reading[]): Reading[] => {
  const chosen: Reading[] = [];
  for (const reading of readings.toSorted((a, b) => b.text.length - a.text.length)) {
    const isFree = chosen.every(
      ({ index, text }) =>
        reading.index >= index + text.length || index >= reading.index + reading.text.length,
    );
    if (isFree) chosen.push(reading);
  }
  return chosen;
};

const SINCE_BEFORE = /(?:\b(?:since|from)\s+|自从?|从)$/;
const SINCE_AFTER = /^\s*(?:以来|至今|开始|起)/;

/** Extends a reading after "since" until now. */
const sinceThen = (text: string, reading: Reading, now: number): Reading => {
  const { index, text: name, time } = reading;
  const before = SINCE_BEFORE.exec(text.slice(0, index))?.[0] ?? '';
  const after = SINCE_AFTER.exec(text.slice(index + name.length))?.[0] ?? '';
  if (before === '' && after === '') return reading;
  const whole = { ...reading, index: index - before.length, text: before + name + after };
  if (time === undefined || time === 'now' || reading.hasEnd) return whole;
  const { from, at = from } = spanOf(time, now);
  return { ...whole, time: { from: at, to: now }, isClock: false };
};

/** Splits a query in any language into a time and the rest; undefined without a time. */
export const parseTimePhrase = (query: string, now = Date.now()): TimePhrase | undefined => {
  const text = query.trim().toLowerCase().replaceAll('’', "'");
  const readings = longest([
    ...readPeriods(text),
    ...readCounts(text, now),
    ...readSpans(text, now),
    ...readDayParts(text, now),
    ...readClockRanges(text, now),
    ...readMonthDays(text, now),
    ...readDates(text, now),
  ]).map((reading) => sinceThen(text, reading, now));
  if (readings.length === 0) return undefined;
  const times = readings.filter(({ time }) => time !== 'now');
  const named = times.filter(({ time }) => time !== undefined);
  const day = named.find((each) => !each.isClock) ?? named[0];
  const isDay = day && isOneDay(day.time as NamedTime, now);
  const clock = isDay ? named.find((each) => each.isClock && each !== day) : undefined;
  const time = day && joined(day.time as NamedTime, clock?.time as NamedRange | undefined, now);
  const rest = readings.reduce((whole, { index, text: { length } }) => {
    const end = index + length + (whole[index + length] === '的' ? 1 : 0);
    return `${whole.slice(0, index)}${' '.repeat(end - index)}${whole.slice(end)}`;
  }, text);
  return {
    time,
    rest: rest
      .replace(/(?<=\s)(?:'s|at|on|in|的)(?=\s)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    unclear: times.filter((each) => each !== day && each !== clock).map((each) => each.text),
  };
};

/** Joins a day and a clock time that stand apart: "yesterday SD2600282 at 9:30". */
const joined = (time: NamedTime, clock: NamedRange | undefined, now: number): NamedTime => {
  if (clock?.at === undefined) return time;
  const day = dayStart(spanOf(time, now).from);
  const onDay = (at: number) => day + at - dayStart(clock.at ?? at);
  return { from: onDay(clock.from), to: onDay(clock.to), at: onDay(clock.at) };
};

/** True for a day, also of 25 hours, and for a night. */
const isOneDay = (time: NamedTime, now: number): boolean => {
  const { from, to } = spanOf(time, now);
  return to < Math.max(dayStart(from, 1), from + DAY);
};

const spanOf = (time: NamedTime, now: number): NamedRange =>
  isPeriod(time) ? periodSpan(time, now, { shifts: getShifts() }) : time;

/** True for a word that can only be a time, such as 25:00, if no time was read in it. */
export const looksLikeTime = (word: string): boolean =>
  /^(?:\d{1,2}[:：]\S*|\d{4}[-/]\d{1,2}\S*|\d{1,2}[-/]\d{1,2}|\d{1,2}(?:[ap]m|st|nd|rd|th)|\d{1,4}[年月日号点时]\S*)$/.test(
    word,
  );

/** Formats a time: `Last week`, `2026-11-23`, `2026-11-23 15:00`, `2026-11-23 15:00 – 16:00`, `2026-11-23 – 2026-11-25`. */
export const timeText = (time: NamedTime, locale: Locale): string => {
  if (isPeriod(time)) {
    const label = choiceLabel(periods, time);
    return label ? textOf(label, locale) : '';
  }
  const { from, to, at } = time;
  if (at === from) return `${localTime(from).slice(0, 16)} – ${localTime(to).slice(11, 16)}`;
  if (at !== undefined) return localTime(at).slice(0, 16);
  const days = [dayOf(from), dayOf(to)];
  if (days[0] !== days[1]) return days.join(' – ');
  return to - from < DAY - 2 * HOUR ? `${localTime(from).slice(0, 16)} –` : (days[0] ?? '');
};

export const timeFilter = (field: string, time: NamedTime): Readonly<Record<string, unknown>> => {
  if (isPeriod(time)) return { [periodName(field)]: time };
  const { from, to } = rangeNames(field);
  return { [from]: time.from, [to]: time.to };
};

/** Returns the day of a time, and its clock time if it has one, as a page's address names them. */
export const dayAndTime = (time: NamedTime, now = Date.now()) => {
  const { from, at } = spanOf(time, now);
  return { day: dayOf(at ?? from), ...(at !== undefined && { at: String(at) }) };
};
