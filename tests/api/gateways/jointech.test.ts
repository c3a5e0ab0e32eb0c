import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { LIMITS } from '../../../src/server/gateways/limits';
import { CLOSED, digits, OPEN, record, SEALED } from './jointechRecord';
import { openTestGateway } from './openTestGateway';

type House = Awaited<ReturnType<typeof openTestGateway>>;
type Connection = Awaited<ReturnType<House['connect']>>;

/** Entered locks, one for each test. Number 9 is entered with the protocol MQTT. */
const idOf = (i: number) => `80000000${String(i).padStart(2, '0')}`;
let house: House;
beforeAll(async () => {
  house = await openTestGateway(
    Array.from({ length: 15 }, (_, i) => ({ sn: idOf(i), protocol: i === 9 ? 0 : 1 })),
  );
});

const text = (connection: Connection) => connection.heard().toString('latin1');
const hears = (connection: Connection, words: string) =>
  expect.poll(() => text(connection)).toContain(words);

/** In whole seconds, as on the wire. */
const now = () => Math.floor(Date.now() / 1000) * 1000;

describe('a lock that reports', () => {
  it('gets an acknowledgement, and its position and state are stored', async () => {
    const lock = await house.connect('jointech');
    const at = now();
    lock.say(record(idOf(0), { at, serial: 86 }));
    await hears(lock, '(P69,0,86)');
    expect(await house.device(idOf(0))).toMatchObject({
      status: 2,
      electric: 81,
      report_time: at,
      positionType: 0,
      communicate_status: 1,
    });
    lock.forget();
    lock.say(record(idOf(0), { at, serial: 86 }));
    await hears(lock, '(P69,0,86)');
    expect(await house.rows('deviceLocationRecord', idOf(0))).toHaveLength(1);
    lock.leave();
    await expect.poll(async () => (await house.device(idOf(0))).communicate_status).toBe(0);
    await expect
      .poll(async () => (await house.rows('connectionRecord', idOf(0))).map(({ event }) => event))
      .toEqual([1, 2]);
  });

  it('raises its alarm at the time of receipt if its clock was never set', async () => {
    const lock = await house.connect('jointech');
    const ropeCut = record(idOf(13), { data: 2, status: OPEN | 8, serial: 4 }).fill(0, 10, 16);
    lock.say(ropeCut);
    await hears(lock, '(P69,0,4)');
    const [stored] = await house.rows('deviceLocationRecord', idOf(13));
    expect(stored?.create_time).toBe(stored?.receive_time);
    expect(await house.rows('alertRecord', idOf(13))).toMatchObject([{ police_type: 1008 }]);
  });

  it('gets no acknowledgement before its report is stored', async () => {
    const release = house.holdBack();
    const lock = await house.connect('jointech');
    lock.say(record(idOf(1), { serial: 3 }));
    lock.say(`(${idOf(1)},P22,2)`);
    await hears(lock, '(P22,');
    await expect
      .poll(() => house.rows('deviceLocationRecord', idOf(1)).then(({ length }) => length))
      .toBe(1);
    expect(text(lock)).not.toContain('P69');
    release();
    await hears(lock, '(P69,0,3)');
  });

  it('keeps its new connection while reports of the one that it left are still decoded', async () => {
    const sn = idOf(14);
    const begin = now() - 600_000;
    const reportsOf = (serials: readonly number[]) =>
      Buffer.concat(
        serials.map((serial) => record(sn, { at: begin + serial * 1000, serial, data: 3 })),
      );
    // More than are stored at once, so that the others wait.
    const more = Array.from({ length: LIMITS.unstored + 16 }, (_, serial) => serial);
    const release = house.holdBack();
    const left = await house.connect('jointech');
    left.say(reportsOf(more));
    const decoded = () => house.messages.filter((message) => message.sn === sn).length;
    await expect.poll(decoded).toBe(LIMITS.unstored);
    left.leave();
    const lock = await house.connect('jointech');
    lock.say(reportsOf([more.length]));
    await expect.poll(decoded).toBe(LIMITS.unstored + 1);
    release();
    await hears(lock, `(P69,0,${more.length})`);
    await expect
      .poll(() => house.rows('deviceLocationRecord', sn).then(({ length }) => length))
      .toBe(more.length + 1);
    lock.say(reportsOf([more.length + 1]));
    await hears(lock, `(P69,0,${more.length + 1})`);
  });

  it.skipIf(inject('postgres') === undefined)(
    'loses no acknowledged report if the database dies',
    async () => {
      const sn = idOf(10);
      const begin = now() - 600_000;
      const missing = new Set(Array.from({ length: 240 }, (_, serial) => serial));
      const acknowledged = new Set<number>();
      // Asks again where its own connection is one of the lost ones.
      const storedSerials = () =>
        vi.waitFor(
          async () =>
            (await house.rows('deviceLocationRecord', sn)).map(
              ({ create_time }) => (Number(create_time) - begin) / 1000,
            ),
          { timeout: 20_000 },
        );
      for (let round = 0; missing.size > 0 && round < 20; round++) {
        const lock = await house.connect('jointech');
        const all = [...missing];
        for (const [i, serial] of all.entries()) {
          lock.say(record(sn, { at: begin + serial * 1000, serial }));
          // The first two rounds lose every database connection midway.
          if (round < 2 && i === Math.floor(all.length / 3)) {
            await sql`select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()`.execute(
              house.store.db,
            );
          }
        }
        let isClosed = false;
        void lock.closed.then(() => {
          isClosed = true;
        });
        const heardAll = () => all.every((serial) => text(lock).includes(`(P69,0,${serial})`));
        await expect.poll(() => isClosed || heardAll()).toBe(true);
        for (const [, serial] of text(lock).matchAll(/\(P69,0,(\d+)\)/g)) {
          acknowledged.add(Number(serial));
          missing.delete(Number(serial));
        }
        lock.leave();
        const stored = new Set(await storedSerials());
        expect([...acknowledged].filter((serial) => !stored.has(serial))).toEqual([]);
      }
      expect([...missing]).toEqual([]);
      // Reports that were sent again after a lost acknowledgement are stored once.
      expect((await storedSerials()).length).toBe(240);
    },
    60_000,
  );

  it('keeps its current state when it sends buffered reports', async () => {
    const lock = await house.connect('jointech');
    const at = now();
    lock.say(record(idOf(2), { at: at - 60_000, serial: 1 }));
    await hears(lock, '(P69,0,1)');
    // Rope cut. Newer than the latest report, but from the lock's memory.
    lock.say(record(idOf(2), { at: at - 30_000, data: 3, status: SEALED | 8, serial: 2 }));
    await hears(lock, '(P69,0,2)');
    expect(await house.device(idOf(2))).toMatchObject({ status: 2, report_time: at - 60_000 });
    expect(await house.rows('deviceLocationRecord', idOf(2))).toHaveLength(2);
    expect(await house.rows('alertRecord', idOf(2))).toMatchObject([
      { police_type: 1008, told_late: true },
    ]);
    lock.say(record(idOf(2), { at, data: 2, status: SEALED | 8, serial: 3 }));
    await hears(lock, '(P69,0,3)');
    expect(await house.device(idOf(2))).toMatchObject({ status: 3, report_time: at });
  });

  it('is stored live with a clock that was never set, and its buffered reports and junk are dropped', async () => {
    const lock = await house.connect('jointech');
    lock.say('no frame at all\r\n');
    lock.say(record(idOf(3), { at: Date.UTC(2000, 0, 1), serial: 4 }));
    lock.say(record(idOf(3), { at: Date.now() + 3 * 86_400_000, data: 3, serial: 5 }));
    await hears(lock, '(P69,0,4)');
    await hears(lock, '(P69,0,5)');
    expect(await house.rows('deviceLocationRecord', idOf(3))).toHaveLength(1);
    const { status, report_time } = await house.device(idOf(3));
    expect(status).toBe(2);
    expect(Date.now() - Number(report_time)).toBeLessThan(600_000);
    const messages = house.messages.filter(({ sn }) => sn === idOf(3));
    expect(messages.filter(({ down }) => !down).map(({ why }) => why)).toEqual([
      undefined,
      expect.stringContaining('Clock shows'),
    ]);
    // Messages to the lock are logged beside its own.
    const acknowledgements = messages.filter(({ down }) => down);
    expect(
      acknowledgements.map(({ channel, raw }) => `${channel} ${Buffer.from(raw)}`).toSorted(),
    ).toEqual(['ack (P69,0,4)', 'ack (P69,0,5)']);
  });

  it('in fragments and batches is decoded all the same', async () => {
    const lock = await house.connect('jointech');
    const at = now();
    const many = Buffer.concat(
      Array.from({ length: 100 }, (_, i) =>
        record(idOf(4), { at: at - (100 - i) * 1_000, serial: i }),
      ),
    );
    for (let i = 0; i < many.length; i += 61) lock.say(many.subarray(i, i + 61));
    await hears(lock, '(P69,0,99)');
    await expect
      .poll(() => house.rows('deviceLocationRecord', idOf(4)).then(({ length }) => length))
      .toBe(100);
    expect(text(lock).match(/P69/g)).toHaveLength(100);
  });
});

