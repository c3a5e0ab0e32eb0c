import { DAY, MINUTE } from '../../../domain/duration';
import type { LatLon } from '../../../domain/geo/geometry';
import type { LockReport } from '../../../domain/lock';
import { parseBcdTime } from '../bcdTime';

/** Additional value of a location: id, length, value. */
export interface Tlv {
  readonly id: number;
  readonly value: Buffer;
  /** Offset of the value in the body. */
  readonly at: number;
}

/** A decoded location, JT/T 808-2013 table 23. */
export interface Location {
  readonly alarm: number;
  readonly status: number;
  /** Coordinates, with or without a fix; undefined if out of range. */
  readonly at: LatLon | undefined;
  readonly hasFix: boolean;
  /** Metres. */
  readonly altitude: number;
  /** km/h. */
  readonly speed: number;
  /** Degrees from north, clockwise. */
  readonly course: number;
  /** The lock's clock read as UTC, epoch ms; undefined if invalid. */
  readonly clock: number | undefined;
  readonly tlvs: readonly Tlv[];
  /** Bytes of a last TLV that is cut off. */
  readonly tail: Buffer;
}

/** Report fields other than position and time, decoded by the dialect. */
export interface LockFields
  extends Partial<Omit<LockReport, 'ts' | 'lat' | 'lon' | 'speed' | 'course' | 'position_status'>> {
  /** Source of the position if there is no fix. */
  readonly positionSource?: 'base station' | 'WiFi';
  /** Action of the motor, which ends a command. */
  readonly motorResult?: 'seal' | 'unseal' | 'stuck';
  /** For the message log. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Alarms by bit of the alarm word, the most severe first. */
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

/** Returns undefined if the body is too short. */
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
    course,
    clock: parseBcdTime(body.toString('hex', 22, 28), 'yymmdd'),
    tlvs,
    tail,
  };
};

/** Decodes TLVs with an id and a length of one byte each. Stops at one that is cut off. */
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

/** Time zone of a lock's clock, minutes east of UTC: Beijing, by the standard, or UTC. */
export type ClockZone = 480 | 0;

export interface LockClock {
  zone: ClockZone;
  /** True once a live report agreed with the server's clock. */
  isProven: boolean;
}

/** Larger deviations of a clock give a warning. */
export const CLOCK_TOLERANCE = 10 * MINUTE;
/** The other time zone is assumed if the clock then deviates by less than this. */
const EXACT = 5 * MINUTE;

/** Time of a report, epoch ms, and a defect of the lock's clock. */
export interface ReportTime {
  readonly ts: number;
  readonly warning?: string;
}

/**
 * Returns the time of a report. The standard demands Beijing time, but some manufacturers send UTC. A live
 * report that is eight hours off reveals that, and the zone is remembered.
 * @param isLive true for a live report; a buffered one proves nothing about the clock
 */
export const reportTime = (
  digits: number,
  clock: LockClock,
  now: number,
  isLive: boolean,
): ReportTime => {
  const offBy = (zone: ClockZone): number => digits - zone * MINUTE - now;
  const other: ClockZone = clock.zone === 480 ? 0 : 480;
  if (isLive && !clock.isProven && Math.abs(offBy(other)) <= EXACT) clock.zone = other;
  const off = offBy(clock.zone);
  const ts = digits - clock.zone * MINUTE;
  if (!isLive) return { ts };
  if (Math.abs(off) <= CLOCK_TOLERANCE) {
    clock.isProven = true;
    return { ts };
  }
  // A faster clock, and one that is slow by over a day, is noted as for every protocol.
  if (off > 0 || off < -DAY) return { ts };
  return { ts, warning: `its clock is ${Math.round(-off / MINUTE)} minutes slow` };
};

/** Returns the position fields of a report. */
export const positionFields = (
  { at, hasFix, speed, course }: Location,
  positionSource: 'base station' | 'WiFi' | undefined,
): Pick<LockReport, 'position_status' | 'lat' | 'lon' | 'speed' | 'course'> => {
  const isZero = at === undefined || (at.lat === 0 && at.lon === 0);
  // Without a fix the coordinates are old: send none, and the server keeps the last position.
  if (!hasFix && positionSource !== undefined)
    return { position_status: positionSource === 'WiFi' ? 4 : 3 };
  if (isZero) return { position_status: hasFix ? 1 : 2 };
  return { position_status: hasFix ? 0 : 1, ...at, speed, course };
};
