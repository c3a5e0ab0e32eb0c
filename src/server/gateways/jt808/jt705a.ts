import { LOCK } from '../../../domain/lock';
import { decodeFix, FIX_BYTES } from '../jointech/records';
import {
  type AlarmBits,
  decodeTlvs,
  hasBit,
  type Location,
  type LockFields,
  tlvOf,
} from './location';

/** Whether the sender wants 0x4401. */
export const wantsAnswer = (attributes: number): boolean => hasBit(attributes, 15);

const BEFORE_TLVS = 35;
const KNOT_IN_KMH = 1.852;

/** A report in the shape of the other dialects; native-locks.md A2. Undefined for a body that is none. */
export const decodeJt705a = (body: Buffer): Location | undefined => {
  if (body.length < BEFORE_TLVS) return undefined;
  const { ts, isValid, lat, lon, knots, course } = decodeFix(body.subarray(0, FIX_BYTES));
  const { tlvs, tail } = decodeTlvs(body, BEFORE_TLVS);
  const altitude = tlvOf(tlvs, 0x02);
  return {
    status: body.readUInt16BE(31),
    alarm: body.readUInt16BE(33),
    at: lat === undefined || lon === undefined ? undefined : { lat, lon },
    hasFix: isValid,
    altitude: altitude?.length === 2 ? altitude.readInt16BE(0) : 0,
    speed: Math.round(knots * KNOT_IN_KMH * 10) / 10,
    course: course % 360,
    clock: ts,
    tlvs,
    tail,
  };
};

/** A wrong unlock is taken for the illegal one that it would have been: its own name is not published. */
export const JT705A_ALARMS: AlarmBits = [
  [7, { police_type: 1008 }],
  [1, { police_type: 2001 }],
  [2, { police_type: 1011 }],
  [5, { police_type: 2003 }],
  [6, { police_type: 2002 }],
];

const PADLOCK = 3;
const MOTOR_UNLOCKED = 4;
const CHARGING: readonly number[] = [0xaa, 0xab];
const REFUSED: readonly (number | undefined)[] = [0, 0xff];
const WOKEN_BY_CLOCK = 1;

/**
 * The lock in a report. Which status bit is the motor is told by one source and borne out by one recorded report behind
 * a password; other products of the family say nothing of a lock.
 */
export const decodeJt705aLock = (body: Buffer, { status, tlvs }: Location): LockFields => {
  const battery = body.readUInt8(23);
  const isLock = body.readUInt8(30) === PADLOCK;
  const wakeSource = tlvOf(tlvs, 0x10)?.[0];
  const network = tlvOf(tlvs, 0x0a);
  return {
    ...(isLock ? { lock_status: hasBit(status, MOTOR_UNLOCKED) ? LOCK.closed : LOCK.sealed } : {}),
    ...(battery <= 100 ? { electric: battery } : {}),
    ...(CHARGING.includes(battery) ? { lock_state: 6 } : {}),
    ...(network && network.length >= 3
      ? { mcc: network.readUInt16BE(0), mnc: network.readUIntBE(2, network.length - 2) }
      : {}),
    cid: body.readUInt32BE(24),
    lac: body.readUInt16BE(28),
    report_reson: wakeSource === undefined || wakeSource === WOKEN_BY_CLOCK ? 0 : 3,
    ...eventOf(tlvOf(tlvs, 0x0b)),
    content: {
      signal: body.readUInt8(17),
      satellites: body.readUInt8(18),
      mileage: body.readUInt32BE(19),
      woken: wakeSource,
    },
  };
};

/** Event: what, a card or a password where there was one, and how it went where the length is even. */
const eventOf = (value: Buffer | undefined): LockFields => {
  if (value === undefined || value.length < 5) return {};
  const isRefused = value.length % 2 === 0 && REFUSED.includes(value.at(-1));
  if (value.length >= 7) return isRefused ? {} : { report_reson: 1, lock_action: 2 };
  const icc_card_no = String(value.readUInt32BE(1)).padStart(10, '0');
  return { report_reson: 1, lock_action: isRefused ? 14 : 5, icc_card_no };
};

/** A text between the frames: id, 1, serial, word, arguments. */
export interface Jt705aText {
  readonly id: string;
  readonly serial: string;
  readonly word: string;
  readonly args: readonly string[];
}

const TEXT = /^\((\d{10,12}),1,(\d{3}),([A-Z]+)((?:,[^,()]*)*)\)$/;

/** Undefined for one that is none of ours. */
export const parseJt705aText = (frame: Uint8Array): Jt705aText | undefined => {
  const [, id, serial, word, args = ''] = TEXT.exec(Buffer.from(frame).toString('latin1')) ?? [];
  return id === undefined || serial === undefined || word === undefined
    ? undefined
    : { id, serial, word, args: args.split(',').slice(1) };
};

/** Whether a text asks for the time. */
export const isTimeRequest = ({ word, args }: Jt705aText): boolean =>
  word === 'BASE' && args[0] === '2' && args[1] === 'TIME';

/** The time in UTC, as the answer to such a text. */
export const encodeTime = ({ id, serial }: Jt705aText, now: number): Buffer => {
  const digits = new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return Buffer.from(`(${id},1,${serial},BASE,2,${digits})`, 'latin1');
};