describe('a report that is not accepted', () => {
  const waiting = async (sn: string) => {
    const { rows } = await sql`select sn, protocol from "waitingLock" where sn = ${sn}`.execute(
      house.store.db,
    );
    return rows;
  };

  it('lists an unknown lock for adoption, and is acknowledged', async () => {
    const lock = await house.connect('jointech');
    lock.say(record('7777777777', { serial: 9 }));
    await hears(lock, '(P69,0,9)');
    await expect.poll(() => waiting('7777777777')).toEqual([{ sn: '7777777777', protocol: 1 }]);
  });

  it('is that of a lock with another protocol', async () => {
    const lock = await house.connect('jointech');
    lock.say(record(idOf(9), { serial: 8 }));
    await hears(lock, '(P69,0,8)');
    expect(await house.device(idOf(9))).toMatchObject({ status: 255, communicate_status: 0 });
    await expect
      .poll(() => house.rows('connectionRecord', idOf(9)))
      .toMatchObject([{ event: 3, reason: 7 }]);
  });
});

describe('a command', () => {
  it('carries the password of the lock, and ends with its reply', async () => {
    const id = idOf(5);
    const lock = await house.connect('jointech');
    lock.say(record(id));
    await hears(lock, '(P69');
    const unseal = await house.command(id, 'unseal');
    await hears(lock, '(P43,888888)');
    lock.say(`(${id},P43,1,0)`);
    await expect.poll(() => house.ticket(unseal)).toMatchObject({ state: 'success' });
    const time = new Date(now());
    const [year, month, day] = [
      time.getUTCFullYear() % 100,
      time.getUTCMonth() + 1,
      time.getUTCDate(),
    ];
    const clock = time.toISOString().slice(11, 19).replaceAll(':', '');
    const date = [day, month, year].map((part) => digits(part, 2)).join('');
    lock.say(`(${id},P45,${date},${clock},22.58,N,113.91,E,A,0,0,4,1,0000000000,1,0,5,58)`);
    await hears(lock, '(P69,0,5)');
    expect(await house.device(id)).toMatchObject({ status: 0 });
    expect(await house.rows('lockHistory', id)).toMatchObject([
      { lock_action: 1, lock_status: 0, operate_name: 'Lin' },
    ]);

    const change = await house.command(id, 'unsealPassword', { password: '12345612' });
    await hears(lock, '(P44,12345612,888888)');
    lock.forget();
    lock.say(`(${id},P44,1)`);
    await hears(lock, '(P44,1)');
    await expect.poll(() => house.ticket(change)).toMatchObject({ state: 'success' });
    const sent = await house.sealedPassword(id);
    // The password as read back: the lock kept six of the eight digits.
    lock.say(`(${id},P44,123456)`);
    await expect.poll(() => house.sealedPassword(id)).not.toBe(sent);
    lock.say(record(id, { at: now() + 2_000, serial: 9 }));
    await hears(lock, '(P69,0,9)');
    await house.command(id, 'unseal');
    await hears(lock, '(P43,123456)');
    lock.say(`(${id},P43,0,2)`);
    const contents = JSON.stringify(
      house.messages.filter(({ sn }) => sn === id).map(({ said: contents }) => contents),
    );
    const raw = house.messages.map((message) => Buffer.from(message.raw).toString('latin1')).join();
    for (const secret of ['888888', '123456']) {
      expect(contents).not.toContain(secret);
      expect(raw).not.toContain(secret);
    }
  });

  it('fails with the reason that the lock gives', async () => {
    const id = idOf(6);
    const lock = await house.connect('jointech');
    lock.say(record(id));
    await hears(lock, '(P69');
    const unseal = await house.command(id, 'unseal');
    await hears(lock, '(P43,');
    lock.say(`(${id},P43,0,3)`);
    await expect
      .poll(() => house.ticket(unseal))
      .toEqual({ state: 'failure', message: 'Wrong password, 3 in a row' });
  });

  it('waits for a sleeping lock, one of each kind at a time', async () => {
    const id = idOf(7);
    const lock = await house.connect('jointech');
    lock.say(record(id));
    await hears(lock, '(P69');
    lock.leave();
    await expect.poll(async () => (await house.device(id)).communicate_status).toBe(0);
    const [first, second, other] = [
      await house.command(id, 'vibration', { value: 0 }),
      await house.command(id, 'vibration', { value: 15 }),
      await house.command(id, 'unseal'),
    ];
    expect(await house.ticket(first)).toMatchObject({ state: 'waiting' });
    const awake = await house.connect('jointech');
    awake.say(`(${id},@JT)`);
    await hears(awake, '(P43,888888)');
    expect(text(awake)).toContain('(P37,1,0)');
    expect(text(awake)).not.toContain('(P37,1,63)');
    awake.say(`(${id},P37,0,15)`);
    await hears(awake, '(P37,1,63)');
    awake.say(`(${id},P37,63,15)(${id},P43,1,0)`);
    for (const ticket of [first, second, other]) {
      await expect.poll(() => house.ticket(ticket)).toMatchObject({ state: 'success' });
    }
  });

  it('goes over the latest connection of the lock', async () => {
    const id = idOf(8);
    const before = await house.connect('jointech');
    before.say(record(id, { status: OPEN }));
    await hears(before, '(P69');
    const after = await house.connect('jointech');
    after.say(record(id, { status: CLOSED, serial: 8 }));
    await hears(after, '(P69,0,8)');
    await before.closed;
    await house.command(id, 'vibration', { value: 0 });
    await hears(after, '(P37,1,0)');
    expect(await house.device(id)).toMatchObject({ communicate_status: 1 });
  });
});

