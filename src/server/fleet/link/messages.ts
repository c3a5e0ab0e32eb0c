import { alarmKind, faultCode } from '../../../domain/alarm';
import { CONNECTION_END, type ContactReason } from '../../../domain/connection';
import type { Choices } from '../../../domain/label';
import {
  bySensor,
  type LockProgress,
  type LockReply,
  type LockReport,
  lockAction,
  lockState,
  lockStatus,
  MAX_CHUNK_BYTES,
  positionType,
  reportType,
  SENSORS,
  serialNumber,
} from '../../../domain/lock';
import { ownValue } from '../../../domain/ownValue';
import { truncate } from '../../../domain/text';
import { MAX_SPEED_KMH } from '../../../domain/track/leaps';
import { isRecord } from '../../../protocol';
import { isStorableText } from '../../db/sql/storableText';

const ROOT = 'seal/v1';

const CHANNELS = {
  up: ['report', 'status', 'event', 'ack', 'ota'],
  down: ['cmd', 'ota', 'error'],
} as const;

type UpChannel = (typeof CHANNELS)['up'][number];
type DownChannel = (typeof CHANNELS)['down'][number];

const everyLocks = (channel: UpChannel): string => `${ROOT}/+/up/${channel}`;

export const presenceFilter: string = everyLocks('status');

/**
 * Shared subscription to presence. One server of a group gets each message and records it, although all servers
 * receive it through `presenceFilter`.
 */
export const retainedPresenceFilter = (group: string): string =>
  `$share/${group}/${presenceFilter}`;

/** Topic of a group of servers, or of one of them, which is no topic of a lock. */
export const groupTopic = (group: string, server?: string): string =>
  [ROOT, '$servers', group, ...(server === undefined ? [] : [server])].join('/');

const CLIENT_EVENTS = ['connected', 'disconnected'] as const;

/**
 * Topics on which EMQX announces connections and disconnections; other brokers do not. One server of a group gets
 * each event.
 */
export const clientEventFilters = (sharedGroup?: string): string[] =>
  CLIENT_EVENTS.map((event) => {
    const filter = `$SYS/brokers/+/clients/+/${event}`;
    return sharedGroup === undefined ? filter : `$share/${sharedGroup}/${filter}`;
  });

/**
 * Subscriptions of a server to the messages of all locks. With a group, several servers share reports and replies.
 * Presence is not shared: a shared subscription gets no retained messages, and every server needs the presence of all
 * locks.
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

/** True for a valid serial number, which is then safe in a topic and as a client id. */
export const isSafeSn = (sn: string): boolean =>
  sn.length <= serialNumber.max && serialNumber.pattern.test(sn);

const lockTopic = (sn: string, rest: string): string => {
  if (!isSafeSn(sn)) throw new RangeError(`Not a serial number: ${JSON.stringify(sn)}`);
  return `${ROOT}/${sn}/${rest}`;
};

/** Returns a topic that a lock publishes to. @throws RangeError if the serial number is not safe */
export const upTopic = (sn: string, channel: UpChannel): string => lockTopic(sn, `up/${channel}`);

/** Returns a topic that a lock subscribes to. @throws RangeError if the serial number is not safe */
export const downTopic = (sn: string, channel: DownChannel): string =>
  lockTopic(sn, `down/${channel}`);

/** Returns the prefix of the topics that a lock may publish to. @throws RangeError if the serial number is not safe */
export const upPrefix = (sn: string): string => lockTopic(sn, 'up/');

/** Returns the prefix of the topics that a lock may read. @throws RangeError if the serial number is not safe */
export const downPrefix = (sn: string): string => lockTopic(sn, 'down/');

/** Filters that a lock may subscribe to, below its prefix. Arbitrary ones could fill the broker's memory. */
const SUBSCRIBABLE = ['#', '+', ...CHANNELS.down.flatMap((channel) => [channel, `${channel}/#`])];

/** True if a lock may subscribe to a filter. */
export const isOwnFilter = (sn: string, filter: string): boolean =>
  SUBSCRIBABLE.some((rest) => filter === downPrefix(sn) + rest);

/** Parses a topic below a lock's `up/`, of which `path` need not exist; undefined for other topics. */
export const parseUpTopic = (topic: string) => {
  const [seal, version, sn = '', direction, ...path] = topic.split('/');
  const isOfLock = `${seal}/${version}` === ROOT && direction === 'up' && isSafeSn(sn);
  return isOfLock ? { sn, path: path.join('/') } : undefined;
};

/** Size limit of a message from or to a lock. */
export const MAX_MESSAGE_BYTES = 4096;

