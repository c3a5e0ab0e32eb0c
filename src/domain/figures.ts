import { DAY, HOUR, MINUTE } from './duration';
import { type Label, type Locale, textOf } from './label';
import { momentAt, wallTime } from './zone';

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** Formats a day as `yyyy-MM-dd` in the local time zone. */
export const dayOf = (ms: number): string => {
  const at = new Date(ms);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
};

/**
 * Formats a time as `yyyy-MM-dd HH:mm:ss`, a form that sorts in every spreadsheet.
 * @param zone IANA name; the local time zone by default
 */
export const localTime = (ms: number, zone?: string): string => {
  if (zone !== undefined)
    return new Date(wallTime(zone, ms)).toISOString().slice(0, 19).replace('T', ' ');
  const at = new Date(ms);
  return `${dayOf(ms)} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
};

/**
 * Parses a number that a server sent as text; NaN for a malformed text, and for a list, which yup would read by its first
 * item. Returns any other value unchanged.
 */
export const numberOf = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null) return Number.NaN;
  return typeof value === 'string' && value.trim() ? Number(value) : value;
};

/** Servers send seconds (10 digits) as well as ms. */
const fromNumber = (value: number): number | undefined => {
  const ms = Math.abs(value) < 1e11 ? value * 1000 : value;
  return Math.abs(ms) <= LAST_MOMENT ? ms : undefined;
};

/** Limit of JavaScript dates, epoch ms. */
const LAST_MOMENT = 8.64e15;

/** Matches a text that states its own offset: `…T02:30:00Z`, `… 02:30:00+01:00`. */
const OFFSET = /\d:\d{2}.*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

/** Parses a date with an optional time of day as local time of a zone; NaN for a malformed text. */
const zonedMoment = (text: string, zone: string): number => {
  const wall = Date.parse(/^\d{4}-\d{2}-\d{2}T/.test(text) ? `${text}Z` : `${text} UTC`);
  return Number.isNaN(wall) ? wall : momentAt(zone, wall);
};

/**
 * Parses a time from any server or spreadsheet to epoch ms: ms, seconds, digit strings, ISO 8601, or `yyyy-MM-dd
 * HH:mm:ss` in local time. Null for an empty value, undefined for a malformed one.
 * @param zone IANA name of the zone of local times; that of this machine by default
 */
export const momentOf = (value: unknown, zone?: string): number | null | undefined => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return fromNumber(value);
  if (value instanceof Date) return momentOf(value.getTime());
  if (typeof value !== 'string') return undefined;
  if (/^-?\d{9,}$/.test(value)) return fromNumber(Number(value));
  const text = value.replace(/^(\d{4})[-/](\d{2})[-/](\d{2}) (?=\d{2}:)/, '$1-$2-$3T');
  const parsed =
    zone === undefined || OFFSET.test(text) ? Date.parse(text) : zonedMoment(text, zone);
  return Number.isNaN(parsed) ? undefined : parsed;
};

const steps = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;

const formats = {
  en: new Intl.RelativeTimeFormat('en'),
  zh: new Intl.RelativeTimeFormat('zh-CN'),
};

/** Adds the space between digits and Chinese characters that `Intl` omits: "3 分钟前", "200 公里". */
export const groupDigits = (text: string): string =>
  text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ');

const NOW = ['now', '刚刚'] as const;

/**
 * Formats a time relative to now, both in epoch ms: "3 minutes ago", "in 2 days". Less than a minute is "now", because
 * device clocks differ by that much.
 */
export const relativeTime = (at: number, now: number, locale: Locale): string => {
  let amount = (at - now) / MINUTE;
  if (Math.abs(amount) < 1) return textOf(NOW, locale);
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size)
      return groupDigits(formats[locale].format(Math.trunc(amount), unit));
    amount /= size;
  }
  return '';
};

const offsetPattern = /^now(?:([+-]\d{1,5})([mhd]))?$/;

const units = {
  m: { ms: MINUTE, name: 'minute' },
  h: { ms: HOUR, name: 'hour' },
  d: { ms: DAY, name: 'day' },
} as const;

const parseOffset = (value: unknown) => {
  const match = typeof value === 'string' ? offsetPattern.exec(value) : null;
  return (
    match && { count: Number(match[1] ?? 0), unit: units[(match[2] ?? 'm') as keyof typeof units] }
  );
};

/** Resolves a relative time, `now-24h`, `now+30d` or `now`, to epoch ms; undefined for any other value. */
export const momentFromNow = (value: unknown, now: number): number | undefined => {
  const offset = parseOffset(value);
  return offset ? now + offset.count * offset.unit.ms : undefined;
};

/** Formats a relative time in words: "24 hours ago", "30 天后"; undefined for any other value. */
export const distanceText = (value: unknown, locale: Locale): string | undefined => {
  const offset = parseOffset(value);
  if (!offset) return undefined;
  return offset.count === 0
    ? textOf(NOW, locale)
    : groupDigits(formats[locale].format(offset.count, offset.unit.name));
};

/** A lock silent for at most this time, ms, is shown as offline without a duration. */
const OFFLINE_SHOWN_AFTER = 6_000;

/** Unit: an international symbol (km/h), or a label. */
export type UnitLabel = string | Label;

/** Minutes as a unit label. */
export const MINUTES: Label = ['min', '分钟'];

const offlineUnits: readonly (readonly [ms: number, label: Label])[] = [
  [DAY, ['d', '天']],
  [HOUR, ['h', '小时']],
];

/**
 * Formats the offline duration of a lock in the largest whole unit: "5 min", "3 小时". The minimum is one minute.
 * @param silence ms since the last message of the lock
 * @returns null for 6 s and less, and for an unknown time
 */
export const offlineText = (silence: number, locale: Locale): string | null => {
  if (!(silence > OFFLINE_SHOWN_AFTER)) return null;
  const [ms, label] = offlineUnits.find(([size]) => silence >= size) ?? [MINUTE, MINUTES];
  return `${Math.max(1, Math.floor(silence / ms))} ${textOf(label, locale)}`;
};

/** Formats a length: "850 m", "246.7 km". @param metres at least 0 */
export const lengthText = (metres: number, locale: Locale): string =>
  Math.round(metres) < 1000
    ? `${Math.round(metres)} m`
    : `${(metres / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} km`;

/** Formats the age of a time in few characters: "54 min", "3 小时"; a time ahead as `relativeTime` does. */
export const shortAge = (at: number, now: number, locale: Locale): string =>
  now - at < MINUTE ? relativeTime(at, now, locale) : (offlineText(now - at, locale) ?? '');

export const unitText = (unit: UnitLabel, locale: Locale): string =>
  typeof unit === 'string' ? unit : textOf(unit, locale);

/** Joins a formatted number and its unit: "42 km/h", but "76%" and "20.6°C". */
export const withUnit = (value: string, unit: string): string =>
  /^[°%]/.test(unit) ? value + unit : `${value} ${unit}`;

const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/**
 * Abbreviates a number for a tile: `1.2k`, `15.4k`, `3M`. A number that rounds up to the next thousand takes the next
 * suffix: 999,999 is 1M, not 1000k.
 * @param digits maximum number of decimals; trailing zeros are omitted
 */
export const shortNumber = (value: number, digits = 1): string => {
  if (!Number.isFinite(value)) return '';
  const rounded = (step: number) => Number((Math.abs(value) / 1000 ** step).toFixed(digits));
  const last = suffixes.length - 1;
  const size = Math.abs(value);
  let step = size < 1000 ? 0 : Math.min(last, Math.floor(Math.log10(size) / 3));
  if (step > 0 && step < last && rounded(step) >= 1000) step += 1;
  const text = step === 0 ? String(size) : `${rounded(step)}${suffixes[step]}`;
  return value < 0 ? `-${text}` : text;
};

/** Maximum number of decimals. Six are 10 cm of a degree; more is rounding noise. */
const DECIMALS = 6;

const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * Returns a number format. Formats are cached, as creating one for each cell would slow down lists.
 * @param decimals fixed number of decimals, so that columns align; as many as the value has by default
 * @param currency ISO 4217 code. Its own number of decimals is then the least
 */
export const numberFormat = (
  locale: string,
  decimals?: number,
  currency?: string,
): Intl.NumberFormat => {
  const key = `${locale} ${decimals} ${currency}`;
  const cached = numberFormats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(locale, {
    ...(currency ? { style: 'currency', currency } : { minimumFractionDigits: decimals ?? 0 }),
    maximumFractionDigits: decimals ?? DECIMALS,
  });
  numberFormats.set(key, format);
  return format;
};
