import type { LockReport } from '../../../domain/lock';
import { readNumber } from './commandSteps';
import { detectDialect } from './dialects';
import { decodeJt705a, decodeJt705aLock, JT705A_ALARMS } from './jt705a';
import { type LockKnowledge, newAlarms } from './knowledge';
import {
  type AlarmBits,
  decodeLocation,
  hasBit,
  type Location,
  type LockFields,
  positionFields,
  type ReportTime,
  reportTime,
  type Tlv,
  tlvOf,
} from './location';

/** A record, with its offset in the body. */
export interface RecordSlice {
  readonly begin: number;
  readonly body: Buffer;
}

/** TLVs that the log masks: one-time password, IMSI, ICCID, business data with names and licence plates. */
const HIDDEN_VALUES: readonly number[] = [0x36, 0x67, 0x6c, 0x71, 0x78, 0xcc, 0xeb];

/** A record, decoded in its dialect. */
interface Reading {
  readonly location: Location;
  readonly lockFields: LockFields;
  readonly alarms: AlarmBits;
}

/** Returns undefined if the record is too short. */
export type DecodeRecord = (
  body: Buffer,
  id: string,
  knowledge: LockKnowledge,
) => Reading | undefined;

/** Decodes in the dialect that the location reveals, and remembers the dialect. */
export const decodeStandardRecord: DecodeRecord = (body, id, knowledge) => {
  const location = decodeLocation(body);
  if (location === undefined) return undefined;
  const dialect = detectDialect(location, knowledge.dialect);
  if (dialect !== knowledge.dialect && !knowledge.clock.isProven)
    knowledge.clock.zone = dialect.zone;
  knowledge.dialect = dialect;
  return { location, lockFields: dialect.read(location, id), alarms: dialect.alarms };
};

/** Decodes a report of a JT705A, whose clock is UTC by definition. */
export const decode705aRecord: DecodeRecord = (body, _, knowledge) => {
  const location = decodeJt705a(body);
  if (location === undefined) return undefined;
  knowledge.clock.zone = 0;
  knowledge.clock.isProven = true;
  return { location, lockFields: decodeJt705aLock(body, location), alarms: JT705A_ALARMS };
};

interface RecordContext {
  readonly id: string;
  readonly knowledge: LockKnowledge;
  /** True if the lock sent the records when it made them. */
  readonly isLive: boolean;
  readonly now: number;
}

/** Decodes the records of one message, in their order. */
export const decodeRecords = (
  slices: readonly RecordSlice[],
  read: DecodeRecord,
  context: RecordContext,
) => {
  const { id, knowledge, now } = context;
  const reports: LockReport[] = [];
  /** Actions of the motor, which end commands. Resent records have none. */
  const motorResults: { motorResult: LockFields['motorResult']; ts: number }[] = [];
  const contents: unknown[] = [];
  /** Ranges of the body that the log masks. */
  const hidden: [number, number][] = [];
  /** Reasons for omitted records. */
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
    const { ts, warning }: ReportTime =
      clock === undefined
        ? { ts: Number.NaN }
        : reportTime(clock, knowledge.clock, now, context.isLive);
    if (warning !== undefined) warnings.push(warning);
    const report = reportOf(reading, context, ts);
    knowledge.recent.set(key, report);
    reports.push(report);
    if (lockFields.motorResult) motorResults.push({ motorResult: lockFields.motorResult, ts });
  }
  return {
    /** Oldest first. */
    reports: reports.sort((a, b) => a.ts - b.ts || 0),
    motorResults,
    contents,
    hidden,
    rejections,
    warnings,
  };
};

/** TLV 0B of JT705A and JT709: from seven bytes on it has a password of six characters after the event. */
const LOCK_EVENT = 0x0b;
const PASSWORD_EVENT = 7;

const secretsOf = (tlvs: readonly Tlv[], begin: number): [number, number][] =>
  tlvs.flatMap(({ id, at, value }) => {
    const from = begin + at;
    if (id === LOCK_EVENT && value.length >= PASSWORD_EVENT)
      return [[from + 1, from + PASSWORD_EVENT]];
    return HIDDEN_VALUES.includes(id) ? [[from, from + value.length]] : [];
  });

/** Splits records with a length in front. Omits one that is cut off. */
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

/** Lock states that alarms imply: opened, dismantled. */
const STATES: Readonly<Record<number, LockReport['lock_state']>> = { 1008: 4, 1010: 3 };

const reportOf = (
  { location, lockFields, alarms }: Reading,
  { knowledge, isLive }: RecordContext,
  ts: number,
): LockReport => {
  const { positionSource, motorResult: _, content: __, ...fields } = lockFields;
  // An alarm bit stays set while the condition lasts: only its first live report raises the alarm.
  const news = isLive ? newAlarms(knowledge, location) : 0;
  const [, alarm = {}] = alarms.find(([bit]) => hasBit(news, bit)) ?? [];
  const report = {
    ...alarm,
    ...fields,
    ts,
    report_reson: isLive ? (fields.report_reson ?? 0) : 2,
  };
  const lock_state = report.lock_state ?? STATES[report.police_type ?? 0];
  return {
    ...report,
    ...(lock_state === undefined ? {} : { lock_state }),
    ...positionFields(location, positionSource),
  } as const;
};

const hex = (value: number): string => value.toString(16).padStart(8, '0');

const contentOf = (location: Location, { content }: LockFields) => {
  const { alarm, status, at, hasFix, altitude, speed, course, clock, tlvs } = location;
  const number = (id: number): number | undefined => readNumber(tlvOf(tlvs, id));
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
