import { describe, expect, it } from 'vitest';
import { createJt808 } from '../../../../../src/server/gateways/jt808';
import {
  answerTo,
  clockAt,
  connectLock,
  event60,
  hex,
  ID,
  location,
  NOW,
  read,
  SECRET,
  sentBy,
  text33,
} from './lock';

const MINUTE = 60_000;
const live = 0x0200;
const stored = 0x0210;
const sealedReport = location({}, { 51: text33(true, '0') });
const afterUnseal = location({ clock: clockAt(NOW + 5_000) }, { 51: text33(false, 'G') });
const afterSeal = location({ clock: clockAt(NOW + 57_000) }, { 51: text33(true, 'F') });

/** Prefixes each record with its length, as in 0x0210. */
const records = (...bodies: Buffer[]): Buffer =>
  Buffer.concat(bodies.map((body) => Buffer.concat([Buffer.of(body.length), body])));

describe('registration', () => {
  // Fixed fields of 0x0100 in front of the plate: JT/T 808-2013 table 7, 2019 table 8.
  it.each([
    ['2013', undefined, ID, 37, (code: string) => Buffer.from(code)],
    [
      '2019',
      1,
      '00000095037286124000',
      76,
      (code: string) =>
        Buffer.concat([Buffer.of(code.length), Buffer.from(code), Buffer.alloc(35)]),
    ],
  ] as const)(
    'returns a code that authenticates the lock, in frames of %s',
    (_, version, id, length, bodyOf) => {
      const lock = connectLock(id, version);
      const registered = read(lock.decode(0x0100, Buffer.alloc(length)).reply);
      expect(registered).toMatchObject({ message: '8100', version, id });
      expect(registered.body.slice(0, 6)).toBe('000000');
      const code = hex(registered.body.slice(6)).toString('latin1');
      expect(code).toMatch(/^[0-9a-f]{16}$/);
      const decoded = lock.decode(0x0102, bodyOf(code));
      expect(decoded.close).toBeUndefined();
      expect(read(decoded.reply)).toMatchObject({ message: '8001', body: '0001010200' });
      const wrong = lock.decode(0x0102, bodyOf(code.replace(/^./, 'x')));
      expect(wrong).toMatchObject({ id, close: true, rejected: expect.stringContaining('code') });
      expect(read(wrong.reply).body).toBe('0002010201');
    },
  );

  it('returns the same code again, and another for each lock and server', () => {
    const codeOf = (id: string, secret: string) =>
      read(connectLock(id, undefined, createJt808({ secret })).decode(0x0100).reply).body;
    expect(new Set([codeOf(ID, 'a'), codeOf(ID, 'b'), codeOf('095037286125', 'a')]).size).toBe(3);
    expect(codeOf(ID, 'a')).toBe(codeOf(ID, 'a'));
  });

  it('logs no codes, plates or SIM numbers', () => {
    const lock = connectLock();
    const text = 'secret-8986049102190078';
    for (const message of [0x0100, 0x0102, 0x0107]) {
      const { maskedFrame, content } = lock.decode(message, Buffer.from(text));
      expect(Buffer.from(maskedFrame ?? []).toString('latin1')).not.toContain('8986');
      expect(JSON.stringify(content)).not.toContain('8986');
    }
  });

  it('is required before any report if authentication is on', () => {
    const lock = connectLock(ID, undefined, createJt808({ secret: SECRET, asksForAuth: true }));
    const refused = lock.decode(live, sealedReport);
    expect(refused).toMatchObject({ reports: [], rejected: expect.any(String), close: true });
    expect(lock.decode(0x0100).id).toBeUndefined();
    expect(read(refused.reply).body).toBe('0000020001');
    const code = hex(read(lock.decode(0x0100).reply).body.slice(6));
    lock.decode(0x0102, code);
    expect(lock.decode(live, sealedReport).reports).toHaveLength(1);
  });

  it('returns the time in UTC', () => {
    expect(read(connectLock().decode(0x0004).reply)).toMatchObject({
      message: '8004',
      body: '181026074431',
    });
  });

  it('acknowledges a heartbeat, a logout and unknown messages', () => {
    const lock = connectLock();
    const answers = [0x0002, 0x0003, 0x0900, 0x1300].map(
      (message) => read(lock.decode(message).acknowledgement).body,
    );
    expect(answers).toEqual(['0000000200', '0001000300', '0002090000', '0003130000']);
  });
});

