import { describe, expect, it } from 'vitest';
import { createJt808 } from '../../../../../src/server/gateways/jt808';
import {
  MAX_FRAME_BYTES,
  readFrame,
  splitFrames,
  writeFrame,
} from '../../../../../src/server/gateways/jt808/frames';
import type { DecodedFrame } from '../../../../../src/server/gateways/protocolFamily';
import { connectLock, hex, ID, location, NOW, read, SECRET, text33 } from './lock';
import { bytesOf, upward } from './vectors';

const caller = { id: ID, version: undefined };
const heartbeat = writeFrame(caller, { code: 0x0002, serial: 1, body: Buffer.alloc(0) });
const report = writeFrame(caller, {
  code: 0x0200,
  serial: 2,
  body: location({}, { 51: text33(true, '0') }),
});
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Splits a stream that arrives in chunks. */
const cutAll = (chunks: readonly Uint8Array[]) => {
  let rest: Uint8Array = new Uint8Array();
  let skipped = 0;
  const frames: string[] = [];
  for (const chunk of chunks) {
    const cut = splitFrames(Buffer.concat([rest, chunk]));
    frames.push(...cut.frames.map(hexOf));
    skipped += cut.skippedBytes;
    rest = cut.rest;
  }
  return { frames, rest: rest.length, skipped };
};

/** Repeatable random numbers. */
const dice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

// Without two frames that have an unescaped mark inside: those are found only in one chunk.
const wellEscaped = upward.filter((vector) => {
  const bytes = bytesOf(vector);
  return bytes.indexOf(0x7e, 1) === bytes.length - 1 || bytes[0] === 0x28;
});

