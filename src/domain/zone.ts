import { DAY, MINUTE } from './duration';
/** Whether clocks are known for a zone, as the IANA writes it: "Asia/Shanghai". */
export const isZone = (zone: unknown): zone is string => {
  if (typeof zone !== 'string' || zone === '') return false;
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
};

/** Making one takes as long as reading it a hundred times. */
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

/** What clocks and calendars of a zone say at a moment (ms since 1970), as if it were UTC; whole seconds, in ms. */
export const wallTime = (zone: string, at: number): number => {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** The zone of this machine. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day that clocks of a zone are in at a moment: when it began by them, as if they were at UTC. */
export const dayAt = (zone: string, at: number): number =>
  Math.floor(wallTime(zone, at) / DAY) * DAY;

/**
 * The moment, ms since 1970, at which clocks of a zone say something first; where they never do, as long after as they
 * were put forward.
 * @param wall as `wallTime` has it
 */
export const momentAt = (zone: string, wall: number): number => {
  // Clocks are put forward or back by less than a day, and not twice within two.
  const offsets = [wall - DAY, wall + DAY].map((near) => wallTime(zone, near) - near);
  const moments = offsets
    .map((offset) => wall - offset)
    .filter((at) => wallTime(zone, at) === wall);
  return moments.length > 0 ? Math.min(...moments) : wall - (offsets[0] ?? 0);
};

/** Minutes by which clocks of a zone are before those of Greenwich, as `UTC+8` or `UTC-3:30`. */
const offsetText = (minutes: number): string => {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${rest}` : ''}`;
};

/** A zone in some time: `Asia/Shanghai (UTC+8)`, `Europe/Berlin (UTC+2, UTC+1)`. Times in ms since 1970. */
export const zoneText = (zone: string, from: number, to: number): string => {
  const offsets = [from, to].map((at) => {
    const second = Math.floor(at / 1000) * 1000;
    return offsetText((wallTime(zone, second) - second) / MINUTE);
  });
  const text = [...new Set(offsets)].join(', ');
  return text === zone ? zone : `${zone} (${text})`;
};
