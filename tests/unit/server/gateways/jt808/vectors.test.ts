import { describe, expect, it } from 'vitest';
import type { LockReport } from '../../../../../src/domain/lock';
import { createJt808 } from '../../../../../src/server/gateways/jt808';
import {
  readFrame,
  splitFrames,
  unframe,
  writeFrame,
} from '../../../../../src/server/gateways/jt808/frames';
import { bytesOf, type ExpectedLocation, upward, type Vector, vectors } from './vectors';

/** Later than all vectors, so that no time is ahead. */
const NOW = Date.UTC(2026, 6, 1);
const UTC: readonly string[] = ['jt705a', 'jt709'];

const nameOf = ({ family, hex, text, expected }: Vector, i: number): string =>
  `${i} ${family} ${expected.msg ?? expected.kind} ${(hex ?? text ?? '').slice(0, 40)}`;

const named = (which: readonly Vector[]) =>
  which.map((vector, i) => ({ name: nameOf(vector, i), vector }));

const decode = (vector: Vector) => {
  const { frames, rest, skippedBytes } = splitFrames(bytesOf(vector));
  expect({ frames: frames.length, rest: rest.length, skippedBytes }).toEqual({
    frames: 1,
    rest: 0,
    skippedBytes: 0,
  });
  return createJt808({ secret: 'test' })
    .openSession()
    .decode(frames[0] ?? new Uint8Array(), NOW);
};

/** Returns the times that a clock can mean. The dialect determines the zone. */
const timesOf = ({ family }: Vector, time: string): readonly number[] => {
  const utc = Date.parse(`${time}Z`);
  return UTC.includes(family)
    ? [utc]
    : family === 'hhd'
      ? [utc, utc - 28_800_000]
      : [utc - 28_800_000, utc];
};

const checkPlace = (report: LockReport, wanted: ExpectedLocation): void => {
  const { lat = 0, lon = 0, valid } = wanted;
  const isZero = lat === 0 && lon === 0;
  expect(report.position_status === 0).toBe(valid === true && !isZero);
  if (report.position_status !== 0 && report.lat === undefined) return;
  expect(report.lat).toBeCloseTo(lat, 5);
  expect(report.lon).toBeCloseTo(lon, 5);
  const speed = wanted.speed_kmh ?? (wanted.speed_knots ?? 0) * 1.852;
  expect(Math.abs((report.speed ?? 0) - speed)).toBeLessThanOrEqual(0.1);
  expect(report.course).toBe(wanted.course);
};

interface LogRecord {
  readonly [name: string]: unknown;
}

const checkContent = (content: LogRecord, wanted: ExpectedLocation): void => {
  expect(content.clock).toBe(wanted.time_device);
  expect(Number.parseInt(String(content.status), 16)).toBe(
    Number.parseInt(wanted.status_hex ?? '', 16),
  );
  expect(Number.parseInt(String(content.alarm), 16)).toBe(
    Number.parseInt(wanted.alarm_hex ?? '', 16),
  );
  expect(content.values).toBe((wanted.tlv ?? []).map(([id]) => id).join(' '));
  for (const [name, value] of [
    ['altitude', wanted.altitude],
    ['mileage', wanted.mileage_km],
    ['signal', wanted.gsm],
    ['satellites', wanted.satellites],
    ['event', wanted.event_hex?.slice(2)],
    ['operator', wanted.event_text ?? wanted.lock33?.operator],
    ['reason', wanted.lock33?.reason],
    ['woken', wanted.wake_source],
  ] as const)
    if (value !== undefined) expect({ [name]: content[name] }).toEqual({ [name]: value });
  if (wanted.sub_locks)
    expect(content.subLocks).toMatchObject(
      wanted.sub_locks.map(({ lock_id, sealed }) => ({ id: lock_id, isSealed: sealed })),
    );
  if (wanted.locks)
    expect(content.locks).toMatchObject(
      wanted.locks.map(({ lock_id, locked }) => ({ lock: lock_id, isLocked: locked })),
    );
};

const checkLock = (report: LockReport, wanted: ExpectedLocation): void => {
  const { lock33 } = wanted;
  if (lock33) expect(report.lock_status).toBe(lock33.sealed ? 2 : 0);
  for (const [name, value] of [
    ['voltage', lock33?.voltage ?? wanted.voltage ?? wanted.battery_voltage],
    ['electric', wanted.battery ?? undefined],
    ['lock_state', wanted.charging ? 6 : undefined],
    ['mcc', wanted.mcc],
    ['mnc', wanted.mnc],
    ['lac', wanted.lac],
    ['cid', wanted.cell_id],
  ] as const)
    if (value !== undefined) expect({ [name]: report[name] }).toEqual({ [name]: value });
};

