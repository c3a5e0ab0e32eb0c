import type { AlarmKind, FaultCode } from '../../../domain/alarm';
import { faultWords } from '../../../domain/fault';
import { LOCK, type LockReport } from '../../../domain/lock';
import { parseBcdTime } from '../bcdTime';
import { lockStatusOf, readUint16 } from '../protocolFamily';
import { hexDigits, isLongForm, isoOf, RECORD_BYTES, uint32At } from './frames';
import { placeOf, spotError } from './spot';

interface Records {
  readonly id: string;
  /** Protocol version; from `JT701D_VERSION` records are acknowledged by serial. */
  readonly version: number;
  readonly serial: number;
  readonly reports: readonly LockReport[];
  readonly content: Readonly<Record<string, unknown>>;
  /** True if the record requests an acknowledgement. JT701D needs one for every record. */
  readonly wantsAnswer: boolean;
  readonly rejected?: string;
}

/** Lowest protocol version of a JT701D. */
export const JT701D_VERSION = 0x19;

export const KNOT = 1.852;
const STORED = 3;
const ALARM = 2;

/** Decodes a `$` frame from `splitFrames`. Never throws. */
export const decodeRecords = (frame: Uint8Array): Records =>
  isLongForm(frame) ? readLong(frame) : readShort(frame);

/** Block of 17 bytes from date to course, the same in every form. */
export interface GpsFix {
  /** Epoch ms; undefined if invalid. */
  readonly ts: number | undefined;
  readonly isValid: boolean;
  /** Degrees; undefined if invalid. */
  readonly lat: number | undefined;
  readonly lon: number | undefined;
  /** The speed byte as a binary number. Some old firmware means its two BCD digits. */
  readonly knots: number;
  readonly course: number;
}

/** Parses packed degrees and minutes. The last six digits are minutes × 10,000. */
const degreesOf = (digits: string): number | undefined => {
  if (!/^\d{8,9}$/.test(digits)) return undefined;
  const minutes = Number(digits.slice(-6)) / 10_000;
  const degrees = Number(digits.slice(0, -6)) + minutes / 60;
  return minutes < 60 ? Math.round(degrees * 1e6) / 1e6 : undefined;
};

const within = (value: number | undefined, max: number): number | undefined =>
  value === undefined || Math.abs(value) > max ? undefined : value;

export const FIX_BYTES = 17;

export const decodeFix = (block: Uint8Array): GpsFix => {
  const digits = hexDigits(block);
  const nibble = Number.parseInt(digits[29] ?? '0', 16);
  const signed = (value: number | undefined, isPositive: boolean) =>
    value === undefined || value === 0 || isPositive ? value : -value;
  return {
    ts: parseBcdTime(digits.slice(0, 12), 'ddmmyy'),
    isValid: (nibble & 1) === 1,
    lat: within(signed(degreesOf(digits.slice(12, 20)), (nibble & 2) !== 0), 90),
    lon: within(signed(degreesOf(digits.slice(20, 29)), (nibble & 4) !== 0), 180),
    knots: block[15] ?? 0,
    course: (block[16] ?? 0) * 2,
  };
};

/** Omits the last known position that a lock repeats while it has no fix. */
const placeOfRecord = (fix: GpsFix, speed: number, isBaseStation = false) => {
  const { lat, lon } = fix;
  const place = placeOf({ ...fix, speed });
  return isBaseStation && place.position_status !== 0
    ? { position_status: 3 as const, ...((lat || lon) && { lat, lon }) }
    : place;
};

export const kmhOf = (knots: number): number => Math.round(knots * KNOT * 10) / 10;

export const BIT = {
  baseStation: 0,
  entered: 1,
  left: 2,
  ropeCut: 3,
  vibration: 4,
  wantsAnswer: 5,
  ropeIn: 6,
  motorLocked: 7,
  unsealedLong: 8,
  wrongPasswords: 9,
  illegalCard: 10,
  lowBattery: 11,
  coverOpened: 12,
  motorStuck: 14,
} as const;

const has = (status: number, bit: keyof typeof BIT): boolean => ((status >> BIT[bit]) & 1) === 1;

type AlarmFields = Pick<
  LockReport,
  'police_type' | 'fault_code' | 'fault_msg' | 'lock_action' | 'lock_state'
>;

/** Alarms by status bit, the most severe first. Only vibration is also set in realtime records. */
export const ALARMS: readonly (readonly [keyof typeof BIT, AlarmKind, AlarmFields?])[] = [
  ['ropeCut', 1008, { lock_state: 4, fault_msg: faultWords.ropeCut[0] }],
  ['motorStuck', 1009, { fault_code: 1006 satisfies FaultCode, lock_action: 6 }],
  ['coverOpened', 1010, { lock_state: 3, fault_msg: faultWords.coverOpened[0] }],
  ['wrongPasswords', 2005],
  ['illegalCard', 2004, { lock_action: 14 }],
  ['unsealedLong', 2006],
  ['lowBattery', 2001],
  ['entered', 2003, { fault_msg: faultWords.ownGeofence[0] }],
  ['left', 2002, { fault_msg: faultWords.ownGeofence[0] }],
  ['vibration', 1011],
];

/** Wake sources of a JT701D. Older firmware leaves the byte undefined. */
const WAKES = [
  'restart',
  'RTC',
  'vibration',
  'back cover',
  'rope',
  'charging',
  'RFID',
  'LoRa',
  'VIP SMS',
  'other SMS',
  'Bluetooth',
] as const;
const BY_CLOCK = 1;
const BY_ROPE = 4;

const reasonOf = (data: number, wake: number | undefined): LockReport['report_reson'] => {
  if (data === STORED) return 2;
  if (wake === undefined || wake === BY_CLOCK || WAKES[wake] === undefined) return 0;
  return wake === BY_ROPE ? 9 : 3;
};