/**
 * Parsed message, with descriptions of the fields that were left out; or the error for which it is rejected. Both are
 * written for developers of lock firmware.
 */
export type Parsed<T> = ValidMessage<T> | { readonly error: string };

export interface ValidMessage<T> {
  readonly value: T;
  readonly leftOut: readonly string[];
}

type JsonObject = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseJsonObject = (payload: Uint8Array): JsonObject | string => {
  if (payload.length === 0) return 'the message is empty';
  if (payload.length > MAX_MESSAGE_BYTES) return `the message is over ${MAX_MESSAGE_BYTES} bytes`;
  try {
    const value: unknown = JSON.parse(utf8.decode(payload));
    return isRecord(value) ? value : 'the message is no JSON object';
  } catch {
    return 'the message is no JSON in UTF-8';
  }
};

/** Parser of a field: its JSON Schema, its description for error messages, and the function that reads it. */
interface FieldReader<T = unknown> {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly expected: string;
  /** True if a wrong value must not be quoted. */
  readonly isSecret?: true;
  /** Returns undefined for an invalid value. */
  readonly read: (value: unknown) => T | undefined;
}

/** Converts numeric text, because some locks send every number as text. */
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value)
    ? Number(value)
    : value;

const within = (value: unknown, min: number, max: number): number | undefined => {
  const number = numeric(value);
  return typeof number === 'number' && number >= min && number <= max ? number : undefined;
};

const number = (minimum: number, maximum: number): FieldReader<number> => ({
  schema: { type: 'number', minimum, maximum },
  expected: `a number from ${minimum} to ${maximum}`,
  read: (value) => within(value, minimum, maximum),
});

const whole = (minimum: number, maximum: number): FieldReader<number> => ({
  schema: { type: 'integer', minimum, maximum },
  expected: `a whole number from ${minimum} to ${maximum}`,
  read: (value) => {
    const integer = within(value, minimum, maximum);
    return Number.isInteger(integer) ? integer : undefined;
  },
});

const oneOf = <V extends string | number>(table: Choices<V>): FieldReader<V> => ({
  schema: { enum: table.map(([value]) => value) },
  expected: `one of ${table.map(([value]) => value).join(', ')}`,
  read: (value) => table.find(([candidate]) => candidate === numeric(value))?.[0],
});

