import {
  type ChildState,
  LOCK,
  type LockAction,
  type LockReport,
  type LockStatus,
} from '../../../domain/lock';
import { readUint16 } from '../protocolFamily';
import { hexDigits, isoOf, parseBcdTime, unescapeBytes } from './frames';
import { decodeFix, FIX_BYTES } from './records';

/** A frame in brackets, taken apart. */
export interface TextFrame {
  readonly id: string;
  /** Of frames that carry one: 000 to 999. */
  readonly frameSerial?: string;
  readonly word: string;
  readonly args: readonly string[];
  /** What follows the word, as bytes: some of it is no text. */
  readonly payload: Uint8Array;
}

/** What an event tells. */
export interface TextEvent {
  readonly reports: readonly LockReport[];
  readonly content: Readonly<Record<string, unknown>>;
  /** To be named in the acknowledgement. */
  readonly serial?: number;
  readonly rejected?: string;
}

/** `(id,WORD,args)`, of some JT600 `(id,2,WORD,args)`, or `(id,1,serial,WORD,args)`; undefined where it is none. Never throws. */
export const parseText = (frame: Uint8Array): TextFrame | undefined => {
  const text = Buffer.from(frame.subarray(1, -1)).toString('latin1');
  const numbered = /^(\d{10,12}),(\d{1,3}),(\d{1,3}),([A-Z]{3,}),?/.exec(text);
  const match = numbered ?? /^(\d{10,12}),(?:\d,)?(@?[A-Z][A-Z\d]{1,7})(?:,|$)/.exec(text);
  const id = match?.[1];
  const word = match?.[numbered ? 4 : 2];
  if (!match || id === undefined || word === undefined) return undefined;
  const rest = text.slice(match[0].length);
  return {
    id,
    word,
    args: rest === '' ? [] : rest.split(','),
    payload: frame.subarray(1 + match[0].length, -1),
    ...(numbered && { frameSerial: numbered[3] }),
  };
};

/** Decimal degrees, or in newer firmware degrees and minutes without a blank between: four digits stand before the point. */
const degreesOf = (text: string, letter: string, max: number): number | undefined => {
  if (!/^\d{1,5}(\.\d{1,8})?$/.test(text) || !/^[NSEW]$/.test(letter)) return undefined;
  const [whole = ''] = text.split('.');
  const value = Number(text);
  const isPacked = value > max || whole.length > (max === 90 ? 3 : 4);
  const minutes = value % 100;
  if (isPacked && minutes >= 60) return undefined;
  const degrees = isPacked ? Math.floor(value / 100) + minutes / 60 : value;
  if (degrees > max) return undefined;
  const rounded = Math.round(degrees * 1e6) / 1e6;
  return rounded !== 0 && /[SW]/.test(letter) ? -rounded : rounded;
};

interface Spot {
  readonly ts: number | undefined;
  readonly lat: number | undefined;
  readonly lon: number | undefined;
  readonly isValid: boolean;
  readonly speed: number;
  readonly course: number;
}

/** Where it happened, as a report says it. */
const placeOf = ({ lat, lon, isValid, speed, course }: Spot) => {
  const isZero = !lat && !lon;
  if (!isValid || isZero) return { position_status: isZero ? (2 as const) : (1 as const) };
  return {
    position_status: 0 as const,
    lat,
    lon,
    ...(speed >= 0 && speed <= 1200 && { speed }),
    ...(course >= 0 && course <= 360 && { course }),
  };
};

const spotError = ({ ts, lat, lon }: Spot): string | undefined => {
  if (ts === undefined) return 'its date is none';
  return lat === undefined || lon === undefined ? 'its place is none' : undefined;
};

/** Who acted, by the number in an event; 3 is a card that names a vehicle and opens nothing. */
const SOURCES: Readonly<Record<string, { readonly name: string; readonly action?: LockAction }>> = {
  1: { name: 'authorised card', action: 5 },
  2: { name: 'illegal card', action: 14 },
  3: { name: 'vehicle card' },
  4: { name: 'remote static password', action: 1 },
  5: { name: 'rope put in', action: 8 },
  6: { name: 'remote dynamic password', action: 3 },
  7: { name: 'Bluetooth', action: 4 },
};
const ROPE_IN = '5';
const CARDS = ['1', '2'];
const ILLEGAL_CARD: LockAction = 14;
/** Of the verification: refused, and refused outside of the fence. */
const REFUSED = ['0', '99'];

/**
 * A lock event, P45: fields count from the front, for firmware adds more at the end. UTC. What was refused says nothing
 * about whether the lock is sealed.
 */
