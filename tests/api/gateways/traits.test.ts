import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { splitFrames, writeFrame } from '../../../src/server/gateways/jt808';
import { clockAt, event60, hex, location } from '../../unit/server/gateways/jt808/lock';
import { renumberLock } from '../locks';
import { openTestGateway } from './openTestGateway';

type House = Awaited<ReturnType<typeof openTestGateway>>;

const [HHD, OTHER] = [2, 3];
const MINUTE = 60_000;
const UTC = 0;

/** In whole seconds, as on the wire. */
const now = () => Math.floor(Date.now() / 1_000) * 1_000;

/** Connects a lock to a server. Messages resolve when they are answered. */
const connectLock = async (server: Pick<House, 'connect'>, id: string) => {
  const connection = await server.connect('jt808');
  let serial = 0;
  return {
    ...connection,
    say: async (code: number, body: Buffer) => {
      serial += 1;
      connection.say(writeFrame({ id, version: undefined }, { code, serial, body }));
      await expect.poll(() => splitFrames(connection.heard()).frames.length).toBe(serial);
    },
  };
};

it('the next server knows the traits of a lock', async () => {
  const id = '095037286201';
  const house = await openTestGateway([{ sn: id, protocol: OTHER }]);
  const at = now();
  const live = location({ clock: clockAt(at, UTC) }, { 1: hex('00000064') });
  const past = location({ clock: clockAt(at - 30 * MINUTE, UTC) }, {});
  const buffered = Buffer.concat([hex('000101'), Buffer.of(0, past.length), past]);
  const times = async () =>
    (await house.rows('deviceLocationRecord', id)).map(({ create_time }) => Number(create_time));

  const before = await connectLock(house, id);
  await before.say(0x0200, live);
  before.leave();
  const second = await house.openServer('second');
  const after = await connectLock(second, id);
  await after.say(0x0704, buffered);
  await after.say(0x0200, live);
  expect(await times()).toEqual([at, at - 30 * MINUTE]);

  // The first server takes over again.
  after.leave();
  const again = await connectLock(house, id);
  await again.say(0x0704, buffered);
  expect(await times()).toHaveLength(2);
});

it('the first frame of a known HHD lock raises its alarm, once', async () => {
  const id = '095037286202';
  const house = await openTestGateway([{ sn: id, protocol: HHD }]);
  const at = now();
  const cut = (ts: number, values: Readonly<Record<number, Buffer>>) =>
    location({ alarm: 1 << 4, status: (1 << 14) | 3, clock: clockAt(ts, UTC) }, values);
  const lock = await connectLock(house, id);
  await lock.say(0x0200, cut(at - MINUTE, {}));
  expect(await house.device(id)).toMatchObject({ status: 3 });
  lock.leave();
  const second = await house.openServer('second');
  const next = await connectLock(second, id);
  await next.say(0x0200, cut(at, { 96: event60(0) }));
  expect(await house.rows('alertRecord', id)).toMatchObject([
    { police_type: 1008, create_time: at - MINUTE, times: 1 },
  ]);
});

it.each([
  ['is moved', "update device set org_id = 1 where sn = '095037286204'"],
  [
    'is entered again',
    `select from device_state where sn = '095037286204' for update;
     delete from device where sn = '095037286204';
     insert into device (sn, org_id, protocol) values ('095037286204', 1, 2)`,
  ],
])('an alarm that lasts is raised for the next owner after the lock %s', async (_, change) => {
  const id = '095037286204';
  const house = await openTestGateway([{ sn: id, protocol: HHD }]);
  const at = now();
  const cut = (ts: number) =>
    location({ alarm: 1 << 4, status: (1 << 14) | 3, clock: clockAt(ts, UTC) }, {});
  const lock = await connectLock(house, id);
  await lock.say(0x0200, cut(at - MINUTE));
  await lock.say(0x0200, cut(at - MINUTE / 2));
  lock.leave();
  for (const statement of change.split(';')) await sql.raw(statement).execute(house.store.db);
  // As the notification of the database does, which may come later.
  house.link.refresh(id);
  const second = await house.openServer('second');
  const [next, other] = change.startsWith('update') ? [second, house] : [house, second];
  await (await connectLock(next, id)).say(0x0200, cut(at));
  await (await connectLock(other, id)).say(0x0200, cut(at + 1_000));
  expect(await house.rows('alertRecord', id)).toMatchObject([
    { org_id: 2, create_time: at - MINUTE, times: 1 },
    { org_id: 1, create_time: at, times: 1 },
  ]);
});

it('a changed serial number clears the traits', async () => {
  const id = '095037286203';
  const house = await openTestGateway([{ sn: id, protocol: OTHER }]);
  const lock = await connectLock(house, id);
  await lock.say(0x0200, location({ clock: clockAt(now(), UTC) }, { 1: hex('00000064') }));
  const traits = async () =>
    (await sql`select from lock_traits`.execute(house.store.db)).rows.length;
  const before = await traits();
  await sql`update device set device_name = 'Other' where sn = ${id}`.execute(house.store.db);
  expect(await traits()).toBe(before);
  await renumberLock(house.store.db, id, '095037286204');
  expect(await traits()).toBe(before - 1);
});
