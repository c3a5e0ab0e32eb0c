import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitFrames, writeFrame } from '../../../src/server/gateways/jt808/frames';
import {
  answerTo,
  clockAt,
  hex,
  location,
  read,
  text33,
} from '../../unit/server/gateways/jt808/lock';
import { openTestGateway } from './openTestGateway';

type House = Awaited<ReturnType<typeof openTestGateway>>;

const HHD = 2;
const OTHER = 3;
/** Entered locks, one for each test. */
const idOf = (i: number) => `0950372861${String(i).padStart(2, '0')}`;
let house: House;
beforeAll(async () => {
  house = await openTestGateway(
    Array.from({ length: 9 }, (_, i) => ({ sn: idOf(i), protocol: i === 7 ? OTHER : HHD })),
  );
});

/** In whole seconds, as on the wire. */
const now = () => Math.floor(Date.now() / 1_000) * 1_000;

/** Connects a lock of the 2018 dialect. The test reads the server's messages one by one. */
const connectLock = async (id: string, at: House = house) => {
  const connection = await at.connect('jt808');
  let serial = 0;
  let nextIndex = 0;
  const frames = () => splitFrames(connection.heard()).frames.map(read);
  return {
    ...connection,
    say: (message: number, body: Buffer = Buffer.alloc(0)) =>
      connection.say(
        writeFrame({ id, version: undefined }, { code: message, serial: serial++, body }),
      ),
    raw: connection.say,
    /** Waits for the next message of a type from the server. */
    next: async (message: string) => {
      let match: ReturnType<typeof read> | undefined;
      await expect
        .poll(
          () => {
            const all = frames();
            const at = all.findIndex((frame, i) => i >= nextIndex && frame.message === message);
            if (at < 0) return undefined;
            match = all[at];
            nextIndex = at + 1;
            return match?.message;
          },
          { timeout: 120_000 },
        )
        .toBe(message);
      if (match === undefined) throw new Error(`no ${message}`);
      return match;
    },
    frames,
  };
};

const report = (at: number, isSealed: boolean, reason: string): Buffer =>
  location({ clock: clockAt(at) }, { 51: text33(isSealed, reason) });

describe('a lock of HHD', () => {
  it('registers, reports and obeys; its command ends with the report of its motor', async () => {
    const id = idOf(0);
    const lock = await connectLock(id);
    lock.say(0x0100, Buffer.alloc(37));
    const code = hex((await lock.next('8100')).body.slice(6));
    lock.say(0x0102, code);
    expect((await lock.next('8001')).body).toBe('0001010200');
    const at = now();
    lock.say(0x0200, report(at, true, '0'));
    expect((await lock.next('8001')).body).toBe('0002020000');
    expect(await house.device(id)).toMatchObject({
      status: 2,
      voltage: expect.closeTo(4.09),
      report_time: at,
      positionType: 0,
      communicate_status: 1,
    });

    const ticket = await house.command(id, 'unseal');
    const order = await lock.next('0310');
    expect(order).toMatchObject({ id, body: '01240100' });
    lock.say(0x0311, answerTo(order.serial, '012400'));
    // A timed report from before the motor moved.
    lock.say(0x0200, report(at + 1_000, true, '0'));
    await lock.next('8001');
    expect(await house.ticket(ticket)).toMatchObject({ state: 'sent' });
    lock.say(0x0200, report(at + 2_000, false, 'G'));
    lock.say(0x0200, report(at + 2_000, false, 'G'));
    await lock.next('8001');
    await lock.next('8001');
    await expect.poll(() => house.ticket(ticket)).toMatchObject({ state: 'success' });
    expect(await house.device(id)).toMatchObject({ status: 0 });
    expect(await house.rows('deviceLocationRecord', id)).toHaveLength(3);
    expect(await house.rows('lockHistory', id)).toMatchObject([
      { lock_action: 1, lock_status: 0, operate_name: 'Lin' },
    ]);
  });

  it('is disconnected if its code is wrong', async () => {
    const id = idOf(1);
    const lock = await connectLock(id);
    lock.say(0x0102, Buffer.from('not the code'));
    expect((await lock.next('8001')).body).toBe('0000010201');
    await lock.closed;
    expect(await house.device(id)).toMatchObject({ communicate_status: 0 });
    await expect
      .poll(() => house.rows('connectionRecord', id))
      .toMatchObject([{ event: 3, reason: 1 }]);
  });

  it('is disconnected if it sends only frames without a sender', async () => {
    const stranger = await house.connect('jt808');
    stranger.say(Buffer.alloc(70_000, '7e617e', 'hex'));
    // Well before the minute that a connection has to identify itself.
    const end = stranger.closed.then(() => 'closed');
    expect(await Promise.race([end, setTimeout(20_000, 'open')])).toBe('closed');
  });

  it('keeps its current state when it sends buffered reports', async () => {
    const id = idOf(2);
    const lock = await connectLock(id);
    const at = now();
    lock.say(0x0200, report(at - 60_000, true, '0'));
    await lock.next('8001');
    const stored = [report(at - 90_000, false, 'G'), report(at - 30_000, false, '5')];
    lock.say(0x0210, Buffer.concat(stored.flatMap((body) => [Buffer.of(body.length), body])));
    await lock.next('8001');
    expect(await house.device(id)).toMatchObject({ status: 2, report_time: at - 60_000 });
    expect(await house.rows('deviceLocationRecord', id)).toHaveLength(3);
  });

  it('that only sends heartbeats gets its waiting commands, in its declared protocol', async () => {
    const id = idOf(3);
    const ticket = await house.command(id, 'restart', { control: 1 });
    const lock = await connectLock(id);
    lock.say(0x0002);
    const order = await lock.next('0310');
    expect(order.body).toBe('01230104');
    lock.say(0x0311, answerTo(order.serial, '012301'));
    await expect
      .poll(() => house.ticket(ticket))
      .toEqual({ state: 'failure', message: 'The lock refused' });
  });

  it('gets answers to implausible reports, and none to broken frames', async () => {
    const id = idOf(4);
    const lock = await connectLock(id);
    const broken = writeFrame(
      { id, version: undefined },
      { code: 0x0200, serial: 9, body: report(now(), true, '0') },
    );
    broken[40] = (broken[40] ?? 0) ^ 1;
    lock.say(0x0002);
    await lock.next('8001');
    lock.raw(Buffer.concat([Buffer.from('junk'), broken]));
    lock.say(0x0200, report(Date.UTC(2001, 0, 1), true, '0'));
    lock.say(0x0200, report(now() - 1_200_000, true, '0'));
    expect((await lock.next('8001')).body).toBe('0001020000');
    expect((await lock.next('8001')).body).toBe('0002020000');
    // The report with an unset clock counts as present; the one that is 20 minutes late is stored too.
    expect(await house.rows('deviceLocationRecord', id)).toHaveLength(2);
    expect(Date.now() - Number((await house.device(id)).report_time)).toBeLessThan(600_000);
    await expect
      .poll(async () => (await house.rows('connectionRecord', id)).map(({ detail }) => detail))
      .toEqual([
        null,
        expect.stringContaining('Clock shows 2001-01-01'),
        expect.stringContaining('jt808: its clock is 20 minutes slow'),
      ]);
  });
});