const CHARGING = 0xff;
const ABSENT_WORD = 0x0f0f;
const ABSENT = 0x0f;
/** Payload length from which a frame has wake source, MCC and the high word of the cell id. */
const FULL = 0x34;

const cellOf = (frame: Uint8Array, isFull: boolean) => {
  const low = readUint16(frame, 39);
  const lac = readUint16(frame, 41);
  const high = isFull ? readUint16(frame, 56) : ABSENT_WORD;
  const cid = high === ABSENT_WORD ? low : high * 0x10000 + low;
  const mncHigh = frame[46] ?? ABSENT;
  const mnc = (mncHigh === ABSENT ? 0 : mncHigh << 8) | (frame[60] ?? 0);
  const mcc = readUint16(frame, 58);
  return {
    ...(lac > 0 && { lac, cid }),
    ...(isFull && mcc > 0 && mcc <= 999 && { mcc, ...(mnc <= 999 && { mnc }) }),
  };
};

const readLong = (frame: Uint8Array): Records => {
  const id = hexDigits(frame.subarray(1, 6));
  const version = frame[6] ?? 0;
  const data = (frame[7] ?? 0) & 15;
  const isFull = readUint16(frame, 8) >= FULL;
  const fix = decodeFix(frame.subarray(10, 10 + FIX_BYTES));
  const status = readUint16(frame, 36);
  const battery = frame[38] ?? 0;
  const wake = isFull && version >= JT701D_VERSION ? (frame[45] ?? 0) & 15 : undefined;
  const serial = frame.at(-1) ?? 0;
  const isCharging = battery === CHARGING;
  const kmh = kmhOf(fix.knots);
  const rejected = spotError(fix);
  const isAlarm = data === ALARM || data === STORED;
  const cell = cellOf(frame, isFull);
  const common: LockReport = {
    ts: fix.ts ?? Number.NaN,
    report_reson: reasonOf(data, wake),
    lock_status:
      has(status, 'ropeCut') || has(status, 'motorStuck')
        ? LOCK.abnormal
        : lockStatusOf(has(status, 'ropeIn'), has(status, 'motorLocked')),
    lock_state: isCharging ? 6 : 0,
    ...placeOfRecord(fix, kmh, has(status, 'baseStation')),
    ...(battery <= 100 && { electric: battery }),
    ...cell,
  };
  const [first, ...more] = ALARMS.flatMap(([bit, police_type, fields]) =>
    has(status, bit) && (isAlarm || bit === 'vibration') ? [{ police_type, ...fields }] : [],
  );
  // A report carries one alarm.
  const reports = [{ ...common, ...first }, ...more.map((fields) => ({ ...common, ...fields }))];
  return {
    id,
    version,
    serial,
    reports: rejected === undefined ? reports : [],
    rejected,
    wantsAnswer: has(status, 'wantsAnswer'),
    content: {
      kind: 'position',
      version,
      dataType: data,
      time: isoOf(fix.ts),
      valid: fix.isValid,
      lat: fix.lat,
      lon: fix.lon,
      knots: fix.knots,
      course: fix.course,
      mileage: uint32At(frame, 27),
      satellites: frame[31],
      status: status.toString(16).padStart(4, '0'),
      lockStatus: common.lock_status,
      ropeIn: has(status, 'ropeIn'),
      motorLocked: has(status, 'motorLocked'),
      alarms: ALARMS.flatMap(([bit]) => (has(status, bit) ? [bit] : [])),
      battery: isCharging ? 'charging' : battery,
      ...cell,
      gsm: frame[43],
      ...(wake !== undefined && { wake: WAKES[wake] ?? wake }),
      serial,
    },
  };
};

/** Decodes positions only: the status in short frames is not published. */
const readShort = (frame: Uint8Array): Records => {
  const form = (frame[6] ?? 0) >> 4;
  const data = (frame[6] ?? 0) & 15;
  const length = readUint16(frame, 7);
  const count = Math.floor(length / RECORD_BYTES);
  const blocks = Array.from({ length: count }, (_, i) =>
    frame.subarray(9 + i * RECORD_BYTES, 9 + (i + 1) * RECORD_BYTES),
  );
  const fixes = blocks.map((block) => ({ block, fix: decodeFix(block) }));
  const reports = fixes.map(({ block, fix }): LockReport => {
    const speed = hexDigits(block.subarray(15, 16));
    const percent = block[18] ?? 0;
    const kmh = kmhOf(/^\d+$/.test(speed) ? Number(speed) : fix.knots);
    return {
      ts: fix.ts ?? Number.NaN,
      report_reson: data === STORED ? 2 : 0,
      ...placeOfRecord(fix, kmh),
      ...(form === 1 && percent <= 100 && { electric: percent }),
    };
  });
  const rejected = fixes.map(({ fix }) => spotError(fix)).find(Boolean);
  return {
    id: hexDigits(frame.subarray(1, 6)),
    version: form,
    serial: frame.at(-1) ?? 0,
    reports: rejected === undefined ? reports.sort((one, other) => one.ts - other.ts) : [],
    rejected,
    wantsAnswer: false,
    content: {
      kind: 'positions',
      form,
      dataType: data,
      records: fixes.map(({ block, fix: { ts, ...fix } }) => ({
        time: isoOf(ts),
        valid: fix.isValid,
        lat: fix.lat,
        lon: fix.lon,
        speed: hexDigits(block.subarray(15, 16)),
        course: fix.course,
        ...(form === 1 && { satellites: block[17], percent: block[18] }),
      })),
      serial: frame.at(-1),
    },
  };
};
