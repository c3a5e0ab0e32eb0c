import { sql } from 'kysely';
import mqtt from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PROTOCOL } from '../../../src/domain/family';
import { lockPassword } from '../../../src/server/fleet';
import { writeFrame } from '../../../src/server/gateways/jt808/frames';
import { clockAt, location } from '../../unit/server/gateways/jt808/lock';
import { record } from './jointechRecord';
import { openTestGateway } from './openTestGateway';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** In whole seconds, as on every wire. */
const now = () => Math.floor(Date.now() / 1_000) * 1_000;

type House = Awaited<ReturnType<typeof openTestGateway>>;
let house: House;

interface Saying {
  readonly ts: number;
  readonly isBuffered?: boolean;
}

/** Sends a report that gives the server an alarm, except over JT/T 808. Resolves once it is acknowledged. */
type Say = (saying: Saying) => Promise<unknown>;

const overMqtt = async (sn: string): Promise<Say> => {
  const client = await mqtt.connectAsync(house.link.url, {
    clientId: sn,
    username: sn,
    password: lockPassword('test', sn),
  });
  onTestFinished(() => client.endAsync(true));
  return ({ ts, isBuffered }) =>
    client.publishAsync(
      `seal/v1/${sn}/up/report`,
      JSON.stringify({ ts, report_reson: isBuffered ? 2 : 0, lock_status: 2, police_type: 1008 }),
      { qos: 1 },
    );
};

const overJointech = async (sn: string): Promise<Say> => {
  const lock = await house.connect('jointech');
  let serial = 0;
  return async ({ ts, isBuffered }) => {
    serial += 1;
    lock.say(record(sn, { at: ts, data: isBuffered ? 3 : 2, status: 0x20e8, serial }));
    await expect.poll(() => String(lock.heard())).toContain(`(P69,0,${serial})`);
  };
};

/** Body of 0x0704 with one buffered record. */
const batchOf = (body: Buffer): Buffer => Buffer.concat([Buffer.of(0, 1, 1, 0, body.length), body]);

const overJt808 = async (sn: string): Promise<Say> => {
  const lock = await house.connect('jt808');
  let serial = 0;
  const say = async (code: number, body: Buffer) => {
    const length = lock.heard().length;
    lock.say(writeFrame({ id: sn, version: undefined }, { code, serial, body }));
    serial += 1;
    await expect.poll(() => lock.heard().length).toBeGreaterThan(length);
  };
  // Proves that its clock is Beijing's.
  await say(0x0200, location({ clock: clockAt(now()) }, {}));
  return ({ ts, isBuffered }) => {
    const body = location({ clock: clockAt(ts) }, {});
    return isBuffered ? say(0x0704, batchOf(body)) : say(0x0200, body);
  };
};

const overTraccar = async (sn: string): Promise<Say> => {
  return ({ ts, isBuffered }) => {
    const attributes = { alarm: 'tampering', ...(isBuffered && { archive: true }) };
    const position = { deviceTime: new Date(ts).toISOString(), valid: false, attributes };
    return house.takeIn({ device: { id: 1, uniqueId: sn }, position }, '127.0.0.1');
  };
};

const CARRIERS = [
  ['MQTT', PROTOCOL.mqtt, overMqtt],
  ['Jointech', PROTOCOL.jointech, overJointech],
  ['JT/T 808', PROTOCOL.jt808, overJt808],
  ['Traccar', PROTOCOL.traccar, overTraccar],
] as const;

let added = 0;
const addLock = async (protocol: number): Promise<string> => {
  added += 1;
  const sn = `${protocol === PROTOCOL.jointech ? 80 : 8000}${String(added).padStart(8, '0')}`;
  await sql`insert into device (sn, org_id, protocol) values (${sn}, 2, ${protocol})`.execute(
    house.store.db,
  );
  return sn;
};

const recordsOf = async (sn: string) =>
  (await house.rows('deviceLocationRecord', sn)).map((row) => ({
    at: Number(row.create_time),
    receivedAt: Number(row.receive_time),
  }));

