import { LOCK } from '../../../domain/lock';
import { decodeFix, FIX_BYTES, kmhOf } from '../jointech/records';
import {
  type AlarmBits,
  decodeTlvs,
  hasBit,
  type Location,
  type LockFields,
  tlvOf,
} from './location';

/** True if the lock wants an answer. @param attributes of the message header */
export const wantsAnswer = (attributes: number): boolean => hasBit(attributes, 15);

const BEFORE_TLVS = 35;

/** Decodes a report into the form of the other dialects; undefined if it is too short. Source: Traccar. */
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
    speed: kmhOf(knots),
    course: course % 360,
    clock: ts,
    tlvs,
    tail,
  };
};

/** Bit 7 is a wrong unlock, whose meaning is not published. It is reported as an illegal unlock. */
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
 * Decodes the lock state. The motor bit has one source, which one recorded report after a password confirms. Other
 * products of the family report no lock state.
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

/** Decodes TLV 0B: event, then card number or password if there is one, then the result if the length is even. */
const eventOf = (value: Buffer | undefined): LockFields => {
  if (value === undefined || value.length < 5) return {};
  const isRefused = value.length % 2 === 0 && REFUSED.includes(value.at(-1));
  if (value.length >= 7) return isRefused ? {} : { report_reson: 1, lock_action: 2 };
  const icc_card_no = String(value.readUInt32BE(1)).padStart(10, '0');
  return { report_reson: 1, lock_action: isRefused ? 14 : 5, icc_card_no };
};

/** A text `(id,1,serial,WORD,args)`, which a JT705A sends between frames. */
export interface Jt705aText {
  readonly id: string;
  readonly serial: string;
  readonly word: string;
  readonly args: readonly string[];
}

const TEXT = /^\((\d{10,12}),1,(\d{3}),([A-Z]+)((?:,[^,()]*)*)\)$/;

/** Returns undefined for any other text. */
export const parseJt705aText = (frame: Uint8Array): Jt705aText | undefined => {
  const [, id, serial, word, args = ''] = TEXT.exec(Buffer.from(frame).toString('latin1')) ?? [];
  return id === undefined || serial === undefined || word === undefined
    ? undefined
    : { id, serial, word, args: args.split(',').slice(1) };
};

export const isTimeRequest = ({ word, args }: Jt705aText): boolean =>
  word === 'BASE' && args[0] === '2' && args[1] === 'TIME';

/** Encodes the answer to a time request, in UTC. */
export const encodeTime = ({ id, serial }: Jt705aText, now: number): Buffer => {
  const digits = new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return Buffer.from(`(${id},1,${serial},BASE,2,${digits})`, 'latin1');
};