describe('splitting frames', () => {
  it.each([
    ['two frames', [heartbeat, report], [heartbeat, report], 0],
    [
      'one delimiter between two frames',
      [heartbeat, report.subarray(1)],
      [heartbeat, report.subarray(1)],
      0,
    ],
    ['an empty frame between', [heartbeat, hex('7e7e'), report], [heartbeat, report], 2],
    ['line feeds between', [hex('0d0a'), heartbeat, hex('0d0a'), report], [heartbeat, report], 4],
    [
      'text between',
      [heartbeat, Buffer.from('(850011000200,1,001,BASE,2,TIME)'), report],
      [heartbeat, Buffer.from('(850011000200,1,001,BASE,2,TIME)'), report],
      0,
    ],
    ['a bracket without a text frame', [Buffer.from('('), heartbeat], [heartbeat], 1],
    ['another family’s delimiter in junk', [hex('24e7ff'), heartbeat], [heartbeat], 3],
    [
      'a frame without its first delimiter',
      [report.subarray(1), heartbeat],
      [report.subarray(1), heartbeat],
      0,
    ],
    [
      'a frame without its last delimiter',
      [report.subarray(0, -1), heartbeat],
      [Buffer.concat([report.subarray(0, -1), hex('7e')]), heartbeat.subarray(1)],
      0,
    ],
    [
      'a frame without its end',
      [report.subarray(0, 30), heartbeat],
      [Buffer.concat([report.subarray(0, 30), hex('7e')]), heartbeat.subarray(1)],
      0,
    ],
  ])('finds %s', (_, chunks, frames, skipped) => {
    expect(cutAll([Buffer.concat(chunks)])).toEqual({
      frames: frames.map(hexOf),
      rest: 0,
      skipped,
    });
  });

  it('reads the other delimiters and their escapes', () => {
    const inside = hex(`0002 0004 ${ID} 0001 e7e63d3e`);
    const sum = inside.reduce((all, byte) => all ^ byte, 0);
    const escaped = hex(`0002 0004 ${ID} 0001 e602 e601 3e02 3e01`);
    const frame = Buffer.concat([hex('e7'), escaped, Buffer.of(sum), hex('e7')]);
    const { frames } = splitFrames(Buffer.concat([frame, heartbeat]));
    expect(frames.map(hexOf)).toEqual([frame, heartbeat].map(hexOf));
    expect(readFrame(frame)).toMatchObject({ code: 2, body: hex('e7e63d3e') });
  });

  it('escapes and reads back frames with the headers of both years', () => {
    const body = hex('7e7d7d017d027e');
    for (const sender of [caller, { id: '00000866496077582164', version: 1 }]) {
      const frame = writeFrame(sender, { code: 0x0900, serial: 0x7e7d, body });
      expect(frame.indexOf(0x7e, 1)).toBe(frame.length - 1);
      expect(readFrame(frame)).toMatchObject({
        ...sender,
        code: 0x0900,
        serial: 0x7e7d,
        body,
      });
    }
  });

  it('finds each message, cut at any byte', () => {
    for (const vector of wellEscaped) {
      const bytes = bytesOf(vector);
      const whole = { frames: [hexOf(bytes)], rest: 0, skipped: 0 };
      expect(cutAll([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
      for (let at = 1; at < bytes.length; at++)
        expect(cutAll([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
  });

  it('finds all messages of a stream in chunks of any size', () => {
    const stream = Buffer.concat(wellEscaped.map(bytesOf));
    for (const size of [1, 7, 64, 1_460, stream.length]) {
      const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, i) =>
        stream.subarray(i * size, (i + 1) * size),
      );
      expect(cutAll(chunks)).toEqual({
        frames: wellEscaped.map((vector) => hexOf(bytesOf(vector))),
        rest: 0,
        skipped: 0,
      });
    }
  });

  it('buffers no more than the longest frame', () => {
    for (const first of [0x7e, 0xe7, 0x28, 0x00]) {
      const endless = Buffer.concat([Buffer.of(first), Buffer.alloc(MAX_FRAME_BYTES, 0x02)]);
      expect(cutAll([endless, Buffer.alloc(MAX_FRAME_BYTES, 0x02), heartbeat]).frames).toContain(
        hexOf(heartbeat),
      );
      expect(splitFrames(Buffer.concat([endless, endless])).rest.length).toBeLessThanOrEqual(
        MAX_FRAME_BYTES,
      );
    }
  });
});

describe('a corrupted frame', () => {
  /** Returns the content of a frame without the parts that depend on the connection. */
  const comparable = ({ id, reports, results }: DecodedFrame): string =>
    JSON.stringify([id, reports, results]);

  it('yields no false report: 10,000 mutations', () => {
    const roll = dice(808);
    const family = createJt808({ secret: SECRET });
    // Broken frames are left out, because a mutation could repair them.
    const sources = wellEscaped.filter(({ expected }) => expected.kind !== 'error').map(bytesOf);
    let understood = 0;
    for (let i = 0; i < 10_000; i++) {
      const source = sources[roll(sources.length)] ?? heartbeat;
      const bytes = Buffer.from(source);
      const at = 1 + roll(bytes.length - 2);
      const kind = roll(4);
      const mutant =
        kind === 0
          ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
          : kind === 1
            ? Buffer.concat([bytes.subarray(0, at), Buffer.of(roll(256)), bytes.subarray(at)])
            : kind === 2
              ? bytes.subarray(0, at)
              : bytes.fill(roll(256), at, at + 1);
      const { frames } = splitFrames(Buffer.concat([mutant, heartbeat]));
      for (const frame of frames.slice(0, -1)) {
        const decoded = family.openSession().decode(frame, NOW);
        const isText = frame[0] === 0x28;
        if (decoded.rejected !== undefined || isText || decoded.reports.length === 0) {
          expect(decoded.rejected === undefined || decoded.reports.length === 0).toBe(true);
          continue;
        }
        understood++;
        expect(comparable(decoded)).toBe(comparable(family.openSession().decode(source, NOW)));
      }
    }
    // Mutations without an effect, such as a byte replaced by itself.
    expect(understood).toBeLessThan(300);
  });

  it('of random bytes yields no report and no result', () => {
    const roll = dice(7);
    const session = createJt808({ secret: SECRET }).openSession();
    for (let i = 0; i < 2_000; i++) {
      const noise = Buffer.from(
        Array.from({ length: roll(200) }, () => (roll(9) === 0 ? 0x7e : roll(256))),
      );
      for (const frame of splitFrames(noise).frames)
        expect(session.decode(frame, NOW)).toMatchObject({ reports: [], results: [] });
    }
  });

  it.each([
    ['nothing', ''],
    ['one delimiter', '7e'],
    ['two delimiters', '7e7e'],
    ['a truncated header', '7e0200003c7e'],
    [
      'an encrypted body',
      hexOf(writeFrame(caller, { code: 0x0200, serial: 1, body: Buffer.alloc(0x400) })),
    ],
  ])('is rejected: %s', (_, digits) => {
    const decoded = createJt808({ secret: SECRET }).openSession().decode(hex(digits), NOW);
    expect(decoded).toMatchObject({ reports: [], results: [], rejected: expect.any(String) });
    expect(decoded.reply ?? decoded.acknowledgement).toBeUndefined();
  });

  it('is acknowledged without being decoded, whatever its length', () => {
    const frame = writeFrame(caller, { code: 0x0900, serial: 1, body: hex('4100') });
    const payload = frame.subarray(1, -3);
    const sum = payload.reduce((all, byte) => all ^ byte, 0);
    const short = Buffer.concat([hex('7e'), payload, Buffer.of(sum), hex('7e')]);
    const decoded = createJt808({ secret: SECRET }).openSession().decode(short, NOW);
    expect(decoded).toMatchObject({ id: ID, reports: [], acknowledgement: expect.any(Buffer) });
  });

  it('is rejected if bytes are missing, even with a valid checksum', () => {
    const body = location({}, { 51: text33(true, '0'), 1: hex('00000001') });
    const frame = writeFrame(caller, { code: 0x0200, serial: 1, body });
    const payload = Buffer.concat([frame.subarray(1, -5)]);
    const sum = payload.reduce((all, byte) => all ^ byte, 0);
    const short = Buffer.concat([hex('7e'), payload, Buffer.of(sum), hex('7e')]);
    expect(createJt808({ secret: SECRET }).openSession().decode(short, NOW)).toMatchObject({
      rejected: 'it is not as long as it says',
      reports: [],
    });
  });
});

describe('a message in several frames', () => {
  const SPLIT = 1 << 13;
  const batch = Buffer.concat(
    Array.from({ length: 30 }, (_, i) => {
      const record = location(
        { clock: `1810261500${String(i).padStart(2, '0')}` },
        { 51: text33(true, '0') },
      );
      return Buffer.concat([Buffer.of(record.length >> 8, record.length & 0xff), record]);
    }),
  );
  const whole = Buffer.concat([hex('001e01'), batch]);

  const partsOf = (body: Buffer, serial: number, size: number) => {
    const total = Math.ceil(body.length / size);
    return Array.from({ length: total }, (_, i) => {
      const piece = body.subarray(i * size, (i + 1) * size);
      const head = Buffer.alloc(16);
      head.writeUInt16BE(0x0704, 0);
      head.writeUInt16BE(piece.length | SPLIT, 2);
      head.write(ID, 4, 'hex');
      head.writeUInt16BE((serial + i) & 0xffff, 10);
      head.writeUInt16BE(total, 12);
      head.writeUInt16BE(i + 1, 14);
      const payload = Buffer.concat([head, piece]);
      const plain = Buffer.concat([
        payload,
        Buffer.of(payload.reduce((all, byte) => all ^ byte, 0)),
      ]);
      const escaped = [...plain].flatMap((byte) =>
        byte === 0x7d ? [0x7d, 1] : byte === 0x7e ? [0x7d, 2] : [byte],
      );
      return Buffer.from([0x7e, ...escaped, 0x7e]);
    });
  };

  it.each([
    ['in order', (parts: Buffer[]) => parts],
    [
      'in any order, with one frame twice',
      (parts: Buffer[]) => [...parts.slice(1), parts[1] ?? heartbeat, ...parts.slice(0, 1)],
    ],
  ])('is joined %s', (_, shuffle) => {
    const { session } = connectLock();
    // The serial numbers wrap around in the middle.
    const parts = shuffle(partsOf(whole, 0xffff, 700));
    const decoded = parts.map((frame) => session.decode(frame, NOW));
    const completing = decoded.pop();
    expect(decoded.every(({ reports }) => reports.length === 0)).toBe(true);
    expect(completing?.reports).toHaveLength(30);
    // Each part is answered once; the one with the last number only when the message is complete.
    const total = partsOf(whole, 0, 700).length;
    const serialOf = (i: number) => (0xffff + i) & 0xffff;
    const answeredSerials = (bytes: Uint8Array = new Uint8Array()) =>
      splitFrames(bytes).frames.map((frame) => {
        const answer = readFrame(frame);
        return typeof answer === 'string' ? answer : Buffer.from(answer.body).readUInt16BE(0);
      });
    const early = decoded.flatMap(({ reply }) => answeredSerials(reply));
    const late = answeredSerials(completing?.acknowledgement);
    expect(early).not.toContain(serialOf(total - 1));
    expect(late).toContain(serialOf(total - 1));
    expect(new Set([...early, ...late])).toEqual(
      new Set(Array.from({ length: total }, (_, i) => serialOf(i))),
    );
  });

  it('leaves the last frame unanswered while others are missing', () => {
    const parts = partsOf(whole, 10, 700);
    const { session } = connectLock();
    const { reply, acknowledgement } = session.decode(parts.at(-1) ?? heartbeat, NOW);
    expect([reply, acknowledgement]).toEqual([undefined, undefined]);
    // Sent again as a whole, it is stored.
    const again = parts.map((frame) => session.decode(frame, NOW));
    expect(again.flatMap(({ reports }) => reports)).toHaveLength(30);
  });

  it('requests missing frames again after a pause, up to three times', () => {
    const parts = partsOf(whole, 0xffff, 700);
    const total = parts.length;
    const { session } = connectLock();
    const arrive = (i: number, at: number) => session.decode(parts[i] ?? heartbeat, at);
    const requested = (at: number) => {
      const bytes = session.requestMissing?.(at);
      return bytes && read(bytes);
    };
    arrive(1, NOW);
    const missing = parts.map((_, i) => i + 1).filter((number) => number !== 2);
    expect(requested(NOW + 4_999)).toBeUndefined();
    // The serial of the first part, the count, and the numbers.
    const words = (numbers: readonly number[]) =>
      numbers.map((number) => number.toString(16).padStart(4, '0')).join('');
    const count = (total - 1).toString(16).padStart(2, '0');
    expect(requested(NOW + 5_000)).toMatchObject({
      message: '8003',
      id: ID,
      body: `ffff${count}${words(missing)}`,
    });
    // A part that comes begins another pause, and is not requested any more.
    arrive(0, NOW + 9_000);
    expect(requested(NOW + 13_000)).toBeUndefined();
    const rest = missing.filter((number) => number !== 1);
    for (const at of [14_000, 19_000]) expect(requested(NOW + at)?.body).toMatch(words(rest));
    expect(requested(NOW + 24_000)).toBeUndefined();
    const late = rest.map((number) => arrive(number - 1, NOW + 30_000));
    expect(late.flatMap(({ reports }) => reports)).toHaveLength(30);
    expect(requested(NOW + 60_000)).toBeUndefined();
  });

  it('of the 2019 version has a two-byte count', () => {
    const { session } = connectLock();
    const wire = { id: '00000000095037286124', version: 1 };
    const part = { code: 0x0704, serial: 8, body: Buffer.alloc(9), part: { total: 3, index: 2 } };
    session.decode(writeFrame(wire, part), NOW);
    expect(read(session.requestMissing?.(NOW + 5_000))).toMatchObject({
      ...wire,
      message: '8003',
      body: '0007000200010003',
    });
  });

  it('requests no more frames once it is dropped', () => {
    const { session } = connectLock();
    session.decode(partsOf(whole, 10, 700)[0] ?? heartbeat, NOW);
    expect(session.requestMissing?.(NOW + 121_000)).toBeUndefined();
  });

  it('is dropped if incomplete, and buffers little', () => {
    const { session } = connectLock();
    const [first, ...others] = partsOf(whole, 10, 700);
    session.decode(first ?? heartbeat, NOW);
    const late = others.map((frame) => session.decode(frame, NOW + 121_000));
    expect(late.every(({ reports }) => reports.length === 0)).toBe(true);
    const many = Array.from({ length: 40 }, (_, i) => partsOf(whole, 1_000 + i * 10, 700));
    for (const [part] of many) session.decode(part ?? heartbeat, NOW);
    const finished = many
      .reverse()
      .filter(([, ...rest]) => rest.some((frame) => session.decode(frame, NOW).reports.length > 0));
    expect(finished.length).toBeGreaterThan(0);
    expect(finished.length).toBeLessThanOrEqual(8);
    expect(
      partsOf(whole, 10, 700).flatMap((frame) => session.decode(frame, NOW).reports),
    ).toHaveLength(30);
  });
});
