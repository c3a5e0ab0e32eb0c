import { MINUTE } from '../../../domain/duration';
import type { LatLon } from '../../../domain/geo/geometry';
import type { LockReport } from '../../../domain/lock';

/** A value behind its number, as a location and a lock's answers carry them. */
export interface Tlv {
  readonly id: number;
  readonly value: Buffer;
  /** Where its value begins in the body. */
  readonly at: number;
}

/** A location as message 0x0200 and its like carry it; JT/T 808-2013, table 23. */
export interface Location {
  readonly alarm: number;
  readonly status: number;
  /** Its coordinates as they are, with a fix or without; undefined where they are none on Earth. */
  readonly at: LatLon | undefined;
  readonly hasFix: boolean;
  /** Metres. */
  readonly altitude: number;
  /** km/h. */
  readonly speed: number;
  /** Degrees from north, clockwise. */
  readonly course: number;
  /** The lock's own clock read as if it were UTC, ms since 1970; undefined for digits that are no time. */
  readonly clock: number | undefined;
  readonly tlvs: readonly Tlv[];
  /** What is left of a last value that was cut off. */
  readonly tail: Buffer;
}

/** What a location says of the lock: the fields of a report that are not its place and time, and more for the log. */
export interface LockFields
  extends Partial<Omit<LockReport, 'ts' | 'lat' | 'lon' | 'speed' | 'course' | 'position_status'>> {
  /** Without a fix: how the place was found. */
  readonly positionSource?: 'base station' | 'WiFi';
  /** A command that this ends. */
  readonly motorResult?: 'seal' | 'unseal' | 'stuck';
  /** For the message log. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Alarms that lasting bits of a report stand for, the gravest first. */
export type AlarmBits = readonly (readonly [
  bit: number,
  alarm: Pick<LockReport, 'police_type' | 'fault_code' | 'lock_action'>,
])[];

export const tlvOf = (tlvs: readonly Tlv[], id: number): Buffer | undefined =>
  tlvs.find((tlv) => tlv.id === id)?.value;

export const hasBit = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 1;

const BEFORE_TLVS = 28;
const FIX = 1 << 1;
const SOUTH = 1 << 2;
const WEST = 1 << 3;

/** Undefined for a body that is too short. */
export const decodeLocation = (body: Buffer): Location | undefined => {
  if (body.length < BEFORE_TLVS) return undefined;
  const status = body.readUInt32BE(4);
  const lat = body.readUInt32BE(8) / 1e6;
  const lon = body.readUInt32BE(12) / 1e6;
  const course = body.readUInt16BE(20);
  const { tlvs, tail } = decodeTlvs(body, BEFORE_TLVS);
  return {
    alarm: body.readUInt32BE(0),
    status,
    at:
      lat <= 90 && lon <= 180
        ? { lat: status & SOUTH ? -lat : lat, lon: status & WEST ? -lon : lon }
        : undefined,
    hasFix: (status & FIX) !== 0,
    altitude: body.readInt16BE(16),
    speed: body.readUInt16BE(18) / 10,
    course: course <= 360 ? course : 0,
    clock: parseBcdClock(body.toString('hex', 22, 28)),
    tlvs,
    tail,
  };
};

/** Values of one byte of number and one of length, up to one that is cut off. */
export const decodeTlvs = (
  body: Buffer,
  from: number,
): { readonly tlvs: readonly Tlv[]; readonly tail: Buffer } => {
  const tlvs: Tlv[] = [];
  let at = from;
  while (at + 2 <= body.length) {
    const id = body.readUInt8(at);
    const end = at + 2 + body.readUInt8(at + 1);
    if (end > body.length) break;
    tlvs.push({ id, value: body.subarray(at + 2, end), at: at + 2 });
    at = end;
  }
  return { tlvs, tail: body.subarray(at) };
};

/** `yymmddhhmmss` as if it were UTC, ms since 1970; undefined for digits that are no time. */
export const parseBcdClock = (digits: string): number | undefined => {
  if (!/^\d{12}$/.test(digits)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    digits.match(/../g) ?? []
  ).map(Number);
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  const read = new Date(time);
  const isReal =
    read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal && second < 60 ? time : undefined;
};

/** Minutes east of UTC that a lock's clock shows: the standard's, or none. */
export type ClockZone = 480 | 0;

/** What is known of a lock's clock. */
export interface LockClock {
  zone: ClockZone;
  /** Whether a report that was not stored agreed with the server's clock. */
  isProven: boolean;
}

/** A clock that goes this wrong is told of. */
export const CLOCK_TOLERANCE = 10 * MINUTE;
/** The other time zone is believed when it makes a clock as right as this. */
const EXACT = 5 * MINUTE;

/**
 * The time of a report, ms since 1970 in UTC. The standard wants Beijing time and some makers send UTC: a report of now
 * that is eight hours off tells which, and its lock is known for that from then on.
 * @param isFresh whether it was sent when it was made; what was stored proves nothing
 */
export const reportTime = (
  digits: number,
  clock: LockClock,
  now: number,
  isFresh: boolean,
): { readonly ts: number; readonly warning?: string } => {
  const offBy = (zone: ClockZone): number => digits - zone * MINUTE - now;
  const other: ClockZone = clock.zone === 480 ? 0 : 480;
  if (isFresh && !clock.isProven && Math.abs(offBy(other)) <= EXACT) clock.zone = other;
  const off = offBy(clock.zone);
  const ts = digits - clock.zone * MINUTE;
  if (!isFresh) return { ts };
  if (Math.abs(off) <= CLOCK_TOLERANCE) {
    clock.isProven = true;
    return { ts };
  }
  const minutes = Math.round(Math.abs(off) / MINUTE);
  return { ts, warning: `its clock is ${minutes} minutes ${off > 0 ? 'fast' : 'slow'}` };
};

/** Where a lock is by its own finding, as the fields of a report. */
export const positionFields = (
  { at, hasFix, speed, course }: Location,
  positionSource: 'base station' | 'WiFi' | undefined,
): Pick<LockReport, 'position_status' | 'lat' | 'lon' | 'speed' | 'course'> => {
  const isZero = at === undefined || (at.lat === 0 && at.lon === 0);
  // What stands in a report without a fix is an old place: the server knows that it is none, and keeps the last.
  if (!hasFix && positionSource !== undefined)
    return { position_status: positionSource === 'WiFi' ? 4 : 3 };
  if (isZero) return { position_status: hasFix ? 1 : 2 };
  return { position_status: hasFix ? 0 : 1, ...at, speed, course };
};
