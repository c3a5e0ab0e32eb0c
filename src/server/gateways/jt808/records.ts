import { isPlausibleTime, type LockReport } from '../../../domain/lock';
import { type Dialect, detectDialect } from './dialects';
import { decodeJt705a, decodeJt705aLock, JT705A_ALARMS } from './jt705a';
import {
  type AlarmBits,
  decodeLocation,
  hasBit,
  type Location,
  type LockClock,
  type LockFields,
  positionFields,
  reportTime,
  type Tlv,
  tlvOf,
} from './location';

/** What was of use last, by text. It takes no room before it is needed: there is one for each connection and lock. */
export interface LruMap<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** @param max how many are kept */
export const createLruMap = <T>(max: number): LruMap<T> => {
  const entries = new Map<string, T>();
  const set = (key: string, value: T): void => {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.size > max ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
};

/** What is known of a lock whatever connection it comes by. */
export interface LockKnowledge {
  dialect: Dialect | undefined;
  readonly clock: LockClock;
  /** The alarm bits of its last report. */
  alarm: number;
  /**
   * Its last reports by what they were made from: one that is sent again says the same, whatever was learned meanwhile,
   * and begins and ends nothing.
   */
  readonly recent: LruMap<LockReport>;
}

export type KnowledgeStore = LruMap<LockKnowledge>;

/** Ids are compared without the zeros that fill them up. */
export const bareId = (id: string): string => id.replace(/^0+(?=.)/, '');

const RECENT = 6;

export const knowledgeOf = (memory: KnowledgeStore, id: string): LockKnowledge => {
  const key = bareId(id);
  const existing = memory.get(key);
  if (existing) return existing;
  const knowledge: LockKnowledge = {
    dialect: undefined,
    clock: { zone: 480, isProven: false },
    alarm: 0,
    recent: createLruMap(RECENT),
  };
  memory.set(key, knowledge);
  return knowledge;
};

/** A record of a message, with where it begins in the body. */
export interface RecordSlice {
  readonly begin: number;
  readonly body: Buffer;
}

/** Values that no log shows: dynamic password, IMSI, ICCID, business data with names and plates. */
const HIDDEN_VALUES: readonly number[] = [0x36, 0x67, 0x6c, 0x71, 0x78, 0xcc, 0xeb];

/** A record read in its dialect. */
interface Reading {
  readonly location: Location;
  readonly lockFields: LockFields;
  readonly alarms: AlarmBits;
}

/** Undefined for bytes that are no record. */
export type DecodeRecord = (
  body: Buffer,
  id: string,
  knowledge: LockKnowledge,
) => Reading | undefined;

/** Reads the lock in the dialect that the location shows, which is its lock's from then on. */
export const decodeStandardRecord: DecodeRecord = (body, id, knowledge) => {
  const location = decodeLocation(body);
  if (location === undefined) return undefined;
  const dialect = detectDialect(location, knowledge.dialect);
  if (dialect !== knowledge.dialect && !knowledge.clock.isProven)
    knowledge.clock.zone = dialect.zone;
  knowledge.dialect = dialect;
  return { location, lockFields: dialect.read(location, id), alarms: dialect.alarms };
};

/** A report of JT705A: in UTC by definition. */
export const decode705aRecord: DecodeRecord = (body, _, knowledge) => {
  const location = decodeJt705a(body);
  if (location === undefined) return undefined;
  knowledge.clock.zone = 0;
  knowledge.clock.isProven = true;
  return { location, lockFields: decodeJt705aLock(body, location), alarms: JT705A_ALARMS };
};

/** What the records of a message say. */
export interface DecodedRecords {
  /** Oldest first. */
  readonly reports: readonly LockReport[];
  /** Commands that its reports end; none by a report that was heard before. */
  readonly motorResults: readonly {
    readonly motorResult: LockFields['motorResult'];
    readonly ts: number;
  }[];
  /** For the message log. */
  readonly contents: readonly unknown[];
  /** Parts of the body that no log shows. */
  readonly hidden: readonly (readonly [begin: number, end: number])[];
  /** Why records were left out. */
  readonly rejections: readonly string[];
  readonly warnings: readonly string[];
}

interface RecordContext {
  readonly id: string;
  readonly knowledge: LockKnowledge;
  /** Whether they were sent when they were made. */
  readonly isFresh: boolean;
  readonly now: number;
}

/** Understands the records of one message, in the order they stand. */
export const decodeRecords = (
  slices: readonly RecordSlice[],
  read: DecodeRecord,
  context: RecordContext,
): DecodedRecords => {
  const { id, knowledge, now } = context;
  const reports: LockReport[] = [];
  const motorResults: { motorResult: LockFields['motorResult']; ts: number }[] = [];
  const contents: unknown[] = [];
  const hidden: [number, number][] = [];
  const rejections: string[] = [];
  const warnings: string[] = [];
  for (const { begin, body } of slices) {
    const reading = read(body, id, knowledge);
    if (reading === undefined) {
      rejections.push('a location that is too short');
      continue;
    }
    const { location, lockFields } = reading;
    const { tlvs, tail, clock } = location;
    contents.push(contentOf(location, lockFields));
    hidden.push(...secretsOf(tlvs, begin));
    if (tail.length > 0) {
      hidden.push([begin + body.length - tail.length, begin + body.length]);
      warnings.push('the end of a report is missing');
    }
    const key = body.toString('latin1');
    const resent = knowledge.recent.get(key);
    if (resent) {
      reports.push(resent);
      continue;
    }
    if (clock === undefined) {
      rejections.push('its clock shows no time');
      continue;
    }
    const { ts, warning } = reportTime(clock, knowledge.clock, now, context.isFresh);
    if (warning !== undefined && isPlausibleTime(ts, now)) warnings.push(warning);
    const report = reportOf(reading, context, ts);
    knowledge.recent.set(key, report);
    reports.push(report);
    if (lockFields.motorResult) motorResults.push({ motorResult: lockFields.motorResult, ts });
  }
  // One record with a time that is none must not cost the others; alone it is refused by whoever stores it.
  const plausible = reports.filter(({ ts }) => isPlausibleTime(ts, now));
  const trusted = plausible.length > 0 ? plausible : reports;
  return {
    reports: trusted.sort((a, b) => a.ts - b.ts),
    motorResults,
    contents,
    hidden,
    rejections,
    warnings,
  };
};

/** Password or card, where it is one of six characters behind the kind; JT705A and JT709. */
const LOCK_EVENT = 0x0b;
const PASSWORD_EVENT = 7;

const secretsOf = (tlvs: readonly Tlv[], begin: number): [number, number][] =>
  tlvs.flatMap(({ id, at, value }) => {
    const from = begin + at;
    if (id === LOCK_EVENT && value.length >= PASSWORD_EVENT)
      return [[from + 1, from + PASSWORD_EVENT]];
    return HIDDEN_VALUES.includes(id) ? [[from, from + value.length]] : [];
  });

/** Records with their length in front; one that is cut off is none. */
export const sliceRecords = (body: Buffer, from: number, lengthBytes: 1 | 2): RecordSlice[] => {
  const slices: RecordSlice[] = [];
  let at = from;
  while (at + lengthBytes <= body.length) {
    const begin = at + lengthBytes;
    const end = begin + body.readUIntBE(at, lengthBytes);
    if (end > body.length || end === begin) break;
    slices.push({ begin, body: body.subarray(begin, end) });
    at = end;
  }
  return slices;
};

/** What an alarm says of the lock itself: opened, taken apart. */
const STATES: Readonly<Record<number, LockReport['lock_state']>> = { 1008: 4, 1010: 3 };

const reportOf = (
  { location, lockFields, alarms }: Reading,
  { knowledge, isFresh }: RecordContext,
  ts: number,
): LockReport => {
  const { positionSource, motorResult: _, content: __, ...fields } = lockFields;
  // An alarm bit stays set as long as what it tells of: it is news once, and none out of a store.
  const news = isFresh ? location.alarm & ~knowledge.alarm : 0;
  const [, alarm = {}] = alarms.find(([bit]) => hasBit(news, bit)) ?? [];
  if (isFresh) knowledge.alarm = location.alarm;
  const report = {
    ...alarm,
    ...fields,
    ts,
    report_reson: isFresh ? (fields.report_reson ?? 0) : 2,
  };
  const lock_state = report.lock_state ?? STATES[report.police_type ?? 0];
  return {
    ...report,
    ...(lock_state === undefined ? {} : { lock_state }),
    ...positionFields(location, positionSource),
  } as const;
};

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** A location for the message log. */
const contentOf = (location: Location, { content }: LockFields) => {
  const { alarm, status, at, hasFix, altitude, speed, course, clock, tlvs } = location;
  const number = (id: number): number | undefined => {
    const value = tlvOf(tlvs, id);
    return value && value.length > 0 && value.length <= 4
      ? value.readUIntBE(0, value.length)
      : undefined;
  };
  const mileage = number(0x01);
  return {
    alarm: hex(alarm),
    status: hex(status),
    hasFix,
    ...at,
    altitude,
    speed,
    course,
    clock: clock === undefined ? undefined : new Date(clock).toISOString().slice(0, 19),
    mileage: mileage === undefined ? undefined : mileage / 10,
    signal: number(0x30),
    satellites: number(0x31),
    values: tlvs.map(({ id }) => id.toString(16).padStart(2, '0')).join(' '),
    ...content,
  };
};