describe('the JT/T 808 decoder', () => {
  it.each(named(upward.filter(({ expected }) => expected.kind === 'position')))(
    'decodes the position $name',
    ({ vector }) => {
      const { expected } = vector;
      const decoded = decode(vector);
      expect(decoded).toMatchObject({ id: expected.id, results: [] });
      expect(decoded.rejected).toBeUndefined();
      const [report, ...more] = decoded.reports;
      if (report === undefined) throw new Error('no report');
      expect(more).toEqual([]);
      expect(timesOf(vector, expected.time_device ?? '')).toContain(report.ts);
      expect(report.report_reson === 2).toBe(expected.blind ?? false);
      checkPlace(report, expected);
      checkLock(report, expected);
      const { records } = decoded.content as { records: readonly LogRecord[] };
      checkContent(records[0] ?? {}, expected);
      expect(decoded.acknowledgement !== undefined).toBe(expected.ack_required ?? true);
    },
  );

  it.each(named(upward.filter(({ expected }) => expected.kind === 'batch')))(
    'decodes the batch $name',
    ({ vector }) => {
      const { id, records = [], blind } = vector.expected;
      const decoded = decode(vector);
      expect(decoded).toMatchObject({ id });
      expect(decoded.reports).toHaveLength(records.length);
      expect(decoded.reports.map(({ ts }) => ts)).toEqual(
        decoded.reports.map(({ ts }) => ts).sort(),
      );
      const contents = (decoded.content as { records: readonly LogRecord[] }).records;
      for (const [i, wanted] of records.entries()) {
        checkContent(contents[i] ?? {}, wanted);
        const report = decoded.reports.find(({ ts }) =>
          timesOf(vector, wanted.time_device ?? '').includes(ts),
        );
        expect(report?.report_reson === 2).toBe(blind);
        if (report) checkLock(report, wanted);
      }
    },
  );

  it.each(named(upward.filter(({ expected }) => expected.kind === 'error')))(
    'refuses $name',
    ({ vector }) => {
      expect(decode(vector)).toEqual({
        reports: [],
        results: [],
        rejected: 'the checksum is wrong',
      });
    },
  );

  const handled = ['position', 'batch', 'error'];
  it.each(named(upward.filter(({ expected }) => !handled.includes(expected.kind))))(
    'decodes $name',
    ({ vector }) => {
      const { id, msg, serial, version, kind, body } = vector.expected;
      const decoded = decode(vector);
      expect(decoded).toMatchObject({ id, reports: [], results: [] });
      if (msg === undefined) return;
      const message = readFrame(bytesOf(vector));
      expect(message).toMatchObject({ id, serial, version, code: Number.parseInt(msg, 16) });
      if (body !== undefined) expect(message).toMatchObject({ body: Buffer.from(body, 'hex') });
      // Registrations and codes are answered at once. Answers to the server are not acknowledged; all others are, when
      // they are stored.
      const isAnswered = kind === 'register' || kind === 'auth';
      expect(decoded.reply !== undefined).toBe(isAnswered);
      expect(decoded.acknowledgement !== undefined).toBe(!isAnswered && kind !== 'param_set_reply');
      expect(decoded.close).toBe(kind === 'auth' ? true : undefined);
    },
  );

  it('identifies a JT709 without its voltage (D5), by D4, D6 and DA', () => {
    const recorded = upward.find(({ family }) => family === 'jt709') as Vector;
    const message = readFrame(bytesOf(recorded));
    if (typeof message === 'string') throw new Error(message);
    const voltage = Buffer.from('d50200a0', 'hex');
    const at = message.body.indexOf(voltage);
    const [before, after] = [
      message.body.subarray(0, at),
      message.body.subarray(at + voltage.length),
    ];
    const decodeBody = (body: Buffer) =>
      decode({ ...recorded, hex: writeFrame(message, { ...message, body }).toString('hex') });
    const { voltage: _, ...known } = decode(recorded).reports[0] ?? {};
    // UTC, charging, sealed, in a cell: none of it would be known of a plain terminal.
    expect(known).toMatchObject({ lock_state: 6, lock_status: 2, mcc: 620 });
    const d6 = Buffer.from('d6020007', 'hex');
    for (const values of [d6, Buffer.of()]) {
      const decoded = decodeBody(Buffer.concat([before, values, after]));
      expect(decoded).toMatchObject({ protocol: 3, reports: [known] });
      expect(decoded.reports[0]).not.toHaveProperty('voltage');
    }
  });

  it('identifies the protocol of each message', () => {
    const protocols = (family: string) =>
      new Set(
        upward
          .filter((vector) => vector.family === family && vector.expected.kind === 'position')
          .map((vector) => decode(vector).protocol),
      );
    expect(['hhd', 'huabao', 'jt709', 'jt705a', 'jt808'].map(protocols)).toEqual([
      new Set([2]),
      new Set([3]),
      new Set([3]),
      new Set([3]),
      new Set([3]),
    ]);
  });
});

describe('splitFrames', () => {
  it.each(named(vectors.filter(({ family }) => family === 'stream')))(
    'splits $name',
    ({ vector }) => {
      const { frames: wanted, first_frame } = vector.expected;
      const { frames, rest } = splitFrames(bytesOf(vector));
      expect(rest).toHaveLength(0);
      if (wanted) expect(frames.map((frame) => Buffer.from(frame).toString('hex'))).toEqual(wanted);
      if (first_frame)
        expect(`7e${unframe(frames[0] ?? new Uint8Array()).toString('hex')}7e`).toBe(first_frame);
    },
  );
});

describe('frames to locks', () => {
  it.each(named(vectors.filter(({ family }) => family === 'jt808-command')))(
    'match $name',
    ({ vector }) => {
      const { msg = '', body = '' } = vector.expected;
      const id = vector.hex?.slice(10, 22) ?? '';
      const frame = writeFrame(
        { id, version: undefined },
        { code: Number.parseInt(msg, 16), serial: 0, body: Buffer.from(body, 'hex') },
      );
      expect(frame.toString('hex')).toBe(vector.hex);
    },
  );
});