// A data folder serves one server only, so this needs an external PostgreSQL.
describe.runIf(inject('postgres'))('a change on another server', () => {
  it('takes effect here at once', async () => {
    const id = idOf(11);
    const [{ db }, soon] = [house.store, { timeout: 120_000 }];
    const lock = await house.connect('jointech');
    lock.say(record(id));
    await hears(lock, '(P69');
    await sql`update device set protocol = 0 where sn = ${id}`.execute(db);
    await lock.closed;
    const refused = await house.connect('jointech');
    refused.say(record(id, { serial: 2 }));
    await hears(refused, '(P69,0,2)');
    const refusals = async () =>
      (await house.rows('connectionRecord', id)).filter(({ event }) => event === 3).length;
    await expect.poll(refusals, soon).toBe(1);
    await sql`update device set protocol = 1 where sn = ${id}`.execute(db);
    await expect
      .poll(async () => {
        refused.say(`(${id},@JT)`);
        return (await house.device(id)).communicate_status;
      }, soon)
      .toBe(1);
    await sql`insert into lock_access (sn, digest, issued_by, issued_at) values (${id}, null, 'Lin', 0)`.execute(
      db,
    );
    await refused.closed;
  });

  it('takes effect after a lost notification, once the server listens again', async () => {
    const id = idOf(12);
    const { db } = house.store;
    const lock = await house.connect('jointech');
    lock.say(record(id));
    await hears(lock, '(P69');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(db);
    await sql`update device set protocol = 0 where sn = ${id}`.execute(db);
    await lock.closed;
  });
});
