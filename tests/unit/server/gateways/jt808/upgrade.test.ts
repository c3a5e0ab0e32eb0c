import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../../../src/server/gateways/jt808';
import { decodeAttributes } from '../../../../../src/server/gateways/jt808/upgrade';
import type { Chunk } from '../../../../../src/server/gateways/protocolFamily';
import { answerTo, connectLock, hex, ID, location, read, sentBy } from './lock';

const PROTOCOL = 3;
const FILE = Buffer.from(Array.from({ length: 2_500 }, (_, i) => (i * 7) % 256));
const ARGS = { firmware: 3, version: 'V2.1.0', size: FILE.length };
const URL = 'http://seals.example.com:8020/files/f.bin';

/** Builds the body of 0x0107 without the serial number, in either edition. */
const attributes = (firmware: string, is2019 = false): Buffer => {
  const [maker, model, id] = is2019 ? [11, 30, 30] : [5, 20, 7];
  const text = (value: string, length: number) =>
    Buffer.concat([Buffer.from(value), Buffer.alloc(length)], length);
  return Buffer.concat([
    hex('0000'),
    text('ACME', maker),
    text('L-1', model),
    text('0000001', id),
    hex('89860491021900781234'),
    Buffer.from([4]),
    Buffer.from('HW;1'),
    Buffer.from([firmware.length]),
    Buffer.from(firmware),
    hex('0301'),
  ]);
};
const digits = (bytes: Buffer): string => bytes.toString('hex');
const pieceAt = (offset = 0, want = 0): Chunk => ({
  offset,
  fileSize: FILE.length,
  data: FILE.subarray(offset, offset + want),
});

/** Connects a terminal of the bare standard that has reported once. */
const terminal = (version?: number) => {
  const id = version === undefined ? ID : '00000095037286124000';
  const lock = connectLock(id, version);
  lock.decode(0x0200, location({}, {}));
  const address = { id, protocol: PROTOCOL } as const;
  return {
    ...lock,
    start: (args: object = ARGS) => sentBy(lock.encode('upgrade', { ...ARGS, ...args }, PROTOCOL)),
    /** Answers the question for its attributes. */
    about: (serial: number, body: Buffer) => lock.decode(0x0107, answerTo(serial, digits(body))),
    /** Sends 0x0001 as the answer to a message. */
    answer: (serial: number, message: string, result = '00') =>
      lock.decode(0x0001, answerTo(serial, message + result)),
    encodeChunk: (offset = 0, want = 0) => {
      const part = lock.session.encodeChunk?.(pieceAt(offset, want), lock.now, address);
      const message = part && readFrame(part.bytes);
      if (!part || !message || typeof message === 'string') throw new Error('no part');
      return { ...message, wait: part.replyTimeoutMs };
    },
    resume: () => lock.session.resumeTransfer?.(lock.now, address),
  };
};

describe('the attributes of a terminal', () => {
  it.each([
    ['2013', false, 5],
    ['2019', true, 11],
  ] as const)('%s', (_, is2019, length) => {
    const decoded = decodeAttributes(attributes('V2.0.9', is2019));
    expect(decoded).toMatchObject({ hardware: 'HW;1', firmware: 'V2.0.9' });
    expect(decoded?.manufacturer).toHaveLength(length);
  });

  it('are none at every cut', () => {
    const whole = attributes('V2.0.9');
    for (let i = 0; i < whole.length; i++)
      expect(decodeAttributes(whole.subarray(0, i))).toBeUndefined();
  });
});