describe('a terminal of another manufacturer', () => {
  it('stores its position, and leaves its lock state unknown', async () => {
    const id = idOf(7);
    const lock = await connectLock(id);
    lock.say(0x0200, location({ clock: clockAt(now()) }, { 1: hex('00000064') }));
    await lock.next('8001');
    expect(await house.device(id)).toMatchObject({
      status: 255,
      positionType: 0,
      lat: expect.closeTo(34.586424),
    });
    await expect(house.command(id, 'unseal')).rejects.toThrow('Not supported');
  });
});

describe('an unknown lock', () => {
  it.each([
    ['095037299901', HHD, { 51: text33(true, '0') }],
    ['095037299902', OTHER, { 212: Buffer.of(80), 213: hex('0190') }],
  ])('%s is acknowledged and listed with its protocol', async (id, protocol, values) => {
    const lock = await connectLock(id);
    lock.say(0x0200, location({ clock: clockAt(now()) }, values));
    expect((await lock.next('8001')).body).toBe('0000020000');
    await expect.poll(() => house.rows('waitingLock', id)).toMatchObject([{ protocol }]);
  });
});

describe('two locks on one connection', () => {
  it('are told apart in 400 reports at once', async () => {
    const lock = await connectLock(idOf(5));
    const at = now() - 300_000;
    const stream = Buffer.concat(
      Array.from({ length: 400 }, (_, i) =>
        writeFrame(
          { id: idOf(5 + (i % 2)), version: undefined },
          { code: 0x0200, serial: i, body: report(at + (i >> 1) * 1_000, i % 2 === 0, '0') },
        ),
      ),
    );
    for (let i = 0; i < stream.length; i += 1_460) lock.raw(stream.subarray(i, i + 1_460));
    await expect.poll(() => lock.frames().length).toBe(400);
    expect(await house.rows('deviceLocationRecord', idOf(5))).toHaveLength(200);
    expect(await house.rows('deviceLocationRecord', idOf(6))).toHaveLength(200);
    expect(await house.device(idOf(5))).toMatchObject({ status: 2 });
    expect(await house.device(idOf(6))).toMatchObject({ status: 0 });
  });
});

describe('with authentication required', () => {
  it('no report is accepted before the code', async () => {
    const strict = await openTestGateway([{ sn: idOf(0), protocol: HHD }], { asksForAuth: true });
    const stranger = await connectLock(idOf(0), strict);
    stranger.say(0x0200, report(now(), false, '0'));
    await stranger.closed;
    expect(await strict.device(idOf(0))).toMatchObject({ status: 255, communicate_status: 0 });
    const lock = await connectLock(idOf(0), strict);
    lock.say(0x0100, Buffer.alloc(37));
    lock.say(0x0102, hex((await lock.next('8100')).body.slice(6)));
    await lock.next('8001');
    lock.say(0x0200, report(now(), true, '0'));
    await lock.next('8001');
    expect(await strict.device(idOf(0))).toMatchObject({ status: 2, communicate_status: 1 });
  });
});

it('the states of child locks are stored, unless they are old', async () => {
  const [sn, child] = [idOf(8), 'A1B2C3D4E5F6'];
  await sql`insert into "childLock" (child_sn, device_id, org_id)
    select ${child}, id, org_id from device where sn = ${sn}`.execute(house.store.db);
  const state = async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select status, round(voltage::numeric, 2)::float as voltage, report_time
      from "childLock" where child_sn = ${child}`.execute(house.store.db);
    return rows[0];
  };
  const lock = await connectLock(sn);
  const at = now();
  const tell = async (when: number, seal: '30' | '31', millivolts: string) => {
    const value = hex(`${child}${millivolts}${seal}0163`);
    lock.say(0x0200, location({ clock: clockAt(when, 0), status: 0x0000c003 }, { 99: value }));
    await lock.next('8001');
  };
  await tell(at - 5_000, '31', '0e74');
  expect(await state()).toEqual({ status: 2, voltage: 3.7, report_time: at - 5_000 });
  await tell(at, '30', '0e10');
  expect(await state()).toEqual({ status: 0, voltage: 3.6, report_time: at });
  await tell(at - 2_000, '31', '0e74');
  expect(await state()).toEqual({ status: 0, voltage: 3.6, report_time: at });
});
