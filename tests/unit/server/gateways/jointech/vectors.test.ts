import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseReport } from '../../../../../src/server/fleet/link';
import { jointech } from '../../../../../src/server/gateways/jointech';
import { formatText } from '../../../../../src/server/gateways/jointech/commandSteps';
import { parseText } from '../../../../../src/server/gateways/jointech/textFrames';

interface Vector {
  readonly family: 'jt701' | 'jt600' | 'stream' | 'jt701-command';
  readonly source: string;
  readonly hex?: string;
  readonly text?: string;
  readonly command?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly expected: Readonly<Record<string, unknown>>;
}

const vectors: Vector[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8'),
);
const bytesOf = ({ hex, text }: Vector): Buffer =>
  hex === undefined ? Buffer.from(text ?? '', 'latin1') : Buffer.from(hex, 'hex');
const NOW = Date.UTC(2026, 0, 1);

/** Decodes the only frame of a vector in a new session. */
const decode = (vector: Vector) => {
  const { frames, rest, skippedBytes } = jointech.splitFrames(bytesOf(vector));
  expect([frames.length, rest.length, skippedBytes]).toEqual([1, 0, 0]);
  const decoded = jointech.openSession().decode(frames[0] ?? new Uint8Array(), NOW);
  const content = (decoded.content ?? {}) as Record<string, unknown>;
  const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('latin1');
  return {
    ...decoded,
    content,
    acknowledge: text(decoded.acknowledgement),
    answer: text(decoded.reply),
  };
};

const named = (vector: Vector): [string, Vector] => [
  `${vector.source}: ${(vector.text ?? vector.hex ?? '').slice(0, 60)}`,
  vector,
];
const of = (kind: string, family?: string) =>
  vectors
    .filter(
      (vector) =>
        vector.expected.kind === kind && (family === undefined || vector.family === family),
    )
    .map(named);
const at = (iso: unknown): number => Date.parse(String(iso));

/** Alarm bits that the study names differently. */
const ALARMS: Readonly<Record<string, string>> = {
  back_cover_open: 'coverOpened',
  vibration: 'vibration',
};

describe('a binary record', () => {
  it.each(of('position', 'jt701'))('is decoded: %s', (_, vector) => {
    const { expected } = vector;
    const { id, content, reports, rejected, acknowledge } = decode(vector);
    expect(rejected).toBeUndefined();
    expect(id).toBe(expected.id);
    const [report] = reports;
    expect(report?.ts).toBe(at(expected.time));
    expect(content).toMatchObject({
      version: expected.protocol_version,
      dataType: expected.data_type,
      valid: expected.valid,
      course: expected.course,
      mileage: expected.mileage_km,
      satellites: expected.satellites,
      status: expected.status_hex,
      ropeIn: expected.rope_inserted,
      motorLocked: expected.motor_locked,
      battery: expected.charging ? 'charging' : expected.battery,
      gsm: expected.gsm,
      serial: expected.serial,
      alarms: (expected.alarms as string[]).map((name) => ALARMS[name]),
      knots: expected.speed_knots,
    });
    expect(content.lat).toBeCloseTo(Number(expected.lat), 5);
    expect(content.lon).toBeCloseTo(Number(expected.lon), 5);
    if (expected.wake !== undefined) {
      expect(String(content.wake).toLowerCase()).toBe(String(expected.wake).replace('_', ' '));
    }
    expect(report?.lock_status).toBe(expected.lock_status);
    expect(report?.report_reson === 2).toBe(expected.data_type === 3);
    if (report?.position_status === 0) {
      expect(report.lat).toBeCloseTo(Number(expected.lat), 5);
      expect(report.lon).toBeCloseTo(Number(expected.lon), 5);
      expect(report.speed).toBeCloseTo(Number(expected.speed_kmh), 1);
    }
    expect(report?.position_status === 0).toBe(expected.valid);
    expect(report?.position_status === 3).toBe(expected.lbs);
    if (report?.mcc !== undefined) {
      expect([report.mcc, report.cid]).toEqual([expected.mcc, expected.cell_id]);
    }
    expect(acknowledge ?? null).toBe(expected.ack);
  });
});

