import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../../../src/server/gateways/jt808';
import { decodeAttributes } from '../../../../../src/server/gateways/jt808/upgrade';
import type { Chunk } from '../../../../../src/server/gateways/protocolFamily';
import { answerTo, connectLock, hex, ID, location, read, sentBy } from './lock';

const PROTOCOL = 3;
const FILE = Buffer.from(Array.from({ length: 2_500 }, (_, i) => (i * 7) % 256));
const ARGS = { firmware: 3, version: 'V2.1.0', size: FILE.length };
const URL = 'http://seals.example.com:8020/files/f.bin';

/**
 * Published frames of 0x0107: JT/T 808-2013 from the tests of SmallChi/JT808, 2019 from those of hylexus/xtream-codec,
 * and one of a real terminal, from issue 43 of SmallChi/JT808.
 */
const PUBLISHED = {
  2013: '7E0107004111223344556622B8000531303630313130343535353435393535313033000000000000346436613133001234567890123456789007616263646566670A706F69757974726577710709EA7E',
  2019: '7e0107406301000000000139123443290000004231323334357465726d696e616c54797065313233343536373831313131313232323232313233343536373839303132333435363738393031323334353637383930111122334455667788990968642d76312e322e3309666d2d76332e322e310302137e',
  recorded:
    '7E010740660100000000010941000493000700FF3838383838434B31303043000000000000000000000000000000000000000000000000313030303439330000000000000000000000000000000000000000000000898603249475600329000748572D56322E350E434B313030432D4A542D5630323402209B7E',
} as const;

const messageOf = (frame: string) => {
  const message = readFrame(hex(frame));
  if (typeof message === 'string') throw new Error(message);
  return message;
};

/** Builds the body of 0x0107, by table 20 of the edition of 2013 or table 21 of 2019. It repeats no serial number. */
const attributes = (firmware: string, is2019 = false): Buffer => {
  const [model, id] = is2019 ? [30, 30] : [20, 7];
  const text = (value: string, length: number) =>
    Buffer.concat([Buffer.from(value), Buffer.alloc(length)], length);
  return Buffer.concat([
    hex('0000'),
    text('ACME', 5),
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
    about: (body: Buffer) => lock.decode(0x0107, body),
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

/** Starts an upgrade and answers the question for the attributes. */
const begin = (lock: ReturnType<typeof terminal>, args: object = ARGS) => {
  lock.start(args);
  return lock.about(attributes('V2.0.9'));
};

describe('the attributes of a terminal', () => {
  it.each([
    ['2013', '10601', 'abcdefg', 'poiuytrewq'],
    ['2019', '12345', 'hd-v1.2.3', 'fm-v3.2.1'],
    ['recorded', '88888', 'HW-V2.5', 'CK100C-JT-V024'],
  ] as const)('of %s are read from the published frame', (edition, maker, hardware, firmware) => {
    const decoded = decodeAttributes(messageOf(PUBLISHED[edition]).body);
    expect(decoded).toEqual({ manufacturer: Buffer.from(maker), hardware, firmware });
  });

  it.each([
    ['2013', 'poiuytrewq'],
    ['2019', 'fm-v3.2.1'],
    ['recorded', 'CK100C-JT-V024'],
  ] as const)('of %s answer the query of an upgrade', (edition, version) => {
    const { id, version: header } = messageOf(PUBLISHED[edition]);
    const lock = connectLock(id, header);
    lock.decode(0x0002);
    sentBy(lock.encode('upgrade', { ...ARGS, version }, PROTOCOL));
    const decoded = lock.session.decode(hex(PUBLISHED[edition]), lock.now);
    expect(decoded).toMatchObject({
      results: [{ key: 'upgrade', code: 0 }],
      reports: [{ version }],
    });
  });

  it('do not restart an upgrade when repeated', () => {
    const lock = terminal();
    const { progress } = begin(lock);
    lock.encodeChunk(progress?.offset, progress?.want);
    const again = lock.about(attributes('V2.0.9'));
    expect([again.results, again.progress, again.reply]).toEqual([[], undefined, undefined]);
  });

  it('are refused when cut at any byte', () => {
    const whole = attributes('V2.0.9');
    for (let i = 0; i < whole.length; i++)
      expect(decodeAttributes(whole.subarray(0, i))).toBeUndefined();
  });
});

describe('an upgrade by JT/T 808', () => {
  it('asks for the version first, and succeeds if the lock runs it', () => {
    const lock = terminal();
    const question = lock.start();
    expect(question).toMatchObject({ message: '8107', body: '', key: 'upgrade' });
    const decoded = lock.about(attributes('2.1.0'));
    expect(decoded.results).toEqual([{ key: 'upgrade', code: 0 }]);
    expect(decoded.reports).toEqual([{ ts: lock.now, report_reson: 0, version: '2.1.0' }]);
    expect(JSON.stringify(decoded.content)).not.toContain('8986');
    expect(Buffer.from(decoded.maskedFrame ?? []).toString('hex')).not.toContain('89860491');
  });

  it('sends the address of the file, and ends when the lock has restarted', () => {
    const lock = terminal();
    const { reply } = begin(lock, { url: URL });
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
  ])('fails if the lock answers %s', (body, what) => {
    const [outcome] = terminal().decode(0x0108, hex(body)).results;
    expect(outcome).toMatchObject({ code: 1, message: expect.stringContaining(what) });
  });

  it.each(['', '00', '0c00', '3400', '0007'])('continues after 0x0108 with %j', (body) => {
    expect(terminal().decode(0x0108, hex(body)).results).toEqual([]);
  });

  it.each([
    ['2013', undefined],
    ['2019', 1],
  ] as const)('sends the file in chunks of one message, as of %s', (_, version) => {
    const lock = terminal(version);
    lock.start();
    let { progress } = lock.about(attributes('V2.0.9', version !== undefined));
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
      Buffer.from('ACME\0'),
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

  it('sends chunks to a lock that cannot download, or does not know the query', () => {
    const lock = terminal();
    const question = lock.start({ url: URL });
    const fetchOrder = read(lock.answer(question.serial, '8107', '03').reply);
    expect(hex(fetchOrder.body).toString('latin1')).toBe(`\x01${URL};;;;;;;;;V2.1.0;`);
    const { progress } = lock.answer(fetchOrder.serial, '8105', '03');
    expect(progress).toMatchObject({ offset: 0, want: expect.any(Number) });
  });

  it('continues after unanswered chunks, and repeats those that the lock lacks', () => {
    const lock = terminal();
    const { progress } = begin(lock);
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

  it('fails if the lock refuses a chunk', () => {
    const lock = terminal();
    const { progress } = begin(lock);
    const part = lock.encodeChunk(progress?.offset, progress?.want);
    expect(lock.answer(part.serial, '8108', '01').results).toEqual([
      { key: 'upgrade', code: 1, message: 'The lock refused' },
    ]);
  });

  it.each([
    [{ version: 'V1;DROP' }, 'version'],
    [{ size: 0 }, 'no file'],
    [{ size: 70_000_000 }, 'parts'],
  ])('is refused with %j', (args, why) => {
    expect(terminal().encode('upgrade', { ...ARGS, ...args }, PROTOCOL)).toEqual({
      refused: expect.stringContaining(why),
    });
  });
});