const text = (maxLength: number): FieldReader<string> => ({
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

/** Limit of free texts from locks. Longer ones are cut, not refused. */
export const MAX_TEXT_LENGTH = 200;
const longText = text(MAX_MESSAGE_BYTES);
const shortText: FieldReader<string> = {
  ...longText,
  read: (value) => {
    const content = longText.read(value);
    return content === undefined ? undefined : truncate(content, MAX_TEXT_LENGTH);
  },
};

/** Some locks send tenths; they are rounded. */
const percent: FieldReader<number> = {
  schema: { type: 'number', minimum: 0, maximum: 100 },
  expected: 'a number from 0 to 100',
  read: (value) => {
    const charge = within(value, 0, 100);
    return charge === undefined ? undefined : Math.round(charge);
  },
};

/** Smaller times are in seconds. In seconds it is the year 5138, in milliseconds March 1973. */
const MIN_MILLISECONDS = 1e11;

/** Time of a lock's clock, of any year: `judgeClock` decides whether it counts. Some locks send seconds. */
const moment: FieldReader<number> = {
  schema: { type: 'number' },
  expected: 'milliseconds (or seconds) since 1970',
  read: (value) => {
    const time = within(value, -Number.MAX_VALUE, Number.MAX_VALUE);
    if (time === undefined) return undefined;
    return Math.round(Math.abs(time) < MIN_MILLISECONDS ? time * 1000 : time);
  },
};

/**
 * Readers of all report fields, documented in docs/locks.md. Widths: lac holds a 5G tracking area (24 bit), cid a 5G
 * cell (36 bit).
 */
const reportReaders = {
  ts: moment,
  report_reson: oneOf(reportType),
  lock_status: oneOf(lockStatus),
  lock_state: oneOf(lockState),
  position_status: oneOf(positionType),
  lat: number(-90, 90),
  lon: number(-180, 180),
  speed: number(0, MAX_SPEED_KMH),
  course: number(0, 360),
  lock_action: oneOf(lockAction),
  police_type: oneOf(alarmKind),
  fault_code: oneOf(faultCode),
  fault_msg: shortText,
  electric: percent,
  ...bySensor((name) => number(SENSORS[name].min, SENSORS[name].max)),
  mnc: whole(0, 999),
  mcc: whole(0, 999),
  lac: whole(0, 2 ** 24 - 1),
  cid: whole(0, 2 ** 36 - 1),
  icc_card_no: text(32),
  version: text(64),
} satisfies {
  // Locks on this protocol do not report child locks.
  readonly [K in Exclude<keyof LockReport, 'children'>]-?: FieldReader<Required<LockReport>[K]>;
};

/** Some locks return an id that consists of digits as a number. */
const ticketId: FieldReader<string> = {
  ...text(64),
  read: (value) => text(64).read(Number.isSafeInteger(value) ? String(value) : value),
};

const MAX_REPLY = { settings: 64, arguments: 16, items: 64 } as const;

/** True for acceptable names of settings and arguments. */
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

/** Settings of a lock. Only their form is checked here; the declarations of commands define their meaning. */
const settings: FieldReader<NonNullable<LockReply['values']>> = {
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
} satisfies { readonly [K in keyof Required<LockReply>]: FieldReader<LockReply[K]> };

const MAX_FIRMWARE_BYTES = 2 ** 31 - 1;

const progressReaders = {
  id: ticketId,
  percent,
  offset: whole(0, MAX_FIRMWARE_BYTES),
  want: whole(1, MAX_CHUNK_BYTES),
} satisfies { readonly [K in keyof Required<LockProgress>]: FieldReader<LockProgress[K]> };

/** Returns the readers of a message, and the names of the fields that it needs. */
const messageReaders = (
  readers: Readonly<Record<string, FieldReader>>,
  needs: readonly string[],
) => ({ entries: Object.entries(readers), needs });

type MessageReaders = ReturnType<typeof messageReaders>;

// The digest by which a resent report is recognised depends on the order of its fields.
const { lat, lon, ...otherReaders } = reportReaders;
const orderedReaders = { ...otherReaders, lat, lon };
const forReport = messageReaders(orderedReaders, ['ts', 'report_reson', 'lock_status']);
const forForwardedReport = messageReaders(orderedReaders, ['ts', 'report_reson']);
const { lock_status: status, electric, voltage } = reportReaders;
const childEntries = Object.entries({ sn: text(serialNumber.max), status, electric, voltage });
const decodedEntries = forReport.entries.filter(([name]) => name !== 'ts');
const forReply = messageReaders(replyReaders, ['id', 'code']);
const forProgress = messageReaders(progressReaders, ['id']);

const schemaOf = (title: string, { entries, needs: required }: MessageReaders) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  type: 'object',
  properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
  required,
});

/** JSON Schemas of the messages that locks send, built from the readers. */
export const messageSchemas = {
  report: schemaOf('Report of a lock: seal/v1/{sn}/up/report', forReport),
  ack: schemaOf('Reply of a lock to a command: seal/v1/{sn}/up/ack', forReply),
  ota: schemaOf(
    'Progress of an upgrade, and the request for a part of the file: seal/v1/{sn}/up/ota',
    forProgress,
  ),
};

