import { describe, expect, it } from 'vitest';
import { jointechClient } from '../../../../src/demo/locks/jointechClient';
import type { LockCommand, LockReport } from '../../../../src/domain/lock';
import { jointech } from '../../../../src/server/gateways/jointech';

const ID = '7026000001';
const NOW = Date.UTC(2026, 4, 5, 6, 7, 8);

const REPORT: LockReport = {
  ts: NOW,
  report_reson: 0,
  lock_status: 2,
  position_status: 0,
  lat: 22.570313,
  lon: -114.265508,
  speed: 61.2,
  course: 124,
  electric: 87,
  mcc: 460,
  mnc: 1,
  lac: 4711,
  cid: 130_481_337,
};

/** Decodes the bytes of a lock like the server. */
const decodeAll = (bytes: Uint8Array | undefined) => {
  const { frames, rest, skippedBytes } = jointech.splitFrames(bytes ?? new Uint8Array());
  expect([rest.length, skippedBytes]).toEqual([0, 0]);
  const session = jointech.openSession();
  return frames.map((frame) => session.decode(frame, NOW));
};

describe('a report of a simulated Jointech lock', () => {
  it('decodes to the original report', () => {
    const [record] = decodeAll(jointechClient(ID).report(REPORT));
    expect(record?.id).toBe(ID);
    const [report] = record?.reports ?? [];
    const { lat, lon, speed, ...rest } = REPORT;
    expect(report).toMatchObject(rest);
    expect(report?.lat).toBeCloseTo(lat ?? 0, 5);
    expect(report?.lon).toBeCloseTo(lon ?? 0, 5);
    // The wire has whole knots.
    expect(Math.abs((report?.speed ?? 0) - (speed ?? 0))).toBeLessThan(1);
  });

  it.each([0, 1, 2, 3] as const)('has status %i', (lock_status) => {
    const [record] = decodeAll(jointechClient(ID).report({ ...REPORT, lock_status }));
    expect(record?.reports[0]?.lock_status).toBe(lock_status);
  });

  it('contains alarms, and actions before the new state', () => {
    const [alarm] = decodeAll(jointechClient(ID).report({ ...REPORT, police_type: 1010 }));
    expect(alarm?.reports[0]?.police_type).toBe(1010);
    const opened = {
      ...REPORT,
      lock_status: 0,
      lock_action: 5,
      icc_card_no: '1234567890',
    } as const;
    const [event, record] = decodeAll(jointechClient(ID).report({ ...opened, report_reson: 1 }));
    expect(event?.reports[0]).toMatchObject({ lock_action: 5, icc_card_no: '1234567890' });
    expect(record?.reports[0]?.lock_status).toBe(0);
  });

  it('is removed after its acknowledgement', () => {
    const client = jointechClient(ID);
    const bytes = client.report({ ...REPORT, lock_action: 1, report_reson: 1 });
    const acknowledged = decodeAll(bytes).map(
      ({ acknowledgement }) => acknowledgement ?? new Uint8Array(),
    );
    expect(client.receive(acknowledged[0] ?? new Uint8Array()).acknowledged).toBe(0);
    expect(client.receive(acknowledged[1] ?? new Uint8Array()).acknowledged).toBe(1);
  });
});

