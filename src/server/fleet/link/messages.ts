import { alarmKind, faultCode } from '../../../domain/alarm';
import type { Choices } from '../../../domain/label';
import {
  type LockProgress,
  type LockReply,
  type LockReport,
  lockAction,
  lockState,
  lockStatus,
  MAX_CHUNK_BYTES,
  positionType,
  reportType,
  serialNumber,
} from '../../../domain/lock';
import { isRecord } from '../../../protocol';
import { isStorableText, truncate } from '../../db/storableText';

const ROOT = 'seal/v1';

const CHANNELS = {
  up: ['report', 'status', 'event', 'ack', 'ota'],
  down: ['cmd', 'ota', 'error'],
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

/** The same for one server of a group: it is kept once, though every server hears it. */
export const retainedPresenceFilter = (group: string): string =>
  `$share/${group}/${presenceFilter}`;

const CLIENT_EVENTS = ['connected', 'disconnected'] as const;

/** Where EMQX tells who came and went; other brokers tell nothing there. One server of a group hears each. */
export const clientEventFilters = (sharedGroup?: string): string[] =>
  CLIENT_EVENTS.map((event) => {
    const filter = `$SYS/brokers/+/clients/+/${event}`;
    return sharedGroup === undefined ? filter : `$share/${sharedGroup}/${filter}`;
  });

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
        `$share/${sharedGroup}/${everyLocks('ota')}`,
        presenceFilter,
      ];

/** Whether a text is a serial number as devices are given them, and so can stand in a topic and be a client's name. */
export const isSafeSn = (sn: string): boolean =>
  sn.length <= serialNumber.max && serialNumber.pattern.test(sn);

const lockTopic = (sn: string, rest: string): string => {
  if (!isSafeSn(sn)) throw new RangeError(`Not a serial number: ${JSON.stringify(sn)}`);
  return `${ROOT}/${sn}/${rest}`;
};

/** Where a lock publishes. @throws RangeError when the serial number is not safe */
export const upTopic = (sn: string, channel: UpChannel): string => lockTopic(sn, `up/${channel}`);

/** Where a lock listens. @throws RangeError when the serial number is not safe */
export const downTopic = (sn: string, channel: DownChannel): string =>
  lockTopic(sn, `down/${channel}`);

/** What every topic a lock may publish to begins with. @throws RangeError when the serial number is not safe */
export const upPrefix = (sn: string): string => lockTopic(sn, 'up/');

/** What every topic a lock may read begins with. @throws RangeError when the serial number is not safe */
export const downPrefix = (sn: string): string => lockTopic(sn, 'down/');

/** Filters below a lock's prefix that it may subscribe to; any number of others would fill the broker's memory. */
const SUBSCRIBABLE = ['#', '+', ...CHANNELS.down.flatMap((channel) => [channel, `${channel}/#`])];

/** Whether a filter is one of those that a lock may subscribe to. */
export const isOwnFilter = (sn: string, filter: string): boolean =>
  SUBSCRIBABLE.some((rest) => filter === downPrefix(sn) + rest);

/** The lock and channel of a topic, or undefined for a topic that is none of ours. */
export const parseTopic = (topic: string): Topic | undefined => {
  const [seal, version, sn = '', direction, channel, ...rest] = topic.split('/');
  if (`${seal}/${version}` !== ROOT || rest.length > 0 || !isSafeSn(sn)) return undefined;
  if (direction !== 'up' && direction !== 'down') return undefined;
  const match = CHANNELS[direction].find((candidate) => candidate === channel);
  return match && { sn, channel: match };
};

/** The longest message a lock may send or get, bytes. */
export const MAX_MESSAGE_BYTES = 4096;

/**
 * What a message says and what of it was left out, in words for whoever programs the lock; or why nothing of it is
 * believed.
 */
export type Parsed<T> =
  | { readonly value: T; readonly leftOut: readonly string[] }
  | { readonly error: string };

type Fields = Readonly<Record<string, unknown>>;

const parseJsonObject = (payload: Uint8Array): Fields | string => {
  if (payload.length === 0) return 'the message is empty';
  if (payload.length > MAX_MESSAGE_BYTES) return `the message is over ${MAX_MESSAGE_BYTES} bytes`;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return isRecord(value) ? value : 'the message is no JSON object';
  } catch {
    return 'the message is no JSON in UTF-8';
  }
};