describe('a lock of 2018 that is unsealed and sealed remotely', () => {
  it('ends the command with the report of the motor’s action', () => {
    const lock = connectLock();
    expect(lock.decode(live, sealedReport).reports).toMatchObject([
      { lock_status: 2, report_reson: 0 },
    ]);

    const unseal = sentBy(lock.encode('unseal'));
    expect(unseal).toMatchObject({ message: '0310', body: '01240100' });
    lock.now += 1_000;
    expect(lock.decode(0x0311, answerTo(unseal.serial, '012400'))).toMatchObject({
      results: [],
      content: { message: '0311', to: unseal.serial, answer: '012400' },
    });
    // A timed report from before the command arrives in between.
    const between = location({ clock: clockAt(NOW + 500) }, { 51: text33(true, '0') });
    expect(lock.decode(live, between)).toMatchObject({
      results: [],
      reports: [{ lock_status: 2 }],
    });
    lock.now = NOW + 6_000;
    const done = lock.decode(live, afterUnseal);
    expect(done).toMatchObject({
      results: [{ key: 'lock', code: 0 }],
      reports: [
        { ts: NOW + 5_000, report_reson: 1, lock_status: 0, lock_action: 1, voltage: 4.09 },
      ],
    });
    // A repetition before the acknowledgement yields the same report, and no second result.
    expect(lock.decode(live, afterUnseal)).toMatchObject({ results: [], reports: done.reports });

    lock.now = NOW + 56_000;
    const seal = sentBy(lock.encode('seal'));
    expect(seal).toMatchObject({ message: '0310', body: '01240101' });
    // A late copy of the previous report does not end it.
    expect(lock.decode(live, afterUnseal).results).toEqual([]);
    lock.decode(0x0311, answerTo(seal.serial, '012400'));
    lock.now += 2_000;
    expect(lock.decode(live, afterSeal)).toMatchObject({
      results: [{ key: 'lock', code: 0 }],
      reports: [{ report_reson: 1, lock_status: 2, lock_action: 12 }],
    });
  });

  it('treats a buffered record as history, which ends a command interrupted by a disconnection', () => {
    const lock = connectLock();
    lock.decode(live, sealedReport);
    sentBy(lock.encode('unseal'));
    const old = location({ clock: clockAt(NOW - 3_600_000) }, { 51: text33(false, 'G') });
    const decoded = lock.decode(stored, records(old, afterUnseal));
    expect(decoded.reports.map(({ ts, report_reson }) => [ts, report_reson])).toEqual([
      [NOW - 3_600_000, 2],
      [NOW + 5_000, 2],
    ]);
    expect(decoded.results).toEqual([{ key: 'lock', code: 0 }]);
    expect(read(decoded.acknowledgement)).toMatchObject({ message: '8001' });
  });

  it('ends the command even if its clock is slow', () => {
    const lock = connectLock();
    const slow = (isSealed: boolean, reason: string) =>
      location({ clock: clockAt(lock.now - 20 * MINUTE) }, { 51: text33(isSealed, reason) });
    lock.decode(live, slow(true, '0'));
    sentBy(lock.encode('unseal'));
    lock.now += 3_000;
    expect(lock.decode(live, slow(false, 'G')).results).toEqual([{ key: 'lock', code: 0 }]);
  });

  it('has the same result from a live and a buffered report', () => {
    const lock = connectLock();
    const { reports } = lock.decode(live, sealedReport);
    expect(lock.decode(stored, records(sealedReport)).reports).toEqual(reports);
  });

  it.each([
    ['a refusal', '012401', { code: 1, message: 'The lock refused' }],
    ['a wrong length', '01', { code: 1 }],
  ])('ends the command at once with %s', (_, answer, outcome) => {
    const lock = connectLock();
    lock.decode(live, sealedReport);
    const { serial } = sentBy(lock.encode('unseal'));
    expect(lock.decode(0x0311, answerTo(serial, answer)).results).toMatchObject([
      { key: 'lock', ...outcome },
    ]);
    expect(lock.decode(0x0311, answerTo(serial, answer)).results).toEqual([]);
  });

  it('waits up to half a minute', () => {
    const lock = connectLock();
    lock.decode(live, sealedReport);
    sentBy(lock.encode('unseal'));
    lock.now += 31_000;
    expect(lock.decode(live, afterUnseal).results).toEqual([]);
  });
});

