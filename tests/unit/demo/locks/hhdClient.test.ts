import { describe, expect, it } from 'vitest';
import { hhdClient } from '../../../../src/demo/locks/hhdClient';
import type { LockCommand, LockReport } from '../../../../src/domain/lock';
import {
  createJt808,
  readFrame,
  splitFrames,
  writeFrame,
} from '../../../../src/server/gateways/jt808';

const ID = '095026000024';
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Connects a simulated lock with the decoder of the server. */
const converse = () => {
  const client = hhdClient(ID);
  const family = createJt808({ secret: 'test', asksForAuth: true });
  let session = family.openSession();
  const lock = {
    client,
    /** Decodes bytes of the lock, and passes the answers to it. */
    tell: (bytes: Uint8Array | undefined) => {
      const frames = family.splitFrames(bytes ?? new Uint8Array()).frames;
      return frames.map((frame) => {
        const decoded = session.decode(frame, NOW);
        for (const answer of [decoded.reply, decoded.acknowledgement])
          if (answer) lock.told.push(client.receive(answer));
        return decoded;
      });
    },
    told: [] as ReturnType<typeof client.receive>[],
    connect: () => {
      session = family.openSession();
      const greeted = lock.tell(client.hello());
      return [...greeted, ...lock.told.splice(0).flatMap(({ answer }) => lock.tell(answer))];
    },
    /** Sends a command. @returns the commands for the lock, and the results of its answers */
    command: (cmd: string, args: LockCommand['args'] = {}) => {
      const encoded = session.encode({ id: '1', cmd, args, ts: NOW, exp: NOW }, NOW, {
        id: ID,
        protocol: 2,
      });
      if (!('bytes' in encoded)) throw new Error(JSON.stringify(encoded));
      let received = client.receive(encoded.bytes);
      const outcomes = [];
      for (; received.answer; received = lock.told.pop() ?? { commands: [], acknowledged: 0 })
        outcomes.push(...lock.tell(received.answer).flatMap((each) => each.results));
      return { commands: received.commands, outcomes };
    },
  };
  return lock;
};

const report = (more: Partial<LockReport> = {}): LockReport => ({
  ts: NOW,
  report_reson: 0,
  lock_status: 2,
  position_status: 0,
  lat: -22.5504,
  lon: 114.2637,
  speed: 61.5,
  course: 90,
  electric: 81,
  voltage: 3.95,
  ...more,
});

describe('a simulated lock of HHD', () => {
  it('registers once, and authenticates with its code from then on', () => {
    const lock = converse();
    const isClosed = () => lock.connect().some(({ close }) => close);
    expect([isClosed(), isClosed()]).toEqual([false, false]);
    expect(lock.tell(lock.client.report(report()))).toMatchObject([{ id: ID, protocol: 2 }]);
    expect(lock.told.map(({ acknowledged }) => acknowledged)).toEqual([1]);
  });

  it.each<[string, Partial<LockReport>]>([
    ['periodic', {}],
    ['unsealed', { report_reson: 1, lock_status: 0, lock_action: 1 }],
    ['sealed', { report_reson: 1, lock_action: 12 }],
    ['by card', { report_reson: 1, lock_action: 9, icc_card_no: '1000000001' }],
    ['opened by hand', { report_reson: 9, lock_status: 1 }],
    ['closed by hand', { report_reson: 9, lock_status: 0 }],
    ['woken', { report_reson: 3 }],
    ['broken open', { report_reson: 1, lock_status: 3, police_type: 1008 }],
    ['stored', { report_reson: 2 }],
    [
      'without a place',
      { position_status: 2, lat: undefined, lon: undefined, speed: undefined, course: undefined },
    ],
  ])('sends a readable report: %s', (_, more) => {
    const lock = converse();
    lock.connect();
    const original = report(more);
    const expected = Object.fromEntries(
      Object.entries(original).filter(([, value]) => value !== undefined),
    );
    expect(lock.tell(lock.client.report(original))).toMatchObject([{ reports: [expected] }]);
  });

  it('unseals and seals, and its report ends the command', () => {
    const lock = converse();
    lock.connect();
    lock.tell(lock.client.report(report()));
    for (const [cmd, lock_action, lock_status] of [
      ['unseal', 1, 0],
      ['seal', 12, 2],
    ] as const) {
      const [command] = lock.command(cmd).commands;
      expect(command).toMatchObject({ cmd, args: {} });
      const moved = lock.client.report(
        report({ ts: NOW + 1_000, report_reson: 1, lock_action, lock_status }),
      );
      expect(lock.tell(moved)).toMatchObject([{ results: [{ key: 'lock', code: 0 }] }]);
      lock.tell(lock.client.answer({ id: command?.id ?? '', code: 0 }));
    }
    const [refused] = lock.command('unseal').commands;
    expect(lock.tell(lock.client.answer({ id: refused?.id ?? '', code: 1006 }))).toMatchObject([
      { results: [{ key: 'lock', code: 1 }] },
    ]);
  });

  it('stores its settings', () => {
    const lock = converse();
    lock.connect();
    lock.tell(lock.client.report(report()));
    const done = (cmd: string, args: LockCommand['args'] = {}) => lock.command(cmd, args).outcomes;
    expect(done('bluetoothName', { name: 'GATE7' })).toMatchObject([{ code: 0 }]);
    expect(done('setChildLocks', { locks: ['A1'] })).toMatchObject([{ code: 0 }]);
    expect(done('addCards', { cards: ['12345678', '87654321'] })).toMatchObject([{ code: 0 }]);
    expect(done('removeCards', { cards: ['12345678'] })).toMatchObject([{ code: 0 }]);
    expect(done('readCards')).toMatchObject([{ settings: { addCards: { cards: ['87654321'] } } }]);
    expect(done('readSettings')).toMatchObject([
      { settings: { bluetoothName: { name: 'GATE7' }, setChildLocks: { locks: ['A1'] } } },
    ]);
    expect(done('clearCards')).toMatchObject([{ code: 0 }]);
    expect(done('readCards')).toMatchObject([{ settings: { addCards: { cards: [] } } }]);
    expect(lock.command('restart').commands).toMatchObject([{ cmd: 'restart' }]);
  });

  it('replies to a card query with serial number, total and count', () => {
    const { client } = converse();
    const query = { code: 0x0316, serial: 7, body: Buffer.from('00000001', 'hex') };
    const { answer } = client.receive(writeFrame({ id: ID, version: undefined }, query));
    const [frame] = splitFrames(answer ?? new Uint8Array()).frames;
    const message = readFrame(frame ?? Buffer.alloc(0));
    const body = typeof message === 'string' ? message : message.body.toString('hex');
    const rules = ['0000', '0001'].map((address) => address.padEnd(36, '0'));
    expect(body).toBe(`000700020002${rules.join('')}`);
  });
});