describe('a short record', () => {
  it.each(of('positions'))('is decoded: %s', (_, vector) => {
    const { expected } = vector;
    const { id, reports, content, rejected } = decode(vector);
    expect([id, rejected]).toEqual([expected.id, undefined]);
    const records = expected.records as Record<string, number | string | boolean>[];
    expect(reports.map(({ ts }) => ts)).toEqual(records.map(({ time }) => at(time)).sort());
    const decodedRecords = content.records as Record<string, unknown>[];
    records.forEach((record, i) => {
      expect(decodedRecords[i]).toMatchObject({ valid: record.valid, course: record.course });
      expect(decodedRecords[i]?.lat).toBeCloseTo(Number(record.lat), 5);
      expect(decodedRecords[i]?.lon).toBeCloseTo(Number(record.lon), 5);
      if (record.speed_bcd !== null)
        expect(Number(decodedRecords[i]?.speed)).toBe(record.speed_bcd);
      if (record.satellites !== undefined) {
        expect(decodedRecords[i]).toMatchObject({
          satellites: record.satellites,
          percent: record.power_percent,
        });
      }
    });
    expect(content.serial).toBe(expected.serial);
    expect(reports.every(({ lock_status }) => lock_status === undefined)).toBe(true);
  });
});

describe('a position in text', () => {
  it.each(of('position', 'jt600'))('is decoded: %s', (_, vector) => {
    const { expected } = vector;
    const { id, reports, content, acknowledge } = decode(vector);
    expect(id).toBe(expected.id);
    expect(reports[0]?.ts).toBe(at(expected.time));
    expect(content.lat).toBeCloseTo(Number(expected.lat), 5);
    expect(content.lon).toBeCloseTo(Number(expected.lon), 5);
    expect(content).toMatchObject({
      isValid: expected.valid,
      course: expected.course,
      speed: expected.speed_kmh ?? expected.speed,
    });
    expect(content.battery).toBe(expected.battery);
    expect(acknowledge).toBe(expected.ack);
  });
});

describe('a lock event', () => {
  it.each(of('lock_event'))('is decoded: %s', (_, vector) => {
    const { expected } = vector;
    const { id, reports, content, acknowledge } = decode(vector);
    const [report] = reports;
    expect(id).toBe(expected.id);
    expect(report).toMatchObject({
      ts: at(expected.time),
      report_reson: 1,
      lock_action: expected.lock_action,
      lock_status: 0,
      position_status: 0,
      speed: expected.speed_kmh,
      course: expected.course,
    });
    expect(report?.lat).toBeCloseTo(Number(expected.lat), 5);
    expect(report?.lon).toBeCloseTo(Number(expected.lon), 5);
    expect(content).toMatchObject({
      source: expected.source,
      verified: expected.verification,
      card: expected.card,
      passwordRight: expected.password_ok,
      wrongPasswords: expected.wrong_count,
      serial: expected.serial,
    });
    if (expected.mileage_km) expect(content.mileage).toBe(expected.mileage_km);
    if (expected.fence_id) expect(content.fence).toBe(expected.fence_id);
    if (expected.cell) {
      const { mcc, mnc, lac, cid } = report ?? {};
      expect([mcc, mnc, lac, cid].join(':')).toBe(expected.cell);
    }
    expect(acknowledge).toBe(`(P69,0,${expected.serial})`);
  });
});

describe('a relayed sensor or sub-lock', () => {
  it.each(of('sublock'))('is decoded: %s', (_, vector) => {
    const { expected } = vector;
    const { id, reports, content, acknowledge } = decode(vector);
    expect(id).toBe(expected.id);
    expect(reports[0]?.ts).toBe(at(expected.master_time));
    expect(reports[0]?.lock_status).toBeUndefined();
    expect(content).toMatchObject({
      frameSerial: expected.frame_serial,
      valid: expected.valid,
      sensor: expected.sensor_id,
      serial: expected.sensor_serial,
      voltage: expected.voltage,
      battery: expected.battery,
      rssi: expected.rssi,
      type: expected.sensor_type,
    });
    expect(at(content.sensorTime)).toBe(at(expected.sensor_time));
    expect(content.lat).toBeCloseTo(Number(expected.lat), 5);
    expect(content.lon).toBeCloseTo(Number(expected.lon), 5);
    if (expected.temperature !== undefined) {
      expect([content.temperature, content.humidity]).toEqual([
        expected.temperature,
        expected.humidity,
      ]);
      expect(reports[0]?.temperature).toBe(expected.temperature);
    }
    if (expected.cycles !== undefined) expect(content.cycles).toBe(expected.cycles);
    expect(acknowledge).toBe(`(P69,0,${expected.sensor_serial})`);
  });
});

