import { beforeAll, expect, it, vi } from 'vitest';
import config from '../../../resources.config';
import { nativeLocks } from '../../../src/demo/locks/locks';
import { alarmKind } from '../../../src/domain/alarm';
import { simExpiry } from '../../../src/domain/card';
import { communicateStatus, lockStatus, SEALING, UNSEALING } from '../../../src/domain/lock';
import { ticketState } from '../../../src/domain/ticket';
import { sample } from '../../rounds';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';

type Server = Awaited<ReturnType<typeof startShipped>>;

const DAY = 86_400_000;
const EAST = 480;
const today = Math.floor((Date.now() + EAST * 60_000) / DAY) * DAY - EAST * 60_000;
const week = { create_time_from: today - 6 * DAY };

const LAST_LOCK = nativeLocks(2026).at(-1)?.sn;

let server: Server;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startShipped(await ownPlace(config), {
    DEMO: '1',
    DEMO_LOCKS: '40',
    DEMO_DAYS: '3',
  });
  for (const name of ['admin', 'harbour', 'northern', 'yantian', 'customs']) {
    tokens.set(name, await server.signIn(name));
  }
  const isGrowing = async () => (await ask('admin', '/alertRecord/count', { by: 'state' })).growing;
  const saysSo = async () =>
    (await ask('admin', '/lockHistory/list', { pageNum: 1, pageSize: 1 })).growing ?? false;
  const looks: boolean[][] = [];
  await vi.waitFor(
    async () => {
      looks.push([await isGrowing(), await saysSo(), await isGrowing()]);
      expect(looks.at(-1)?.[2]).toBe(false);
    },
    { timeout: 120_000, interval: 100 },
  );
  // A list of records says so exactly as long.
  for (const [before, meanwhile, after] of looks) {
    if (before === after) expect(meanwhile).toBe(before);
  }
  expect(await saysSo()).toBe(false);
  // This lock gets its past last.
  expect(await totalOf('admin', 'connectionRecord', { sn: LAST_LOCK })).toBeGreaterThan(0);
});

const ask = async (as: string, path: string, body: object) =>
  (await server.call(path, { ...body }, { token: tokens.get(as) ?? '' })).data;

const totalOf = async (as: string, entity: string, filters: object): Promise<number> =>
  (await ask(as, `/${entity}/list`, { pageNum: 1, pageSize: 1, ...filters })).total;

interface Group {
  readonly value: unknown;
  readonly split?: unknown;
  readonly count: number;
}

/** Figures of the dashboard: a count, and the list that each value opens. */
const figures = [
  { entity: 'alertRecord', by: 'police_type', values: alarmKind, filters: week },
  { entity: 'alertRecord', by: 'state', values: [[0], [1]], filters: {} },
  { entity: 'appointmentCommandRecord', by: 'state', values: ticketState, filters: week },
  { entity: 'cardRenewal', by: 'bucket', values: simExpiry, filters: {} },
  { entity: 'device', by: 'status', values: lockStatus, filters: {} },
  { entity: 'device', by: 'communicate_status', values: communicateStatus, filters: {} },
] as const;

/** Checks that every figure equals the total of its list. Polls, because the fleet keeps changing. */
const expectLists = async (as: string): Promise<void> => {
  for (const { entity, by, values, filters } of figures) {
    const apart = async () => {
      const { groups } = await ask(as, `/${entity}/count`, { by, ...filters });
      const wrong: unknown[] = [];
      for (const [value] of values) {
        const count = groups.find((group: Group) => group.value === value)?.count ?? 0;
        const listed = await totalOf(as, entity, { ...filters, [by]: [value] });
        if (count !== listed) wrong.push([entity, by, value, count, listed]);
      }
      return wrong;
    };
    await expect.poll(apart).toEqual([]);
  }
};

/** Zones without clock changes, with their offset east in minutes. */
const zones = [
  ['Asia/Shanghai', EAST],
  ['Pacific/Marquesas', -570],
  ['UTC', 0],
] as const;

/** Checks the seals and unseals of the last days by the clocks of a zone. */
const expectDays = async (as: string, [zone, offset]: (typeof zones)[number]): Promise<void> => {
  const begins = Math.floor((Date.now() + offset * 60_000) / DAY) * DAY - offset * 60_000;
  const lock_action = [...SEALING, ...UNSEALING];
  const span = { create_time_from: begins - 6 * DAY, create_time_to: begins + DAY - 1 };
  const counted = { by: 'create_time', split: 'lock_action', zone, lock_action, ...span };
  for (const day of [begins - 2 * DAY, begins - DAY]) {
    const { groups } = await ask(as, '/lockHistory/count', counted);
    for (const actions of [SEALING, UNSEALING]) {
      const counts = groups
        .filter(({ value, split }: Group) => value === day && actions.some((a) => a === split))
        .reduce((sum: number, { count }: Group) => sum + count, 0);
      const span = { create_time_from: day, create_time_to: day + DAY - 1 };
      expect(counts).toBe(await totalOf(as, 'lockHistory', { ...span, lock_action: actions }));
    }
  }
};

it.each(sample(['admin', 'harbour', 'northern', 'yantian', 'customs'], 3))(
  'the figures on the dashboard of %s equal those of the lists',
  async (as) => {
    await expectLists(as);
    for (const zone of zones) await expectDays(as, zone);
  },
);

it('the figures of an organisation include those below it', async () => {
  const openOf = async (as: string) => {
    const { groups } = await ask(as, '/lockHistory/count', {
      by: 'lock_action',
      create_time_to: today - 1,
    });
    return groups.reduce((sum: number, { count }: Group) => sum + count, 0);
  };
  const [admin, harbour, yantian, ...others] = await Promise.all(
    ['admin', 'harbour', 'yantian', 'northern', 'customs'].map(openOf),
  );
  expect(yantian).toBeGreaterThan(0);
  expect(harbour).toBeGreaterThan(yantian);
  expect(admin).toBe(others.reduce((sum, count) => sum + count, harbour));
});

it('the figures are right after alarms are processed, and locks and organisations move or are deleted', async () => {
  const [alarm] = (await ask('harbour', '/alertRecord/list', { state: [0], pageSize: 1 })).list;
  expect(
    (await ask('harbour', '/alertRecord/process', { ids: [alarm.id], note: 'Seen to' })).done,
  ).toBe(1);
  const orgOf = async (as: string) =>
    (await ask(as, '/device/list', { pageSize: 1 })).list[0].org_id;
  const [north, yard] = [await orgOf('northern'), await orgOf('yantian')];
  const { list: locks } = await ask('yantian', '/device/list', { pageSize: 20 });
  await ask('admin', '/device/update', { id: locks[0].id, org_id: north });
  const all = await totalOf('admin', 'device', {});
  // Some locks are named by a rule or a fence, and stay.
  for (const { id } of locks.slice(1)) {
    const token = tokens.get('admin') ?? '';
    const { verify } = await server.call('/device/delete', { ids: [id] }, { token });
    if (verify.sign === 'success') break;
  }
  expect(await totalOf('admin', 'device', {})).toBe(all - 1);
  const readers = sample(['admin', 'harbour', 'northern', 'yantian'], 3);
  for (const as of readers) await expectLists(as);

  const before = await totalOf('northern', 'lockHistory', { create_time_to: today });
  const moved = await totalOf('yantian', 'lockHistory', { create_time_to: today });
  await ask('admin', '/org/update', { id: yard, parent_id: north });
  expect(await totalOf('northern', 'lockHistory', { create_time_to: today })).toBe(before + moved);
  for (const as of readers) {
    await expectLists(as);
    await expectDays(as, zones[0]);
  }
});