/** A value as locks send it: its JSON Schema, what it has to be in words, and how it is understood. */
interface Reader<T = unknown> {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly expected: string;
  /** True if a wrong value must not be quoted. */
  readonly isSecret?: true;
  /** Undefined for a value that is none. */
  readonly read: (value: unknown) => T | undefined;
}

/** Some locks write every number as text. */
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value)
    ? Number(value)
    : value;

const within = (value: unknown, min: number, max: number): number | undefined => {
  const number = numeric(value);
  return typeof number === 'number' && number >= min && number <= max ? number : undefined;
};

const number = (minimum: number, maximum: number): Reader<number> => ({
  schema: { type: 'number', minimum, maximum },
  expected: `a number from ${minimum} to ${maximum}`,
  read: (value) => within(value, minimum, maximum),
});

const whole = (minimum: number, maximum: number): Reader<number> => ({
  schema: { type: 'integer', minimum, maximum },
  expected: `a whole number from ${minimum} to ${maximum}`,
  read: (value) => {
    const integer = within(value, minimum, maximum);
    return Number.isInteger(integer) ? integer : undefined;
  },
});

const oneOf = <V extends string | number>(table: Choices<V>): Reader<V> => ({
  schema: { enum: table.map(([value]) => value) },
  expected: `one of ${table.map(([value]) => value).join(', ')}`,
  read: (value) => table.find(([candidate]) => candidate === numeric(value))?.[0],
});

const text = (maxLength: number): Reader<string> => ({
  schema: { type: 'string', minLength: 1, maxLength },
  expected: `text of at most ${maxLength} whole characters, without control characters`,
  read: (value) =>
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= maxLength &&
    !/\p{Cc}/u.test(value) &&
    isStorableText(value)
      ? value
      : undefined,
});

/** What a lock says in words: longer text is cut, not refused. */
export const MAX_TEXT_LENGTH = 200;
const longText = text(MAX_MESSAGE_BYTES);
const shortText: Reader<string> = {
  ...longText,
  read: (value) => {
    const content = longText.read(value);
    return content === undefined ? undefined : truncate(content, MAX_TEXT_LENGTH);
  },
};

/** Some locks send tenths; nobody needs them. */
const percent: Reader<number> = {
  schema: { type: 'number', minimum: 0, maximum: 100 },
  expected: 'a number from 0 to 100',
  read: (value) => {
    const charge = within(value, 0, 100);
    return charge === undefined ? undefined : Math.round(charge);
  },
};

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);
const milliseconds = whole(FIRST, LAST);
const seconds = whole(FIRST / 1000, LAST / 1000);

/** A device's clock may be wrong, but a moment outside 2000 to 2100 is no moment. Some locks count seconds. */
const moment: Reader<number> = {
  schema: milliseconds.schema,
  expected: 'milliseconds (or seconds) since 1970, of a time from 2000 to 2099',
  read: (value) => {
    const inSeconds = seconds.read(value);
    return inSeconds === undefined ? milliseconds.read(value) : inSeconds * 1000;
  },
};

/** Every field of a report; docs/locks.md tells what each means. Widths: lac up to a 5G tracking area (24 bit), cid up to a 5G cell (36 bit). */
const reportReaders = {
  ts: moment,
  report_reson: oneOf(reportType),
  lock_status: oneOf(lockStatus),
  lock_state: oneOf(lockState),
  position_status: oneOf(positionType),
  lat: number(-90, 90),
  lon: number(-180, 180),
  speed: number(0, 1200),
  course: number(0, 360),
  lock_action: oneOf(lockAction),
  police_type: oneOf(alarmKind),
  fault_code: oneOf(faultCode),
  fault_msg: shortText,
  electric: percent,
  voltage: number(0, 100),
  temperature: number(-90, 150),
  mnc: whole(0, 999),
  mcc: whole(0, 999),
  lac: whole(0, 2 ** 24 - 1),
  cid: whole(0, 2 ** 36 - 1),
  icc_card_no: text(32),
  version: text(64),
} satisfies {
  // Of its child locks a lock on this wire says nothing.
  readonly [K in Exclude<keyof LockReport, 'children'>]-?: Reader<Required<LockReport>[K]>;
};

const reportNeeds = ['ts', 'report_reson', 'lock_status'] as const;

/** Some locks echo the id as the number that it looks like. */
const ticketId: Reader<string> = {
  ...text(64),
  read: (value) => text(64).read(Number.isSafeInteger(value) ? String(value) : value),
};

