import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { record } from './jointechRecord';
import { openTestGateway } from './openTestGateway';

type House = Awaited<ReturnType<typeof openTestGateway>>;
type Server = Pick<House, 'connect'>;

const sns = Array.from({ length: 6 }, (_, i) => `810000000${i}`);
let house: House;
beforeAll(async () => {
  house = await openTestGateway(sns.map((sn) => ({ sn, protocol: 1 })));
});

const reach = async (sn: string) => (await house.device(sn)).communicate_status;
const becomes = (sn: string, expected: number) => expect.poll(() => reach(sn)).toBe(expected);
const ownerOf = async (sn: string) => {
  const { rows } = await sql<{ server: string; number: number }>`
    select held.server, held.number from lock_connection as held
    join device on device.id = held.device_id where device.sn = ${sn}`.execute(house.store.db);
  return rows[0];
};
const isOwnedBy = (sn: string, server: string) =>
  expect.poll(async () => (await ownerOf(sn))?.server).toBe(server);
const connectLock = async (server: Server, sn: string) => {
  const lock = await server.connect('jointech');
  lock.say(record(sn));
  return lock;
};
const idOf = async (sn: string) => (await house.device(sn)).id;

describe('of two servers on one database', () => {
  it('the second one leaves the locks of the first online when it starts', async () => {
    const [sn = ''] = sns;
    const lock = await connectLock(house, sn);
    await isOwnedBy(sn, 'first');
    const second = await house.openServer('second');
    expect(await reach(sn)).toBe(1);
    await second.close();
    lock.leave();
    await becomes(sn, 0);
  });

  it('neither marks a lock offline by the end of an older connection', async () => {
    const [, sn = '', other = ''] = sns;
    const second = await house.openServer('second');
    const older = await connectLock(house, sn);
    await isOwnedBy(sn, 'first');
    const before = await ownerOf(sn);
    const newer = await connectLock(second, sn);
    await isOwnedBy(sn, 'second');
    expect((await ownerOf(sn))?.number).toBeGreaterThan(before?.number ?? 0);
    const witness = await connectLock(house, other);
    await becomes(other, 1);
    older.leave();
    await older.closed;
    witness.leave();
    await becomes(other, 0);
    expect(await reach(sn)).toBe(1);
    newer.leave();
    await becomes(sn, 0);
    await second.close();
  });

  it('one clears its earlier connections when it starts again', async () => {
    const sn = sns[3] ?? '';
    const second = await house.openServer('second');
    await connectLock(second, sn);
    await isOwnedBy(sn, 'second');
    await second.close();
    expect(await reach(sn)).toBe(1);
    const again = await house.openServer('second');
    expect(await reach(sn)).toBe(0);
    await again.close();
  });

  it('each clears the connections of a dead server', async () => {
    const sn = sns[4] ?? '';
    const { db } = house.store;
    await sql`insert into server_beat (id, at) values ('dead', 0)`.execute(db);
    await db.transaction().execute(async (trx) => {
      await sql`update device_state set communicate_status = 1 where sn = ${sn}`.execute(trx);
      await sql`insert into lock_connection (device_id, server, number)
        values (${await idOf(sn)}, 'dead', 1)`.execute(trx);
    });
    await becomes(sn, 0);
    expect(await ownerOf(sn)).toBeUndefined();
  });

  it('one that was presumed dead takes its connections back', async () => {
    const sn = sns[5] ?? '';
    const { db } = house.store;
    const lock = await connectLock(house, sn);
    await isOwnedBy(sn, 'first');
    // The other server clears it in this way.
    await db.transaction().execute(async (trx) => {
      await sql`delete from server_beat where id = 'first'`.execute(trx);
      await sql`update device_state set communicate_status = 0 where sn = ${sn}`.execute(trx);
      await sql`delete from lock_connection where server = 'first'`.execute(trx);
    });
    await becomes(sn, 1);
    await isOwnedBy(sn, 'first');
    lock.leave();
    await becomes(sn, 0);
  });
});
