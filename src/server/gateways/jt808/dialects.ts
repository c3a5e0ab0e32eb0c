import { PROTOCOL } from '../../../domain/family';
import { LOCK, type LockReport } from '../../../domain/lock';
import { lockStatusOf } from '../protocolFamily';
import { decodeHhd, decodeHhd2018 } from './hhd';
import {
  type AlarmBits,
  type ClockZone,
  hasBit,
  type Location,
  type LockFields,
  type Tlv,
  tlvOf,
} from './location';

/** A manufacturer's encoding of the lock's state, in the TLVs of a location. */
export interface Dialect {
  readonly name: 'HHD 2018' | 'HHD' | 'Huabao' | 'JT709' | 'JT/T 808';
  readonly protocol: 2 | 3;
  /** Assumed time zone until a live report proves the lock's clock. */
  readonly zone: ClockZone;
  readonly alarms: AlarmBits;
  /** True if the location is certainly of this dialect. */
  matches(location: Location): boolean;
  read(location: Location, id: string): LockFields;
}

const STANDARD_ALARMS: AlarmBits = [
  [7, { police_type: 2001 }],
  [19, { police_type: 1012 }],
  [4, { fault_code: 1004 }],
  [5, { fault_code: 1004 }],
  [6, { fault_code: 1004 }],
];

/** HHD's locks of 2018: state as text in TLV 33, clock in Beijing time. */
const oldHhd: Dialect = {
  name: 'HHD 2018',
  protocol: PROTOCOL.hhd,
  zone: 480,
  alarms: STANDARD_ALARMS,
  matches: ({ tlvs, tail }) =>
    (tlvOf(tlvs, 0x33)?.toString('latin1', 0, 2) ?? tail.toString('latin1', 2, 4)) === '*M' ||
    tlvOf(tlvs, 0x36)?.length === 196,
  read: decodeHhd2018,
};

/** HHD's later firmware: events in TLV 60, sealed and closed as status bits. */
const newHhd: Dialect = {
  name: 'HHD',
  protocol: PROTOCOL.hhd,
  zone: 0,
  alarms: [
    [0, { police_type: 1008 }],
    [4, { police_type: 1008 }],
    [1, { police_type: 1010 }],
    [7, { police_type: 1009, fault_code: 1006, lock_action: 6 }],
    [8, { police_type: 1009, fault_code: 1006, lock_action: 6 }],
    [2, { police_type: 2001 }],
    [10, { police_type: 1012 }],
    [3, { fault_code: 9999 }],
    [5, { fault_code: 1004 }],
    [6, { fault_code: 1004 }],
    [11, { fault_code: 1004 }],
  ],
  matches: ({ tlvs }) => isNewHhd(tlvs),
  read: decodeHhd,
};

/** Other manufacturers use TLVs 60 to 69 for tyres and cameras, so lengths and contents decide. */
const isNewHhd = (tlvs: readonly Tlv[]): boolean => {
  const event = tlvOf(tlvs, 0x60);
  const subLocks = tlvOf(tlvs, 0x63);
  const password = tlvOf(tlvs, 0x67);
  const cells = tlvOf(tlvs, 0x66);
  return (
    (event !== undefined &&
      event.length >= 3 &&
      event.readUInt16BE(0) < 0x200 &&
      (event[2] ?? 2) < 2) ||
    (subLocks !== undefined &&
      subLocks.length > 0 &&
      subLocks.length % 11 === 0 &&
      (subLocks[8] === 0x30 || subLocks[8] === 0x31)) ||
    (password !== undefined && /^\d{8}$/.test(password.toString('latin1'))) ||
    (tlvOf(tlvs, 0x69)?.length === 2 &&
      ([0x61, 0x62, 0x68, 0x6a].some((id) => tlvOf(tlvs, id) !== undefined) ||
        (cells !== undefined && cells.length % 9 === 2)))
  );
};

const D5_ENTRY = 13;
const BATTERY_IS_CHARGING = 0xff;

const charge = (value: number | undefined): Pick<LockReport, 'electric' | 'lock_state'> => {
  if (value === BATTERY_IS_CHARGING) return { lock_state: 6 };
  return value !== undefined && value <= 100 ? { electric: value } : {};
};

/**
 * Huabao: locks in TLV D5. The one whose id ends the terminal's id is the lock itself, the others are its child
 * locks.
 */