export const decodeEvent = ({ args }: TextFrame): TextEvent => {
  const [date = '', time = '', lat = '', ns = '', lon = '', ew = '', fixed, speed, course] = args;
  const [source = '', verified = '', card = '', passwordRight, wrong, serial, mileage] =
    args.slice(9);
  const spot: Spot = {
    ts: parseBcdTime(date + time),
    lat: degreesOf(lat, ns, 90),
    lon: degreesOf(lon, ew, 180),
    isValid: fixed === 'A',
    speed: Number(speed),
    course: Number(course),
  };
  const actor = SOURCES[source];
  const numbered = /^\d{1,3}$/.test(serial ?? '') ? Number(serial) : undefined;
  const rejected = spotError(spot) ?? (actor ? undefined : `nobody knows the source ${source}`);
  const isRefused = source !== ROPE_IN && REFUSED.includes(verified);
  const cell = (args[18] ?? '').split(':').map(Number);
  const content = {
    kind: 'lockEvent',
    time: isoOf(spot.ts),
    lat: spot.lat,
    lon: spot.lon,
    valid: spot.isValid,
    speed: spot.speed,
    course: spot.course,
    source: Number(source),
    by: actor?.name,
    verified: Number(verified),
    card,
    passwordRight: passwordRight === '1',
    wrongPasswords: Number(wrong ?? 0),
    serial: numbered,
    ...(mileage && { mileage: Number(mileage) }),
    ...(args[17] && { fence: Number(args[17]) }),
  };
  if (rejected !== undefined) return { reports: [], content, serial: numbered, rejected };
  const isIllegal = source === '2' || (source === '1' && isRefused);
  const action = isIllegal ? ILLEGAL_CARD : isRefused ? undefined : actor?.action;
  const report: LockReport = {
    ts: spot.ts ?? Number.NaN,
    report_reson: 1,
    ...statusAfter(source, action),
    ...placeOf(spot),
    ...(action !== undefined && { lock_action: action }),
    ...(isIllegal && { police_type: 2004 as const }),
    ...(CARDS.includes(source) && /^\d{1,20}$/.test(card) && { icc_card_no: card }),
    ...cellOf(cell),
  };
  return { reports: [report], content, serial: numbered };
};

/** Put in, the rope is held; opened, it is in until a record says that it was pulled. */
const statusAfter = (source: string, action: LockAction | undefined) => {
  const change = (lock_status: LockStatus, lock_state: 1 | 2) => ({ lock_status, lock_state });
  if (source === ROPE_IN) return change(LOCK.sealed, 2);
  return action === undefined || action === ILLEGAL_CARD ? {} : change(LOCK.closed, 1);
};

/** Country, network, area and cell, where there are all four. */
const cellOf = (cell: readonly number[]) => {
  const [mcc = 0, mnc = 0, lac = 0, cid = 0] = cell;
  const isCell = cell.length === 4 && cell.every(Number.isInteger) && mcc > 0;
  return isCell && mcc <= 999 && mnc <= 999 && lac < 2 ** 24 && cid < 2 ** 36
    ? { mcc, mnc, lac, cid }
    : {};
};

/** What befell a sub-lock, by the bit of its event word. */
const SUB_EVENTS = [
  'locked',
  'Bluetooth unlock',
  'cover',
  'LoRa unlock',
  'rope cut',
  'button',
  'timed report',
  'charging',
  'rope pulled',
  'RFID',
] as const;
const LOST = 14;
const STORED = 15;

/** Alarms of a sub-lock by the bit of its event word. */
const SUB_ALARMS: readonly (readonly [number, 1008 | 1010, string])[] = [
  [4, 1008, 'rope cut'],
  [2, 1010, 'cover opened'],
];

const SUB_LOCK = 4;
const CLIMATE = 1;

/**
 * A sensor or sub-lock that the lock passes on, WLNET,5: where the lock was, then the sensor's own time, name, serial
 * and data. A sub-lock's alarm is told as the lock's, with its name; its state and battery are its own.
 */
export const decodeRelay = ({ payload, frameSerial }: TextFrame): TextEvent | undefined => {
  const head = /^5,\d+,/.exec(Buffer.from(payload.subarray(0, 8)).toString('latin1'));
  if (!head) return undefined;
  const bytes = unescapeBytes(payload.subarray(head[0].length));
  if (bytes.length < FIX_BYTES + 17) {
    return {
      reports: [],
      content: { kind: 'sensor' },
      rejected: 'too short',
      serial: Number(frameSerial),
    };
  }
  const fix = decodeFix(bytes.subarray(0, FIX_BYTES));
  const sensor = bytes.subarray(FIX_BYTES);
  const name = hexDigits(sensor.subarray(6, 11)).toUpperCase();
  const [serial = 0, voltHigh = 0, voltLow = 0, battery = 0, rssi = 0, type = 0] =
    sensor.subarray(11);
  const data = sensor.subarray(17);
  const spot: Spot = { ...fix, speed: Math.round(fix.knots * 18.52) / 10 };
  const rejected = spotError(spot);
  const readings = {
    ...(type === SUB_LOCK && subLockOf(data)),
    ...(type === CLIMATE && climateOf(data)),
  };
  const content = {
    kind: 'sensor',
    time: isoOf(fix.ts),
    lat: fix.lat,
    lon: fix.lon,
    valid: fix.isValid,
    sensor: name,
    sensorTime: isoOf(parseBcdTime(hexDigits(sensor.subarray(0, 6)))),
    serial,
    frameSerial: Number(frameSerial),
    voltage: ((voltHigh << 8) | voltLow) / 100,
    battery,
    rssi: -rssi,
    type,
    ...readings,
  };
  if (rejected !== undefined) return { reports: [], content, serial, rejected };
  const event = type === SUB_LOCK ? readUint16(data, 0) : 0;
  const isStored = ((event >> STORED) & 1) === 1;
  const common: LockReport = {
    ts: fix.ts ?? Number.NaN,
    report_reson: isStored ? 2 : 0,
    ...placeOf(spot),
    ...('temperature' in readings && { temperature: readings.temperature }),
    ...(type === SUB_LOCK && { children: [childOf(name, content, subLockOf(data))] }),
  };
  const alarms = SUB_ALARMS.filter(([bit]) => ((event >> bit) & 1) === 1);
  const reports = alarms.map(([, police_type, what]) => ({
    ...common,
    police_type,
    fault_msg: `Child lock ${name}: ${what}`,
  }));
  return { reports: reports.length > 0 ? reports : [common], content, serial };
};