/** Reads the fields that are present. Some locks send null or '' for a missing one. */
const parseFields = (
  fields: JsonObject,
  entries: MessageReaders['entries'],
): { values: JsonObject; faults: string[] } => {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { read, expected, isSecret }] of entries) {
    const raw = ownValue(fields, name);
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

const parseMessage = (payload: Uint8Array, message: MessageReaders): Parsed<JsonObject> => {
  const fields = parseJsonObject(payload);
  return typeof fields === 'string' ? { error: fields } : parseRequired(fields, message);
};

const parseRequired = (
  fields: JsonObject,
  { entries, needs }: MessageReaders,
): Parsed<JsonObject> => {
  const { values, faults } = parseFields(fields, entries);
  const missing = needs.filter((name) => !(name in values));
  if (missing.length === 0) return { value: values, leftOut: faults };
  const errors = missing.map(
    (name) =>
      faults.find((fault) => fault.startsWith(`${name}:`)) ??
      `${name}: missing; ${entries.find(([each]) => each === name)?.[1].expected}`,
  );
  return { error: errors.join('; ') };
};

/**
 * Parses the payload of `up/report`. Never throws. A message of at most 4 KiB with a time, a reason and a status is
 * accepted; any other field that is out of range is left out.
 */
export const parseReport = (payload: Uint8Array): Parsed<LockReport> =>
  normalizePosition(parseMessage(payload, forReport));

/** Parses a report that arrived in another way, by the same rules. Its status may be missing. */
export const readReportMessage = (fields: JsonObject): Parsed<LockReport> =>
  normalizePosition(parseRequired(fields, forForwardedReport));

/**
 * Leaves out the values of a decoded report that parsing would leave out. The others stay in their order, on which the
 * digest depends.
 */
export const checkValues = (report: LockReport): ValidMessage<LockReport> => {
  const { ts, children, ...fields } = report;
  const own = parseFields(fields, decodedEntries);
  const childLocks = children?.map((child) => parseFields({ ...child }, childEntries));
  const values: JsonObject = {
    ...own.values,
    ts,
    ...(childLocks && { children: childLocks.map((child) => child.values) }),
  };
  const names = Object.keys(report).filter((name) => name in values);
  const value = Object.fromEntries(names.map((name) => [name, values[name]]));
  return normalizeValid({
    value,
    leftOut: [own, ...(childLocks ?? [])].flatMap(({ faults }) => faults),
  });
};

const normalizePosition = (parsed: Parsed<JsonObject>): Parsed<LockReport> =>
  'error' in parsed ? parsed : normalizeValid(parsed);

const normalizeValid = (parsed: ValidMessage<JsonObject>): ValidMessage<LockReport> => {
  const { leftOut } = parsed;
  const report = parsed.value as unknown as LockReport;
  const { lat, lon, ...rest } = report;
  const isHalf = (lat === undefined) !== (lon === undefined);
  if (isHalf) return { value: rest, leftOut: [...leftOut, 'lat and lon: both or none'] };
  // Receivers without a fix send 0, 0, where no lock can be.
  return { value: lat === 0 && lon === 0 ? rest : report, leftOut };
};

/**
 * Parses the payload of `up/ack`: at most 4 KiB, with an id and a 32-bit code; its text is cut at 200 characters.
 * Never throws.
 */
export const parseReply = (payload: Uint8Array): Parsed<LockReply> =>
  parseMessage(payload, forReply) as Parsed<LockReply>;

/** Parses the payload of `up/ota`, the progress of an upgrade. Never throws. */
export const parseProgress = (payload: Uint8Array): Parsed<LockProgress> =>
  parseMessage(payload, forProgress) as Parsed<LockProgress>;

/**
 * Parses the payload of `up/status`: `online` or `offline`, optionally followed by a space and the time at which the
 * connection was made.
 */
export const parsePresence = (
  payload: Uint8Array,
): Parsed<boolean> & { readonly since?: number } => {
  const line = payload.length <= 32 ? Buffer.from(payload).toString('latin1') : '';
  const [, state, time] = /^(online|offline)(?: (\d+))?$/.exec(line) ?? [];
  if (state === undefined) return { error: 'the message is neither online nor offline' };
  const since = moment.read(Number(time));
  return { value: state === 'online', leftOut: [], since };
};

/** Reasons for closing the old connection of a lock that has reconnected. */
const REPLACED_REASONS = ['takenover', 'takeovered', 'discarded'];

/** Reasons by which EMQX tells how a connection ended. Source: EMQX documentation, "client.disconnected". */
const ENDED_BY: ReadonlyMap<string | undefined, ContactReason> = new Map([
  ['normal', CONNECTION_END.byLock],
  ['keepalive_timeout', CONNECTION_END.lost],
  ['tcp_closed', CONNECTION_END.lost],
  ['closed', CONNECTION_END.lost],
  ['kicked', CONNECTION_END.byServer],
]);

/**
 * Parses EMQX's client events, `$SYS/brokers/{node}/clients/{clientid}/connected|disconnected`; undefined for other
 * topics, and for a connection that was replaced. Source: EMQX documentation, "System topics", client events. Version
 * 4 sends seconds, version 5 milliseconds.
 * @returns start of the connection, if the broker sends it, epoch ms; the broker's reason for a disconnection, as its
 *   text and as ours
 */
export const parseClientEvent = (topic: string, payload: Uint8Array) => {
  const [, sn = '', event] =
    /^\$SYS\/brokers\/[^/]+\/clients\/([^/]+)\/(connected|disconnected)$/.exec(topic) ?? [];
  if (event === undefined || !isSafeSn(sn)) return undefined;
  const fields = parseJsonObject(payload);
  if (typeof fields === 'string') return undefined;
  const reason = text(64).read(fields.reason);
  if (reason !== undefined && REPLACED_REASONS.includes(reason)) return undefined;
  const since = moment.read(fields.connected_at);
  const address = text(64).read(fields.ipaddress);
  return {
    sn,
    isThere: event === 'connected',
    since,
    address,
    detail: reason,
    reason: ENDED_BY.get(reason),
  };
};

export const presencePayload = (online: boolean): string => (online ? 'online' : 'offline');