describe('a reply or request in text', () => {
  // One is a sensor of a gateway that reports protocol 23: the study does not decode it, the server does.
  const isRelay = ({ expected }: Vector) => String(expected.args).includes('WLNET');
  const texts = of('reply').filter(([, vector]) => !isRelay(vector));

  it.each(texts)('is decoded: %s', (_, vector) => {
    const { expected } = vector;
    const text = parseText(bytesOf(vector));
    expect(text).toMatchObject({ id: expected.id, word: expected.word, args: expected.args });
    if (expected.frame_serial) expect(Number(text?.frameSerial)).toBe(expected.frame_serial);
    const { id, reports, results, rejected } = decode(vector);
    expect([id, rejected, reports.length]).toEqual([expected.id, undefined, 0]);
    expect(results.filter(({ password }) => password === undefined)).toEqual([]);
  });

  it('belongs to its lock, whatever number precedes the keyword (JT600)', () => {
    const frame = Buffer.from('(6221107674,2,U09,129,2,A,280513113036,E)');
    expect(jointech.openSession().decode(frame, NOW)).toMatchObject({
      id: '6221107674',
      reports: [],
    });
  });

  it('is found after a relay that breaks off on the 28th', () => {
    const relay = bytesOf(vectors.find(({ hex }) => hex?.includes('2c2802250859')) as Vector);
    const answer = Buffer.from('(8054201973,P54,1,0)');
    for (const cut of [34, 40, 50, relay.length - 1]) {
      const { frames } = jointech.splitFrames(Buffer.concat([relay.subarray(0, cut), answer]));
      expect(frames.map((frame) => Buffer.from(frame).toString('latin1')).at(-1)).toBe(
        String(answer),
      );
    }
  });

  it.each(of('heartbeat'))('is decoded as the heartbeat %s', (_, vector) => {
    const { id, content, acknowledge } = decode(vector);
    expect([id, content.kind, acknowledge]).toEqual([vector.expected.id, 'heartbeat', undefined]);
  });

  it.each(of('reply').filter(([, vector]) => isRelay(vector)))(
    'is decoded from the relay %s',
    (_, vector) => {
      expect(decode(vector).reports[0]).toMatchObject({ temperature: 27.5 });
    },
  );
});

describe('a stream', () => {
  it.each(of('frames'))('is split into frames: %s', (_, vector) => {
    const { frames, rest, skippedBytes } = jointech.splitFrames(bytesOf(vector));
    expect(frames.map((frame) => Buffer.from(frame).toString('hex'))).toEqual(
      vector.expected.frames,
    );
    expect([skippedBytes, rest.length]).toEqual([vector.expected.skipped, vector.expected.rest]);
  });
});

describe('a command', () => {
  const encode = (cmd: string, args: object, password?: string) => {
    const command = { id: '1', cmd, args: { ...args }, ts: NOW, exp: NOW + 60_000 };
    const session = jointech.openSession();
    const encoded = session.encode(command, NOW, {
      id: '8130630001',
      ...(password && { password }),
    });
    if (!('bytes' in encoded)) throw new Error(JSON.stringify(encoded));
    return { session, text: Buffer.from(encoded.bytes).toString('latin1') };
  };
  /** Returns the next frame to the lock after its answer. */
  const next = (cmd: string, args: object, answer: string) => {
    const { session } = encode(cmd, args);
    const decoded = session.decode(Buffer.from(answer), NOW);
    return Buffer.from(decoded.reply ?? []).toString('latin1');
  };
  const { params: server } = vectors.find(({ command }) => command === 'set_server') ?? {};

  /**
   * Encoders by command. Those of the catalogue use the session; the others use the words of acknowledgements and
   * questions.
   */
  const encoded: Readonly<Record<string, (params: Record<string, string | number>) => string>> = {
    ic_cards_read: () => encode('readCards', {}).text,
    set_server: ({ host, port, apn, user, password }) =>
      host === server?.host
        ? next('serverAddress', { host, port }, `(8130630001,P06,old.example,1,${apn},,,0)`)
        : next('apn', { apn, user, password }, `(8130630001,P06,${host},${port},old,,,0)`),
    unseal_dynamic: ({ password }) => formatText('P52', 3, password ?? ''),
    set_unlock_channels: () => encode('unsealEnable', { enable: 1 }).text,
    ack_record: ({ serial }) => formatText('P69', 0, serial ?? ''),
    time_answer: ({ utc }) => {
      const decoded = jointech.openSession().decode(Buffer.from('(8130630001,P22,2)'), at(utc));
      return Buffer.from(decoded.reply ?? []).toString('latin1');
    },
    query_password: () => formatText('P44', 1),
    query_version: () => formatText('P01'),
    set_deep_sleep: ({ on, percent }) => formatText('P03', 1, on ?? '', percent ?? ''),
    clear_stored_events: () => encode('clearCache', {}).text,
    ic_cards_clear: () => encode('clearCards', {}).text,
    set_wake_minutes: ({ minutes }) => formatText('P39', 1, minutes ?? ''),
    query_imei: () => formatText('P14'),
    set_password: ({ new_password, old_password }) =>
      encode('unsealPassword', { password: new_password }, String(old_password)).text,
    set_long_unlock_alarm_minutes: ({ minutes }) => formatText('P38', 1, minutes ?? ''),
    unseal: ({ password }) => encode('unseal', {}, String(password)).text,
    factory_reset: () => encode('factoryReset', {}).text,
  };

  it.each(of('command', 'jt701-command'))('is encoded: %s', (_, { command, params, text }) => {
    expect(encoded[command ?? '']?.({ ...params })).toBe(text);
  });
});

