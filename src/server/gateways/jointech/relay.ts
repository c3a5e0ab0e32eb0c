import type { ChildState, LockReport } from '../../../domain/lock';
import { parseBcdTime } from '../bcdTime';
import { lockStatusOf, readUint16 } from '../protocolFamily';
import { hexDigits, isoOf, unescapeBytes } from './frames';
import { decodeFix, FIX_BYTES, kmhOf } from './records';
import { placeOf, type Spot, spotError } from './spot';
import type { TextEvent, TextFrame } from './textFrames';

/** Events of a child lock, by bit of its event word. */
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

/** Alarms of a child lock, by bit of its event word. */
const SUB_ALARMS: readonly (readonly [number, 1008 | 1010, string])[] = [
  [4, 1008, 'rope cut'],
  [2, 1010, 'cover opened'],
];

const SUB_LOCK = 4;
const CLIMATE = 1;

/**
 * Decodes a record that the lock relays from a sensor or child lock, WLNET,5: position of the lock, then time, id,
 * serial and data of the sensor. An alarm of a child lock is reported as one of the lock, with the child's id. Its
 * state and battery are reported as the child's.
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
  const spot: Spot = { ...fix, speed: kmhOf(fix.knots) };
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
    sensorTime: isoOf(parseBcdTime(hexDigits(sensor.subarray(0, 6)), 'ddmmyy')),
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

const childOf = (
  sn: string,
  { voltage, battery }: { readonly voltage: number; readonly battery: number },
  { ropeOut, motorUnlocked }: ReturnType<typeof subLockOf>,
): ChildState => ({
  sn,
  status: lockStatusOf(!ropeOut, !motorUnlocked),
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

/** Temperature in tenths of a degree, 12 bits. Any of the upper four bits means below zero. */
const climateOf = (data: Uint8Array) => {
  const word = readUint16(data, 0);
  const tenths = word & 0x0fff;
  const temperature = (word >> 12 === 0 ? tenths : -tenths) / 10;
  return { ...(Math.abs(temperature) <= 90 && { temperature }), humidity: data[2] ?? 0 };
};