const noted = async (sn: string) =>
  (await house.rows('connectionRecord', sn)).flatMap(({ detail }) =>
    typeof detail === 'string' && detail.includes('Clock') ? [detail] : [],
  );

beforeAll(async () => {
  house = await openTestGateway([]);
  await sql`update "systemParams" set param_text = '60' where param_name = 'record_keep_days'`.execute(
    house.store.db,
  );
});

describe.each(CARRIERS)('a lock over %s', (_, protocol, connect) => {
  it.each([
    ['of 2000', Date.UTC(2000, 0, 1)],
    ['of 2015', Date.UTC(2015, 0, 2)],
    ['older than records are kept', Date.now() - 61 * DAY],
    ['of 1,024 weeks ago', Date.now() - 1024 * 7 * DAY],
    ['two days ahead', Date.now() + 2 * DAY],
    ['ten years ahead', Date.now() + 3_652 * DAY],
  ])(
    'reports at the time of receipt if its clock is %s, and its buffered reports are dropped',
    async (_, at) => {
      const ts = Math.floor(at / 1_000) * 1_000;
      const sn = await addLock(protocol);
      const say = await connect(sn);
      const before = await recordsOf(sn);
      await say({ ts, isBuffered: true });
      expect(await recordsOf(sn)).toHaveLength(before.length);
      await say({ ts });
      const [last, ...more] = (await recordsOf(sn)).slice(before.length);
      expect(more).toEqual([]);
      expect(last?.at).toBe(last?.receivedAt);
      await expect
        .poll(() => noted(sn))
        .toContainEqual(
          expect.stringContaining(`Clock shows ${new Date(ts).toISOString().slice(0, 10)}`),
        );
    },
  );

  it.each([
    ['seven hours ahead', 7 * 60 * MINUTE, /Clock is (419|420) minutes fast/],
    ['twelve minutes ahead', 12 * MINUTE, /Clock is 1[12] minutes fast/],
    ['40 days ago', -40 * DAY, /Clock shows/],
    ['a minute ahead', MINUTE, undefined],
  ])('keeps the time of a live report %s', async (_, ahead, note) => {
    const sn = await addLock(protocol);
    const say = await connect(sn);
    const ts = now() + ahead;
    await say({ ts });
    expect((await recordsOf(sn)).map(({ at }) => at)).toContain(ts);
    const expected = note ? [expect.stringMatching(note)] : [];
    await expect.poll(() => noted(sn)).toEqual(expected);
  });

  it('keeps the time of a report that it buffered 59 days ago', async () => {
    const sn = await addLock(protocol);
    const say = await connect(sn);
    const ts = now() - 59 * DAY;
    await say({ ts, isBuffered: true });
    expect((await recordsOf(sn)).map(({ at }) => at)).toContain(ts);
    expect(await noted(sn)).toEqual([]);
    const { reports } = house.messages.findLast((each) => each.sn === sn && !each.down) ?? {};
    expect(reports).toMatchObject([{ ts, report_reson: 2 }]);
  });
});

it.each([0, Date.UTC(1980, 0, 6), 315_964_800, 1e15])(
  'an alarm over MQTT is stored even if the clock shows %d',
  async (ts) => {
    const sn = await addLock(PROTOCOL.mqtt);
    await (await overMqtt(sn))({ ts });
    expect(await house.rows('alertRecord', sn)).toMatchObject([{ police_type: 1008 }]);
  },
);

it('an alarm over JT/T 808 is stored even if the clock shows no date', async () => {
  const sn = await addLock(PROTOCOL.hhd);
  const lock = await house.connect('jt808');
  const body = location(
    { clock: '000000000000' },
    { 51: '*M00,29,1140902800082440000000000000&#' },
  );
  lock.say(writeFrame({ id: sn, version: undefined }, { code: 0x0200, serial: 1, body }));
  await expect.poll(() => lock.heard().length).toBeGreaterThan(0);
  const [row] = await recordsOf(sn);
  expect(row?.at).toBe(row?.receivedAt);
});