const huabao: Dialect = {
  name: 'Huabao',
  protocol: PROTOCOL.jt808,
  zone: 480,
  alarms: [],
  matches: ({ tlvs }) => {
    const locks = tlvOf(tlvs, 0xd5);
    return locks !== undefined && locks.length > D5_ENTRY && locks.length % D5_ENTRY === 1;
  },
  read: ({ tlvs }, id) => {
    const value = tlvOf(tlvs, 0xd5);
    if (value === undefined) return {};
    const locks = Array.from({ length: Math.floor(value.length / D5_ENTRY) }, (_, i) => {
      const entry = value.subarray(1 + i * D5_ENTRY, 1 + (i + 1) * D5_ENTRY);
      const isLocked = !hasBit(entry.readUInt16BE(11), 5);
      const [lock, card] = [entry.toString('hex', 0, 5), entry.toString('hex', 5, 10)];
      return { lock, card, battery: entry.readUInt8(10), isLocked };
    });
    const own = locks.find(({ lock }) => id.endsWith(lock)) ?? locks[0];
    return {
      lock_status: own?.isLocked ? LOCK.sealed : LOCK.closed,
      ...charge(own?.battery),
      ...(locks.length > 1 && {
        children: locks
          .filter((each) => each !== own)
          .map(({ lock, battery, isLocked: isSealed }) => ({
            sn: lock,
            status: isSealed ? LOCK.sealed : LOCK.closed,
            ...(battery <= 100 && { electric: battery }),
          })),
      }),
      content: { locks },
    };
  },
};

/** Password events of TLV 0B, by the JT709 SDK. It does not tell what distinguishes them. */
const PASSWORD_EVENTS: readonly number[] = [0x01, 0x02, 0x03, 0x05, 0x1e, 0x1f];
const CARD_ALLOWED = 0x22;
const CARDS_UNKNOWN: readonly number[] = [0x23, 0x2a, 0x2b];
const REFUSED = 0xff;

/** Jointech JT709A and JT707A, connected directly instead of as child locks. */
const jt709: Dialect = {
  name: 'JT709',
  protocol: PROTOCOL.jt808,
  zone: 0,
  alarms: [
    [16, { police_type: 1010 }],
    [7, { police_type: 2001 }],
    [17, { police_type: 2003 }],
    [18, { police_type: 2002 }],
  ],
  matches: ({ tlvs }) =>
    tlvOf(tlvs, 0xd4)?.length === 1 &&
    (tlvOf(tlvs, 0xd5)?.length === 2 || [0xd6, 0xda].some((id) => tlvOf(tlvs, id) !== undefined)),
  read: ({ status, tlvs }) => {
    const network = tlvOf(tlvs, 0xfd);
    const event = tlvOf(tlvs, 0x0b);
    const volts = tlvOf(tlvs, 0xd5);
    return {
      lock_status: lockStatusOf(!hasBit(status, 20), !hasBit(status, 21)),
      ...charge(tlvOf(tlvs, 0xd4)?.[0]),
      ...(volts?.length === 2 ? { voltage: volts.readUInt16BE(0) / 100 } : {}),
      ...(hasBit(status, 18) ? { positionSource: 'base station' } : {}),
      ...(network !== undefined && network.length >= 9 ? cellOf709(network) : {}),
      ...(event !== undefined ? eventOf709(event) : {}),
    };
  },
};

const cellOf709 = (value: Buffer) => ({
  mcc: value.readUInt16BE(0),
  mnc: value.readUInt8(2),
  cid: value.readUInt32BE(3),
  lac: value.readUInt16BE(7),
});

const eventOf709 = (value: Buffer): LockFields => {
  const [kind = 0] = value;
  const content = { event: kind };
  if (kind === CARD_ALLOWED || CARDS_UNKNOWN.includes(kind)) {
    const isAllowed = kind === CARD_ALLOWED && value[5] !== REFUSED;
    const card = value.length >= 5 ? { icc_card_no: String(value.readUInt32BE(1)) } : {};
    return { report_reson: 1, lock_action: isAllowed ? 5 : 14, ...card, content };
  }
  const isRight = PASSWORD_EVENTS.includes(kind) && value.length >= 8 && value[7] !== REFUSED;
  return isRight ? { report_reson: 1, lock_action: 2, content } : { content };
};

/** The standard alone, without the state of a lock. */
const plain: Dialect = {
  name: 'JT/T 808',
  protocol: PROTOCOL.jt808,
  zone: 480,
  alarms: STANDARD_ALARMS,
  matches: () => true,
  read: () => ({}),
};

const DIALECTS = [oldHhd, newHhd, jt709, huabao];

/** Dialect of a lock whose record names HHD, until a report reveals the one of 2018. */
export const presumedHhd = newHhd;

export const dialectByName = (name: unknown): Dialect | undefined =>
  [...DIALECTS, plain].find((dialect) => dialect.name === name);

/** Returns the dialect of a location. If the location does not reveal it, the lock's previous dialect applies. */
export const detectDialect = (location: Location, previous: Dialect | undefined): Dialect =>
  DIALECTS.find((dialect) => dialect.matches(location)) ?? previous ?? plain;