/** Limits of a reply's settings. */
const MAX_REPLY = { settings: 64, arguments: 16, items: 64 } as const;

/** What settings and their arguments are called. */
const areNames = (names: readonly string[], max: number): boolean =>
  names.length <= max && names.every((name) => text(64).read(name) !== undefined);

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  value === '' ||
  text(200).read(value) !== undefined;

const isArguments = (args: unknown): boolean =>
  isRecord(args) &&
  areNames(Object.keys(args), MAX_REPLY.arguments) &&
  Object.values(args).every(
    (value: unknown) =>
      isPlain(value) ||
      (Array.isArray(value) && value.length <= MAX_REPLY.items && value.every(isPlain)),
  );

/** What settings are is known to the declarations of commands: here they only must have that form. */
const settings: Reader<NonNullable<LockReply['values']>> = {
  schema: {
    type: 'object',
    maxProperties: MAX_REPLY.settings,
    additionalProperties: { type: 'object', maxProperties: MAX_REPLY.arguments },
  },
  expected: 'objects of numbers, texts, yes or no, and lists of these, each under a command',
  isSecret: true,
  read: (value) =>
    isRecord(value) &&
    areNames(Object.keys(value), MAX_REPLY.settings) &&
    Object.values(value).every(isArguments)
      ? (value as NonNullable<LockReply['values']>)
      : undefined,
};

const replyReaders = {
  id: ticketId,
  code: whole(-(2 ** 31), 2 ** 31 - 1),
  msg: shortText,
  values: settings,
} satisfies { readonly [K in keyof Required<LockReply>]: Reader<LockReply[K]> };

const replyNeeds = ['id', 'code'] as const;

/** Firmware size limit. */
const MAX_FIRMWARE_BYTES = 2 ** 31 - 1;

const progressReaders = {
  id: ticketId,
  percent,
  offset: whole(0, MAX_FIRMWARE_BYTES),
  want: whole(1, MAX_CHUNK_BYTES),
} satisfies { readonly [K in keyof Required<LockProgress>]: Reader<LockProgress[K]> };

const progressNeeds = ['id'] as const;

type Readers = Readonly<Record<string, Reader>>;

const schemaOf = (title: string, readers: Readers, required: readonly string[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(readers).map(([name, { schema }]) => [name, schema]),
  ),
  required,
});

/** What locks send, as JSON Schema: by the tables that read it. */
export const messageSchemas = {
  report: schemaOf('What a lock reports: seal/v1/{sn}/up/report', reportReaders, reportNeeds),
  ack: schemaOf('What a lock answers to a command: seal/v1/{sn}/up/ack', replyReaders, replyNeeds),
  ota: schemaOf(
    'How far a lock is with an upgrade, and the piece it wants: seal/v1/{sn}/up/ota',
    progressReaders,
    progressNeeds,
  ),
};

/** Reads the fields that are there; null, or a text without a letter, is how some locks say that one is not. */
const parseFields = (fields: Fields, readers: Readers): { values: Fields; faults: string[] } => {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { read, expected, isSecret }] of Object.entries(readers)) {
    const raw = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (raw === undefined || raw === null || raw === '') continue;
    const value = read(raw);
    if (value === undefined) {
      faults.push(`${name}: ${expected}${isSecret ? '' : `, not ${quote(raw)}`}`);
    } else values[name] = value;
  }
  return { values, faults };
};

const MAX_QUOTED = 40;

const quote = (value: unknown): string => {
  const json = JSON.stringify(value);
  return json.length > MAX_QUOTED ? `${truncate(json, MAX_QUOTED)}…` : json;
};

const parseMessage = (
  payload: Uint8Array,
  readers: Readers,
  needs: readonly string[],
): Parsed<Fields> => {
  const fields = parseJsonObject(payload);
  return typeof fields === 'string' ? { error: fields } : parseRequired(fields, readers, needs);
};

const parseRequired = (
  fields: Fields,
  readers: Readers,
  needs: readonly string[],
): Parsed<Fields> => {
  const { values, faults } = parseFields(fields, readers);
  const missing = needs.filter((name) => !(name in values));
  if (missing.length === 0) return { value: values, leftOut: faults };
  const errors = missing.map(
    (name) =>
      faults.find((fault) => fault.startsWith(`${name}:`)) ??
      `${name}: missing; ${readers[name]?.expected}`,
  );
  return { error: errors.join('; ') };
};