/** Sealed while its rope is in and its motor locked, as its parent is. */
const childOf = (
  sn: string,
  { voltage, battery }: { readonly voltage: number; readonly battery: number },
  { ropeOut, motorUnlocked }: ReturnType<typeof subLockOf>,
): ChildState => ({
  sn,
  status: ropeOut
    ? motorUnlocked
      ? LOCK.open
      : LOCK.abnormal
    : motorUnlocked
      ? LOCK.closed
      : LOCK.sealed,
  ...(battery <= 100 && { electric: battery }),
  voltage,
});

const subLockOf = (data: Uint8Array) => {
  const event = readUint16(data, 0);
  const status = readUint16(data, 2);
  return {
    events: SUB_EVENTS.filter((_, bit) => ((event >> bit) & 1) === 1),
    lost: ((event >> LOST) & 1) === 1,
    ropeOut: (status & 1) === 1,
    motorUnlocked: (status & 2) !== 0,
    coverOpen: (status & 4) !== 0,
    cycles: readUint16(data, 4),
    gateway: data[6] ?? 0,
    card: hexDigits(data.subarray(7, 11)),
  };
};

/** Tenths of a degree in twelve bits; the four above them are set below zero. */
const climateOf = (data: Uint8Array) => {
  const word = readUint16(data, 0);
  const tenths = word & 0x0fff;
  const temperature = (word >> 12 === 0 ? tenths : -tenths) / 10;
  return { ...(Math.abs(temperature) <= 90 && { temperature }), humidity: data[2] ?? 0 };
};

/** Positions of JT600 in text; where they are, and how charged. */
export const decodePosition = ({
  word,
  args,
}: TextFrame): (TextEvent & { answer?: string }) | undefined => {
  const spot = POSITIONS[word]?.(args);
  if (!spot) return undefined;
  const { battery, answer, ...place } = spot;
  const rejected = spotError(place);
  const content = { kind: 'position', time: isoOf(place.ts), ...place, battery };
  const report: LockReport = {
    ts: place.ts ?? Number.NaN,
    report_reson: 0,
    ...placeOf(place),
    ...(battery !== undefined && battery <= 100 && { electric: battery }),
  };
  return { reports: rejected === undefined ? [report] : [], content, rejected, answer };
};

interface Position extends Spot {
  readonly battery?: number;
  readonly answer?: string;
}

const byTime = (args: readonly string[], answer: string): Position => {
  const [date = '', time = '', fixed, lat = '', ns = '', lon = '', ew = ''] = args;
  return {
    ts: parseBcdTime(date + time),
    isValid: fixed === 'T',
    lat: degreesOf(lat, ns, 90),
    lon: degreesOf(lon, ew, 180),
    speed: Number(args[7]),
    course: Number(args[8]),
    ...(/^\d+%$/.test(args[10] ?? '') && { battery: Number(args[10]?.slice(0, -1)) }),
    answer,
  };
};

const byPlace = (args: readonly string[]): Position => {
  const [lon = '', ew = '', lat = '', ns = '', fixed, date = '', time = '', speed, course] = args;
  return {
    ts: parseBcdTime(date + time),
    isValid: fixed === 'A',
    lat: degreesOf(lat, ns, 90),
    lon: degreesOf(lon, ew, 180),
    speed: Number(speed),
    course: Number(course),
  };
};

const POSITIONS: Readonly<Record<string, (args: readonly string[]) => Position>> = {
  W01: byPlace,
  U01: (args) => byTime(args, '(S39)'),
  U02: (args) => byTime(args, '(S39)'),
  U03: (args) => byTime(args, '(S39)'),
  U06: (args) => byTime(args.slice(1), '(S20)'),
};