describe('a lock with the later firmware of HHD', () => {
  const with60 = (event: number, status: number, seconds: number) =>
    location(
      { status: status | 2, clock: clockAt(NOW + seconds * 1_000, 0) },
      { 96: event60(event), 105: hex('0193') },
    );
  const SEALED = 0xc000;
  const CLOSED = 0x8000;

  it('reports the work of its motor, which completes or refuses the command', () => {
    const lock = connectLock();
    lock.decode(live, with60(0x15, SEALED, 0));
    sentBy(lock.encode('unseal'));
    expect(lock.decode(live, with60(0x08, CLOSED, 2))).toMatchObject({
      protocol: 2,
      results: [{ key: 'lock', code: 0 }],
      reports: [{ ts: NOW + 2_000, lock_action: 1, lock_status: 0 }],
    });
    sentBy(lock.encode('seal'));
    expect(lock.decode(live, with60(0x18, CLOSED, 4))).toMatchObject({
      results: [{ key: 'lock', code: 1006, message: 'The motor is stuck' }],
      reports: [{ lock_action: 6, lock_status: 3, police_type: 1009, fault_code: 1006 }],
    });
  });

  it('follows its declared protocol while it sends heartbeats only', () => {
    const lock = connectLock();
    lock.decode(0x0002);
    expect(lock.encode('unseal', {}, 3)).toEqual({ unsupported: true });
    expect(sentBy(lock.encode('unseal', {}, 2)).body).toBe('01240100');
  });
});

describe('clocks', () => {
  const at = (
    lock: ReturnType<typeof connectLock>,
    minutesEast: number,
    off = 0,
    values: Record<number, string | Buffer> = { 51: text33(true, '0') },
  ) => lock.decode(live, location({ clock: clockAt(lock.now + off, minutesEast) }, values));
  const modern = { 96: event60(0x15) };

  it('show Beijing time in the standard, and UTC in later firmware', () => {
    expect(at(connectLock(), 480).reports).toMatchObject([{ ts: NOW }]);
    expect(at(connectLock(), 480, 0, {}).reports).toMatchObject([{ ts: NOW }]);
    expect(at(connectLock(), 0, 0, modern).reports).toMatchObject([{ ts: NOW }]);
  });

  it('are corrected if they are eight hours off, for buffered records too', () => {
    for (const [minutesEast, values] of [
      [0, undefined],
      [480, modern],
    ] as const) {
      const lock = connectLock();
      expect(at(lock, minutesEast, 4 * MINUTE, values)).toMatchObject({
        reports: [{ ts: NOW + 4 * MINUTE }],
      });
      const old = location(
        { clock: clockAt(NOW - 86_400_000, minutesEast) },
        { 51: text33(true, '0') },
      );
      expect(lock.decode(stored, records(old)).reports).toMatchObject([{ ts: NOW - 86_400_000 }]);
    }
  });

  it('keep their proven time zone', () => {
    const lock = connectLock();
    at(lock, 480);
    // A report resent eight hours later is late, and not of another zone.
    lock.now += 28_800_000;
    const decoded = at(lock, 480, -28_800_000, { 51: text33(true, '3') });
    expect(decoded).toMatchObject({
      reports: [{ ts: NOW }],
      warning: 'its clock is 480 minutes slow',
    });
  });

  it('are reported once if they are slow', () => {
    const lock = connectLock();
    expect(at(lock, 480, -11 * MINUTE).warning).toBe('its clock is 11 minutes slow');
    expect(at(lock, 480, -12 * MINUTE).warning).toBeUndefined();
    expect(at(connectLock(), 480, -9 * MINUTE).warning).toBeUndefined();
  });

  it.each([
    ['no time leave the report without a time', '999999999999', Number.NaN],
    ['zeros make a report of 2000', '000000000000', Date.UTC(1999, 11, 31, 16)],
  ])('that show %s', (_, clock, ts) => {
    const decoded = connectLock().decode(live, location({ clock }, { 51: text33(true, '0') }));
    expect(decoded).toMatchObject({
      reports: [{ ts }],
      acknowledgement: expect.any(Buffer),
    });
  });

  it('with a wrong record follow the rules of all carriers', () => {
    const lock = connectLock();
    const decoded = lock.decode(
      stored,
      records(location({ clock: '000101000010' }, {}), location({}, {})),
    );
    expect(decoded.reports).toMatchObject([{ ts: Date.UTC(1999, 11, 31, 16, 0, 10) }, { ts: NOW }]);
  });
});