/**
 * A lock's report from the bytes of `up/report`. Never throws. A message of at most 4 KiB with a time, a reason and a
 * status is believed; any other field that is out of range is left out.
 */
export const parseReport = (payload: Uint8Array): Parsed<LockReport> =>
  normalizePosition(parseMessage(payload, reportReaders, reportNeeds));

/** A report from fields that came in another way, by the same rules; it may say nothing of the lock's status. */
export const readReportMessage = (fields: Fields): Parsed<LockReport> =>
  normalizePosition(parseRequired(fields, reportReaders, ['ts', 'report_reson']));

const normalizePosition = (parsed: Parsed<Fields>): Parsed<LockReport> => {
  if ('error' in parsed) return parsed;
  const { lat, lon, ...rest } = parsed.value as unknown as LockReport;
  const hasPlace = lat !== undefined && lon !== undefined;
  const isHalf = !hasPlace && (lat !== undefined || lon !== undefined);
  // Receivers without a fix send 0, 0; no cargo is there.
  const place = hasPlace && !(lat === 0 && lon === 0) ? { lat, lon } : {};
  const leftOut = isHalf ? [...parsed.leftOut, 'lat and lon: both or none'] : parsed.leftOut;
  return { value: { ...rest, ...place }, leftOut };
};

/**
 * A lock's answer from the bytes of `up/ack`, of at most 4 KiB with an id and a 32-bit code; its text is cut at 200
 * characters. Never throws.
 */
export const parseReply = (payload: Uint8Array): Parsed<LockReply> =>
  parseMessage(payload, replyReaders, replyNeeds) as Parsed<LockReply>;

/** How far a lock is with an upgrade, from the bytes of `up/ota`. Never throws. */
export const parseProgress = (payload: Uint8Array): Parsed<LockProgress> =>
  parseMessage(payload, progressReaders, progressNeeds) as Parsed<LockProgress>;

/**
 * Whether the lock of `up/status` is online: the word is `online` or `offline`. Behind it may stand, after a space, when
 * the connection was made that it is about.
 */
export const parsePresence = (
  payload: Uint8Array,
): Parsed<boolean> & { readonly since?: number } => {
  const line = payload.length <= 32 ? Buffer.from(payload).toString('latin1') : '';
  const [, state, time] = /^(online|offline)(?: (\d+))?$/.exec(line) ?? [];
  if (state === undefined) return { error: 'the message is neither online nor offline' };
  const since = moment.read(Number(time));
  const isWrong = time !== undefined && since === undefined;
  const leftOut = isWrong ? [`the time of the connection: ${moment.expected}, not ${time}`] : [];
  return { value: state === 'online', leftOut, since };
};

/** A lock came to the broker or went from it, by the broker's own word. */
interface ClientEvent {
  readonly sn: string;
  readonly isThere: boolean;
  /** When the connection was made that it is about, where the broker says so, ms since 1970. */
  readonly since?: number;
  readonly address?: string;
  /** Why it went, in the broker's word. */
  readonly reason?: string;
}

/** The old connection of a lock that has a new one. */
const REPLACED_REASONS = ['takenover', 'takeovered', 'discarded'];

/**
 * EMQX's events of clients, `$SYS/brokers/{node}/clients/{clientid}/connected|disconnected`; undefined for what is none, and
 * for a connection that another took the place of. Source: EMQX documentation, "System topics", client events; versions 4
 * and 5 differ in seconds and milliseconds.
 */
export const parseClientEvent = (topic: string, payload: Uint8Array): ClientEvent | undefined => {
  const [, sn = '', event] =
    /^\$SYS\/brokers\/[^/]+\/clients\/([^/]+)\/(connected|disconnected)$/.exec(topic) ?? [];
  if (event === undefined || !isSafeSn(sn)) return undefined;
  const fields = parseJsonObject(payload);
  if (typeof fields === 'string') return undefined;
  const reason = text(64).read(fields.reason);
  if (reason !== undefined && REPLACED_REASONS.includes(reason)) return undefined;
  const since = moment.read(fields.connected_at);
  const address = text(64).read(fields.ipaddress);
  return { sn, isThere: event === 'connected', since, address, reason };
};

/** What `up/status` carries. */
export const presencePayload = (online: boolean): string => (online ? 'online' : 'offline');
