import type { AlarmKind, FaultCode } from '../../../domain/alarm';
import { LOCK, type LockReport, type LockStatus } from '../../../domain/lock';
import { readUint16 } from '../protocolFamily';
import { hexDigits, isLongForm, isoOf, parseBcdTime, RECORD_BYTES, uint32At } from './frames';
import { spotError } from './spot';

/** What a frame of the binary kind tells. */
interface Records {
  readonly id: string;
  /** From 0x19 on a JT701D, which acknowledges by serial number. */
  readonly version: number;
  readonly serial: number;
  readonly reports: readonly LockReport[];
  readonly content: Readonly<Record<string, unknown>>;
  /** Whether the lock waits for an acknowledgement, as far as it says so. */
  readonly wantsAnswer: boolean;
  readonly rejected?: string;
}

/** Firmware of JT701D; what is older has other acknowledgements. */
export const JT701D_VERSION = 0x19;

const KNOT = 1.852;
const STORED = 3;
const ALARM = 2;

/** Decodes a `$` frame of either form, cut and so of a length that is known. Never throws. */
export const decodeRecords = (frame: Uint8Array): Records =>
  isLongForm(frame) ? readLong(frame) : readShort(frame);

/** Where and when: date to direction, 17 bytes, the same in every form. */
export interface GpsFix {
  /** ms since 1970; undefined where the digits are no time. */
  readonly ts: number | undefined;
  readonly isValid: boolean;
  /** Degrees; undefined where the digits are no place. */
  readonly lat: number | undefined;
  readonly lon: number | undefined;
  /** Of the byte as a number; some old firmware means its two decimal digits. */
  readonly knots: number;
  readonly course: number;
}

/** Degrees and minutes, packed: the last six digits are minutes. */
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
    ts: parseBcdTime(digits.slice(0, 12)),
    isValid: (nibble & 1) === 1,
    lat: within(signed(degreesOf(digits.slice(12, 20)), (nibble & 2) !== 0), 90),
    lon: within(signed(degreesOf(digits.slice(20, 29)), (nibble & 4) !== 0), 180),
    knots: block[15] ?? 0,
    course: (block[16] ?? 0) * 2,
  };
};

type Place = Pick<LockReport, 'position_status' | 'lat' | 'lon' | 'speed' | 'course'>;

/** The last known place that a lock repeats while it sees no satellites says nothing about now. */
const placeOf = (fix: GpsFix, { isBaseStation = false, kmh = 0 }): Place => {
  const { lat, lon, isValid, course } = fix;
  const isZero = !lat && !lon;
  if (isValid && !isZero) {
    return { position_status: 0, lat, lon, speed: kmh, ...(course <= 360 && { course }) };
  }
  if (isBaseStation) return { position_status: 3, ...(!isZero && { lat, lon }) };
  return { position_status: isZero ? 2 : 1 };
};

const kmhOf = (knots: number): number => Math.round(knots * KNOT * 10) / 10;

/** Bits of the status word of a JT701. */
const BIT = {
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

/** Lock status by the shackle and the motor; what should not be is abnormal. */
const lockStatusOf = (status: number): LockStatus => {
  if (has(status, 'ropeCut') || has(status, 'motorStuck')) return LOCK.abnormal;
  if (has(status, 'ropeIn')) return has(status, 'motorLocked') ? LOCK.sealed : LOCK.closed;
  return has(status, 'motorLocked') ? LOCK.abnormal : LOCK.open;
};

type AlarmFields = Pick<
  LockReport,
  'police_type' | 'fault_code' | 'fault_msg' | 'lock_action' | 'lock_state'
>;

/** What an alarm bit means, the gravest first; vibration is the one that is set beside realtime data too. */
const ALARMS: readonly (readonly [keyof typeof BIT, AlarmKind, AlarmFields?])[] = [
  ['ropeCut', 1008, { lock_state: 4, fault_msg: 'Rope cut' }],
  ['motorStuck', 1009, { fault_code: 1006 satisfies FaultCode, lock_action: 6 }],
  ['coverOpened', 1010, { lock_state: 3, fault_msg: 'Back cover opened' }],
  ['wrongPasswords', 2005],
  ['illegalCard', 2004, { lock_action: 14 }],
  ['unsealedLong', 2006],
  ['lowBattery', 2001],
  ['entered', 2003, { fault_msg: "A fence of the lock's own" }],
  ['left', 2002, { fault_msg: "A fence of the lock's own" }],
  ['vibration', 1011],
];

const alarmsOf = (status: number, isAlarm: boolean): AlarmFields[] =>
  ALARMS.filter(([bit]) => has(status, bit) && (isAlarm || bit === 'vibration')).map(
    ([, police_type, fields]) => ({ police_type, ...fields }),
  );

/** Why a JT701D is awake, by the low digit of its first extension; of older firmware it means nothing. */
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
/** From this length on there are wake source, country and the high half of the cell. */
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
    lock_status: lockStatusOf(status),
    lock_state: isCharging ? 6 : 0,
    ...placeOf(fix, { isBaseStation: has(status, 'baseStation'), kmh }),
    ...(battery <= 100 && { electric: battery }),
    ...cell,
  };
  const [first, ...more] = alarmsOf(status, isAlarm);
  // One report tells one alarm.
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

/** Records of a short frame have no status that is published: where a lock was, no more. */
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
      ...placeOf(fix, { kmh }),
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