describe('a simulated Jointech lock with a command', () => {
  /** Sends a command and all its steps. @returns the commands for the lock, and the results of its answers */
  const send = (cmd: string, args: LockCommand['args'] = {}, client = jointechClient(ID)) => {
    const session = jointech.openSession();
    const command = { id: '1', cmd, args, ts: NOW, exp: NOW + 60_000 };
    const encoded = session.encode(command, NOW, { id: ID, protocol: 1 });
    if (!('bytes' in encoded)) throw new Error(JSON.stringify(encoded));
    const moved: string[] = [];
    const outcomes = [];
    let next: Uint8Array | undefined = encoded.bytes;
    for (let turn = 0; next && turn < 10; turn++) {
      const { commands, answer } = client.receive(next);
      moved.push(...commands.map((each) => each.cmd));
      const done = commands.map(({ id }) => client.answer({ id, code: 0 }) ?? new Uint8Array());
      const { frames } = jointech.splitFrames(Buffer.concat([answer ?? new Uint8Array(), ...done]));
      const results = frames.map((frame) => session.decode(frame, NOW));
      outcomes.push(...results.flatMap((result) => result.results));
      next = results.map((result) => result.reply).find(Boolean);
    }
    return { moved, outcome: outcomes[0], outcomes };
  };

  it.each([['unseal'], ['restart'], ['factoryReset']])('executes %s', (cmd) => {
    const { moved, outcome } = send(cmd);
    expect([moved, outcome?.code]).toEqual([[cmd], 0]);
  });

  it.each([
    ['vibration', { value: 11 }],
    ['timeZone', { minutes: 60 }],
    ['managementMode', { mode: 1 }],
    ['unsealEnable', { enable: 2 }],
    ['bluetoothSwitch', { on: false }],
    ['serverAddress', { host: 'seals.example', port: 10_002 }],
    ['setChildLocks', { locks: ['E03B60000A', 'E03B60000B'] }],
  ])('returns the new setting: %s', (cmd, args) => {
    const { moved, outcome } = send(cmd, args);
    expect([moved, outcome?.code]).toEqual([[], 0]);
    expect(outcome?.settings?.[cmd]).toMatchObject(args);
  });

  it('replies to a vibration setting with both values, as in the manual', () => {
    const { answer } = jointechClient(ID).receive(Buffer.from('(P37,1,126)'));
    expect(String(answer)).toBe(`(${ID},P37,126,15)`);
  });

  it('keeps other network settings when one changes', () => {
    const client = jointechClient(ID);
    send('serverAddress', { host: 'seals.example', port: 10_002 }, client);
    const { outcome } = send('apn', { apn: 'private.net', user: 'u', password: 'p' }, client);
    expect(outcome).toMatchObject({
      code: 0,
      settings: {
        serverAddress: { host: 'seals.example', port: 10_002 },
        apn: { apn: 'private.net', user: 'u' },
      },
    });
  });

  it('stores forty cards in groups of twenty', () => {
    const client = jointechClient(ID);
    const cards = Array.from({ length: 40 }, (_, i) => String(2_000_000 + i).padStart(10, '0'));
    expect(send('addCards', { cards }, client).outcome?.code).toBe(0);
    expect(send('removeCards', { cards: [cards[0]] }, client).outcome?.code).toBe(0);
    const { outcome } = send('readCards', {}, client);
    expect(outcome?.settings).toEqual({ addCards: { cards: cards.slice(1) } });
    send('clearCards', {}, client);
    expect(send('readCards', {}, client).outcome?.settings).toEqual({ addCards: { cards: [] } });
  });

  it('returns all settings at once', () => {
    const client = jointechClient(ID);
    send('vibration', { value: 3 }, client);
    expect(send('readSettings', {}, client).outcome?.settings).toMatchObject({
      vibration: { value: 3 },
      timeZone: { minutes: 480 },
      managementMode: { mode: 0 },
      unsealEnable: { enable: 1 },
      bluetoothSwitch: { on: true },
      serverAddress: { host: 'locks.example', port: 10_001 },
    });
  });

  it('accepts a new password, and reports which password it stored', () => {
    const { outcomes } = send('unsealPassword', { password: '12345612' });
    expect(outcomes.map(({ password }) => password)).toEqual(['12345612', '12345612']);
  });

  it.each([
    ['addCards', { cards: ['12345678901'] }, /at most 10 digits/],
    ['setChildLocks', { locks: Array(11).fill('E03B60000A') }, /at most 10 child locks/],
    ['serverAddress', { host: 'a,b', port: 1 }, /none of \( \) , =/],
  ])('receives no invalid command: %s', (cmd, args, why) => {
    expect(() => send(cmd, args)).toThrow(why);
  });
});
