import { DAY, MINUTE, SECOND } from './duration';

/** True for an IANA time zone that `Intl` supports, such as "Asia/Shanghai". */
export const isZone = (zone: unknown): zone is string => {
  if (typeof zone !== 'string' || zone === '') return false;
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
};

/** Cache: creating a format takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const cached = clocks.get(zone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(zone, clock);
  return clock;
};

/** Offsets of whole UTC days by zone, ms; null for a day on which the offset changes. */
const dayOffsets = new Map<string, Map<number, number | null>>();
/** Limit of cached days per zone. */
const MAX_DAYS = 20_000;

/** Returns the offset on a UTC day, or null if it changes then. Clocks do not change twice within a day. */
const dayOffset = (zone: string, day: number): number | null => {
  const days = dayOffsets.get(zone) ?? new Map<number, number | null>();
  dayOffsets.set(zone, days);
  const cached = days.get(day);
  if (cached !== undefined) return cached;
  const [first = 0, last] = [day, day + DAY].map((at) => formattedWall(zone, at) - at);
  if (days.size >= MAX_DAYS) days.clear();
  const offset = first === last ? first : null;
  days.set(day, offset);
  return offset;
};

/** Returns the local time of a zone at a time (epoch ms), encoded as if it were UTC; whole seconds, in ms. */
export const wallTime = (zone: string, at: number): number => {
  const second = Math.floor(at / SECOND) * SECOND;
  const offset = dayOffset(zone, Math.floor(at / DAY) * DAY);
  return offset === null ? formattedWall(zone, second) : second + offset;
};

const formattedWall = (zone: string, at: number): number => {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** Time zone of the browser or server. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the local midnight before a time in a zone, encoded as if it were UTC, ms. */
export const dayAt = (zone: string, at: number): number =>
  Math.floor(wallTime(zone, at) / DAY) * DAY;

/**
 * Returns the first time, epoch ms, at which clocks of the zone show a local time. A local time that daylight saving
 * time skips is moved forward by the skipped hour.
 * @param wall as returned by `wallTime`
 */
export const momentAt = (zone: string, wall: number): number => {
  // Clocks change by less than a day, and not twice within two days.
  const offsets = [wall - DAY, wall + DAY].map((near) => wallTime(zone, near) - near);
  const moments = offsets
    .map((offset) => wall - offset)
    .filter((at) => wallTime(zone, at) === wall);
  return moments.length > 0 ? Math.min(...moments) : wall - (offsets[0] ?? 0);
};

/** Formats a UTC offset: `UTC+8`, `UTC-3:30`. @param minutes east of Greenwich */
export const offsetText = (minutes: number): string => {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${rest}` : ''}`;
};

/** Returns the offset at a time, epoch ms, in minutes east of Greenwich. */
export const minutesEastOf = (zone: string, at: number): number => {
  const second = Math.floor(at / SECOND) * SECOND;
  return Math.round((wallTime(zone, second) - second) / MINUTE);
};

/** Formats a UTC offset by ISO 8601: `+08:00`. @param minutes east of Greenwich */
export const isoOffset = (minutes: number): string => {
  const pad = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
};

/** Formats a zone with its offsets in a range, epoch ms: `Asia/Shanghai (UTC+8)`, `Europe/Berlin (UTC+2, UTC+1)`. */
export const zoneText = (zone: string, from: number, to: number): string => {
  const offsets = [from, to].map((at) => offsetText(minutesEastOf(zone, at)));
  const text = [...new Set(offsets)].join(', ');
  return text === zone ? zone : `${zone} (${text})`;
};
