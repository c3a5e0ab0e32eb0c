import { alarmKind, faultCode } from '../../../domain/alarm';
import type { Choices } from '../../../domain/label';
import {
  type LockReply,
  type LockReport,
  lockAction,
  lockState,
  lockStatus,
  positionType,
  reportType,
  serialNumber,
} from '../../../domain/lock';

const ROOT = 'seal/v1';

const CHANNELS = {
  up: ['report', 'status', 'event', 'ack'],
  down: ['cmd', 'ota'],
} as const;

type UpChannel = (typeof CHANNELS)['up'][number];
type DownChannel = (typeof CHANNELS)['down'][number];

interface Topic {
  sn: string;
  channel: UpChannel | DownChannel;
}

const everyLocks = (channel: UpChannel): string => `${ROOT}/+/up/${channel}`;

/** Who is online and who is not, of all locks. */
export const presenceFilter: string = everyLocks('status');

/**
 * What a server subscribes to: everything every lock sends. With a group, several servers share reports and replies.
 * Presence is not shared: a shared subscription gets no retained messages, and every server asks who is online.
 */
export const serverFilters = (sharedGroup?: string): string[] =>
  sharedGroup === undefined
    ? [`${ROOT}/+/up/#`]
    : [
        `$share/${sharedGroup}/${everyLocks('report')}`,
        `$share/${sharedGroup}/${everyLocks('ack')}`,
        presenceFilter,
      ];

/** Whether a text is a serial number as devices are given them, and so can stand in a topic and be a client's name. */
export const isSafeSn = (sn: string): boolean =>
  sn.length <= serialNumber.max && serialNumber.pattern.test(sn);

const ofLock = (sn: string, rest: string): string => {
  if (!isSafeSn(sn)) throw new RangeError(`Not a serial number: ${JSON.stringify(sn)}`);
  return `${ROOT}/${sn}/${rest}`;
};

/** Where a lock publishes. @throws RangeError when the serial number is not safe */
export const upTopic = (sn: string, channel: UpChannel): string => ofLock(sn, `up/${channel}`);

/** Where a lock listens. @throws RangeError when the serial number is not safe */
export const downTopic = (sn: string, channel: DownChannel): string =>
  ofLock(sn, `down/${channel}`);

/** What every topic a lock may publish to begins with. @throws RangeError when the serial number is not safe */
export const upPrefix = (sn: string): string => ofLock(sn, 'up/');

/** What every topic a lock may read begins with. @throws RangeError when the serial number is not safe */
export const downPrefix = (sn: string): string => ofLock(sn, 'down/');

/** The lock and channel of a topic, or undefined for a topic that is none of ours. */
export const parseTopic = (topic: string): Topic | undefined => {
  const [seal, version, sn = '', direction, channel, ...rest] = topic.split('/');
  if (`${seal}/${version}` !== ROOT || rest.length > 0 || !isSafeSn(sn)) return undefined;
  if (direction !== 'up' && direction !== 'down') return undefined;
  const known = CHANNELS[direction].find((candidate) => candidate === channel);
  return known && { sn, channel: known };
};

/** The longest message a lock may send or get, bytes. */
export const MAX_MESSAGE_BYTES = 4096;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (payload: Uint8Array): Fields | undefined => {
  if (payload.length === 0 || payload.length > MAX_MESSAGE_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
};

const within = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && value >= least && value <= most ? value : undefined;

const whole = (value: unknown, least: number, most: number): number | undefined =>
  Number.isInteger(value) ? within(value, least, most) : undefined;

const chosen = <V extends string | number>(table: Choices<V>, value: unknown): V | undefined =>
  table.find(([candidate]) => candidate === value)?.[0];

const text = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= most && !/\p{Cc}/u.test(value)
    ? value
    : undefined;

/** Some locks send tenths; nobody needs them. */
const percent = (value: unknown): number | undefined => {
  const charge = within(value, 0, 100);
  return charge === undefined ? undefined : Math.round(charge);
};

/** A device's clock may be wrong, but a moment outside 2000 to 2100 is no moment. */
const moment = (value: unknown): number | undefined =>
  whole(value, Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1));

const place = ({ lat, lon }: Fields): Pick<LockReport, 'lat' | 'lon'> => {
  const north = within(lat, -90, 90);
  const east = within(lon, -180, 180);
  if (north === undefined || east === undefined) return {};
  // Receivers without a fix send 0, 0; no cargo is there.
  return north === 0 && east === 0 ? {} : { lat: north, lon: east };
};

/** Widths: lac up to a 5G tracking area (24 bit), cid up to a 5G cell (36 bit). */
const optional = (fields: Fields): Partial<LockReport> => ({
  ...place(fields),
  lock_state: chosen(lockState, fields.lock_state),
  position_status: chosen(positionType, fields.position_status),
  speed: within(fields.speed, 0, 1200),
  course: within(fields.course, 0, 360),
  lock_action: chosen(lockAction, fields.lock_action),
  police_type: chosen(alarmKind, fields.police_type),
  fault_code: chosen(faultCode, fields.fault_code),
  fault_msg: text(fields.fault_msg, MAX_MESSAGE_BYTES)?.slice(0, 200),
  electric: percent(fields.electric),
  voltage: within(fields.voltage, 0, 100),
  temperature: within(fields.temperature, -90, 150),
  mnc: whole(fields.mnc, 0, 999),
  mcc: whole(fields.mcc, 0, 999),
  lac: whole(fields.lac, 0, 2 ** 24 - 1),
  cid: whole(fields.cid, 0, 2 ** 36 - 1),
  icc_card_no: text(fields.icc_card_no, 32),
  version: text(fields.version, 64),
});

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

/**
 * A lock's report from the bytes of `up/report`. Never throws.
 * @returns undefined when the message is no JSON object of at most 4 KiB with a time, a reason and a status we know;
 * any other field that is out of range or unknown is left out
 */
export const parseReport = (payload: Uint8Array): LockReport | undefined => {
  const fields = fieldsOf(payload);
  if (!fields) return undefined;
  const ts = moment(fields.ts);
  const reason = chosen(reportType, fields.report_reson);
  const status = chosen(lockStatus, fields.lock_status);
  if (ts === undefined || reason === undefined || status === undefined) return undefined;
  return { ts, report_reson: reason, lock_status: status, ...defined(optional(fields)) };
};

/**
 * A lock's answer from the bytes of `up/ack`; its text is cut at 200 characters. Never throws.
 * @returns undefined when the message is no JSON object of at most 4 KiB with an id and a 32-bit code
 */
export const parseReply = (payload: Uint8Array): LockReply | undefined => {
  const fields = fieldsOf(payload);
  const id = text(fields?.id, 64);
  const code = whole(fields?.code, -(2 ** 31), 2 ** 31 - 1);
  if (id === undefined || code === undefined) return undefined;
  return defined({ id, code, msg: text(fields?.msg, MAX_MESSAGE_BYTES)?.slice(0, 200) });
};

/** Whether the lock of `up/status` is online; undefined for anything but the words `online` and `offline`. */
export const parsePresence = (payload: Uint8Array): boolean | undefined => {
  const word = payload.length <= 8 ? Buffer.from(payload).toString('latin1') : '';
  if (word === 'online') return true;
  return word === 'offline' ? false : undefined;
};

/** What `up/status` carries. */
export const presenceWord = (online: boolean): string => (online ? 'online' : 'offline');