it.each([
  ['D6', { 214: hex('0001') }],
  ['DA of another length', { 218: hex('0003') }],
  ['both', { 214: hex('0001'), 218: hex('000300') }],
])('a JT709 without voltage is recognised by its battery and %s', (_, values) => {
  const lock = connectLock();
  const body = location({ clock: clockAt(NOW, 0) }, { 212: hex('51'), ...values });
  expect(lock.decode(live, body).reports).toMatchObject([
    { ts: NOW, electric: 81, lock_status: 2 },
  ]);
});

describe('JT705A', () => {
  const report = hex(
    '7e55018c378500110002004108052103103722348643113550130700001f080000000a530000000000000308000000100101020200170a030000000c06fff1ffa8ff7d021a7e',
  );

  it('receives an acknowledgement in its own format', () => {
    const { acknowledgement } = createJt808({ secret: SECRET }).openSession().decode(report, NOW);
    const inside = hex('4401 0003 850011000200 01 5501 00');
    const sum = inside.reduce((all, byte) => all ^ byte, 0);
    expect(acknowledgement).toEqual(Buffer.concat([hex('7e'), inside, Buffer.of(sum), hex('7e')]));
  });

  it('receives the time, up to once a minute', () => {
    const session = createJt808({ secret: SECRET }).openSession();
    const question = Buffer.from('(850011000200,1,001,BASE,2,TIME)');
    const answers = [0, 30_000, 61_000].map((later) =>
      session.decode(question, Date.UTC(2026, 0, 1, 12) + later).reply?.toString(),
    );
    expect(answers).toEqual([
      '(850011000200,1,001,BASE,2,20260101120000)',
      undefined,
      '(850011000200,1,001,BASE,2,20260101120101)',
    ]);
  });

  it('logs no passwords', () => {
    const session = createJt808({ secret: SECRET }).openSession();
    const { rejected, content, maskedFrame } = session.decode(
      Buffer.from('(740190311185,1,001,ELOCK,3,529439)'),
      NOW,
    );
    expect(rejected).toBeUndefined();
    expect(JSON.stringify(content) + Buffer.from(maskedFrame ?? []).toString()).not.toContain(
      '529439',
    );
    const withPassword = hex(
      '7e55018c418560090010174701022106242122348476113550490700001c06000000074e0000000000000308100000100102020200000a030000000b0803363839363037650c0600000001000afa7e',
    );
    const decoded = session.decode(withPassword, Date.UTC(2021, 1, 1));
    expect(decoded.reports).toMatchObject([{ lock_action: 2, lock_status: 0 }]);
    expect(
      JSON.stringify(decoded.content) + Buffer.from(decoded.maskedFrame ?? []).toString('latin1'),
    ).not.toContain('689607');
  });

  it.each(['unseal', 'restart', 'readSettings'])('does not support %s', (cmd) => {
    const session = createJt808({ secret: SECRET }).openSession();
    session.decode(report, NOW);
    const command = { id: '1', cmd, args: {}, ts: NOW, exp: NOW + MINUTE };
    expect(session.encode(command, NOW, { id: '850011000200', protocol: 3 })).toEqual({
      unsupported: true,
    });
  });
});