describe('a cut, joined or corrupted stream', () => {
  const streams = vectors
    .filter(({ expected, family }) => family !== 'jt701-command' && expected.kind !== 'frames')
    .map(bytesOf);
  const frameTexts = (frames: readonly Uint8Array[]) =>
    frames.map((frame) => Buffer.from(frame).toString('hex'));

  it('yields the same frames of each message, cut at any byte', () => {
    for (const whole of streams) {
      const expected = frameTexts(jointech.splitFrames(whole).frames);
      for (let i = 1; i < whole.length; i++) {
        const first = jointech.splitFrames(whole.subarray(0, i));
        const second = jointech.splitFrames(Buffer.concat([first.rest, whole.subarray(i)]));
        expect(first.frames).toEqual([]);
        expect(frameTexts(second.frames)).toEqual(expected);
      }
    }
  });

  it('yields all frames of one stream, byte by byte, with junk between them', () => {
    const junk = Buffer.from('\r\n\0');
    const stream = Buffer.concat(streams.flatMap((whole) => [whole, junk]));
    let rest: Uint8Array = Buffer.alloc(0);
    const frames: Uint8Array[] = [];
    let skipped = 0;
    for (const byte of stream) {
      const cut = jointech.splitFrames(Buffer.concat([rest, Buffer.from([byte])]));
      frames.push(...cut.frames.map((frame) => Uint8Array.from(frame)));
      skipped += cut.skippedBytes;
      rest = Uint8Array.from(cut.rest);
    }
    expect(frameTexts(frames)).toEqual(streams.flatMap((whole) => whole.toString('hex')));
    expect(skipped).toBe(junk.length * streams.length);
  });

  it('yields the frame after one that was longer than announced', () => {
    const record = streams.find((whole) => whole[0] === 0x24 && whole.length === 62);
    if (!record) throw new Error('No vector has it');
    const stream = Buffer.concat([record, Buffer.from('6789012'), record]);
    const { frames, skippedBytes } = jointech.splitFrames(stream);
    expect([frames.length, skippedBytes]).toEqual([2, 7]);
  });

  it('yields no impossible value: 10,000 corrupted messages', () => {
    const random = seeded(11);
    const pick = (most: number) => Math.floor(random() * most);
    const session = jointech.openSession();
    let trusted = 0;
    for (let i = 0; i < 10_000; i++) {
      const bytes = Buffer.from(streams[pick(streams.length)] ?? []);
      for (let changes = 1 + pick(4); changes > 0; changes--) {
        bytes[pick(bytes.length)] = pick(256);
      }
      const cut = pick(4) === 0 ? bytes.subarray(pick(bytes.length)) : bytes;
      const { frames, rest, skippedBytes } = jointech.splitFrames(cut);
      const sum = frames.reduce((length, frame) => length + frame.length, 0);
      expect(sum + rest.length + skippedBytes).toBe(cut.length);
      expect(rest.length).toBeLessThanOrEqual(jointech.maxFrameBytes);
      for (const frame of frames) {
        const { reports, rejected } = session.decode(frame, NOW);
        if (rejected !== undefined) expect(reports).toEqual([]);
        trusted += reports.length;
        for (const report of reports) expectPossible(report);
      }
    }
    expect(trusted).toBeGreaterThan(1_000);
  });
});

/** Linear congruential generator: repeatable numbers from 0 to 1. */
const seeded = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

const expectPossible = (report: object) => {
  const wrong = 'why' in parsed(report) ? parsed(report) : undefined;
  expect(wrong, JSON.stringify(report)).toBeUndefined();
};
const parsed = (report: object) => {
  const read = parseReport(Buffer.from(JSON.stringify({ lock_status: 255, ...report })));
  return 'error' in read || read.leftOut.length > 0 ? { why: JSON.stringify(read) } : {};
};