describe('an upgrade by JT/T 808', () => {
  it('asks first what the lock runs, and is done where that is it', () => {
    const lock = terminal();
    const question = lock.start();
    expect(question).toMatchObject({ message: '8107', body: '', key: 'upgrade' });
    const decoded = lock.about(question.serial, attributes('2.1.0'));
    expect(decoded.results).toEqual([{ key: 'upgrade', code: 0 }]);
    expect(decoded.reports).toEqual([{ ts: lock.now, report_reson: 0, version: '2.1.0' }]);
    expect(JSON.stringify(decoded.content)).not.toContain('8986');
    expect(Buffer.from(decoded.maskedFrame ?? []).toString('hex')).not.toContain('89860491');
  });

  it('tells it where to fetch the file, and ends when it has started anew', () => {
    const lock = terminal();
    const { reply } = lock.about(lock.start({ url: URL }).serial, attributes('V2.0.9'));
    const fetchOrder = read(reply);
    expect(fetchOrder.message).toBe('8105');
    expect(hex(fetchOrder.body).toString('latin1')).toBe(`\x01${URL};;;;;;;ACME;HW1;V2.1.0;`);
    const accepted = lock.answer(fetchOrder.serial, '8105');
    expect(accepted).toMatchObject({ results: [], progress: { key: 'upgrade', percent: 0 } });
    const again = connectLock();
    const upgraded = again.decode(0x0108, hex('0000'));
    expect(upgraded.results).toEqual([{ key: 'upgrade', code: 0 }]);
    expect(read(upgraded.acknowledgement as Buffer)).toMatchObject({
      message: '8001',
      body: '0000010800',
    });
  });

  it.each([
    ['0001', 'failed'],
    ['0002', 'cancelled'],
  ])('has not succeeded where the lock says %s', (body, what) => {
    const [outcome] = terminal().decode(0x0108, hex(body)).results;
    expect(outcome).toMatchObject({ code: 1, message: expect.stringContaining(what) });
  });

  it.each(['', '00', '0c00', '3400', '0007'])('is not ended by 0x0108 with %j', (body) => {
    expect(terminal().decode(0x0108, hex(body)).results).toEqual([]);
  });

  it.each([
    ['2013', undefined, 5],
    ['2019', 1, 11],
  ] as const)('sends the file in parts of one message, as of %s', (_, version, makerLength) => {
    const lock = terminal(version);
    const question = lock.start();
    let { progress } = lock.about(question.serial, attributes('V2.0.9', version !== undefined));
    const parts: ReturnType<typeof lock.encodeChunk>[] = [];
    while (progress?.want !== undefined) {
      const part = lock.encodeChunk(progress.offset, progress.want);
      parts.push(part);
      // Other messages do not interrupt the serial numbers of the parts.
      lock.decode(0x0002);
      ({ progress } = lock.answer(part.serial, '8108'));
    }
    expect(progress).toEqual({ key: 'upgrade', offset: FILE.length });
    const head = Buffer.concat([
      Buffer.from([0]),
      Buffer.concat([Buffer.from('ACME'), Buffer.alloc(11)], makerLength),
      Buffer.from([6]),
      Buffer.from('V2.1.0'),
      hex('000009c4'),
    ]);
    expect(Buffer.concat(parts.map(({ body }) => body))).toEqual(Buffer.concat([head, FILE]));
    expect(parts.map(({ part }) => part)).toEqual([1, 2, 3].map((index) => ({ total: 3, index })));
    const [first] = parts;
    expect(parts.map(({ serial }) => serial - (first?.serial ?? 0))).toEqual([0, 1, 2]);
    expect(parts.every(({ code, body }) => code === 0x8108 && body.length <= 1_023)).toBe(true);
  });

  it('sends it in parts to a lock that fetches nothing, or does not know the question', () => {
    const lock = terminal();
    const question = lock.start({ url: URL });
    const fetchOrder = read(lock.answer(question.serial, '8107', '03').reply);
    expect(hex(fetchOrder.body).toString('latin1')).toBe(`\x01${URL};;;;;;;;;V2.1.0;`);
    const { progress } = lock.answer(fetchOrder.serial, '8105', '03');
    expect(progress).toMatchObject({ offset: 0, want: expect.any(Number) });
  });

  it('goes on where parts are not answered, and sends again what the lock lacks', () => {
    const lock = terminal();
    const { progress } = lock.about(lock.start().serial, attributes('V2.0.9'));
    const first = lock.encodeChunk(progress?.offset, progress?.want);
    expect(first.wait).toBe(5_000);
    const second = lock.resume();
    const part = lock.encodeChunk(second?.offset, second?.want);
    expect([part.part?.index, part.wait]).toEqual([2, 200]);
    const lacking = digits(Buffer.from([first.serial >> 8, first.serial & 255, 0, 1, 0, 1]));
    const again = lock.decode(0x0005, hex(lacking)).progress;
    expect(lock.encodeChunk(again?.offset, again?.want).part?.index).toBe(1);
    const third = lock.resume();
    expect(lock.encodeChunk(third?.offset, third?.want).part?.index).toBe(3);
    expect(lock.resume()).toEqual({ key: 'upgrade', offset: FILE.length });
  });

  it('fails with a part that the lock refuses', () => {
    const lock = terminal();
    const { progress } = lock.about(lock.start().serial, attributes('V2.0.9'));
    const part = lock.encodeChunk(progress?.offset, progress?.want);
    expect(lock.answer(part.serial, '8108', '01').results).toEqual([
      { key: 'upgrade', code: 1, message: 'The lock refused' },
    ]);
  });

  it.each([
    [{ version: 'V1;DROP' }, 'version'],
    [{ size: 0 }, 'no file'],
    [{ size: 70_000_000 }, 'parts'],
  ])('is not begun with %j', (args, why) => {
    expect(terminal().encode('upgrade', { ...ARGS, ...args }, PROTOCOL)).toEqual({
      refused: expect.stringContaining(why),
    });
  });
});
