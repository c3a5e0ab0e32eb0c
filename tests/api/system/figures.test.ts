import { beforeAll, expect, it, vi } from 'vitest';
import config from '../../../resources.config';
import { alarmKind } from '../../../src/domain/alarm';
import { simExpiry } from '../../../src/domain/card';
import { SEALING, UNSEALING } from '../../../src/domain/lock';
import { ticketState } from '../../../src/domain/ticket';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';

type Server = Awaited<ReturnType<typeof startShipped>>;

const DAY = 86_400_000;
const EAST = 480;
const today = Math.floor((Date.now() + EAST * 60_000) / DAY) * DAY - EAST * 60_000;
const week = { create_time_from: today - 6 * DAY };

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
  await vi.waitFor(
    async () => expect(await totalOf('admin', 'deviceLocationRecord', {})).toBeGreaterThan(1_000),
    { timeout: 60_000, interval: 500 },
  );
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

/** A figure of the dashboard: its count, and the list that a value of it opens. */
const figures = [
  { entity: 'alertRecord', by: 'police_type', values: alarmKind, filters: week },
  { entity: 'alertRecord', by: 'state', values: [[0], [1]], filters: {} },
  { entity: 'appointmentCommandRecord', by: 'state', values: ticketState, filters: week },
  { entity: 'cardRenewal', by: 'bucket', values: simExpiry, filters: {} },
] as const;

it.each(['admin', 'harbour', 'northern', 'yantian', 'customs'])(
  'what the dashboard tells %s is what the lists behind it have',
  async (as) => {
    for (const { entity, by, values, filters } of figures) {
      for (const [value] of values) {
        await expect
          .poll(async () => {
            const { groups } = await ask(as, `/${entity}/count`, { by, ...filters });
            const told = groups.find((group: Group) => group.value === value)?.count ?? 0;
            return told - (await totalOf(as, entity, { ...filters, [by]: [value] }));
          })
          .toBe(0);
      }
    }
    const lock_action = [...SEALING, ...UNSEALING];
    const counted = { by: 'create_time', split: 'lock_action', offset: EAST, lock_action, ...week };
    for (const day of [today - 2 * DAY, today - DAY]) {
      const { groups } = await ask(as, '/lockHistory/count', counted);
      for (const actions of [SEALING, UNSEALING]) {
        const told = groups
          .filter(({ value, split }: Group) => value === day && actions.some((a) => a === split))
          .reduce((sum: number, { count }: Group) => sum + count, 0);
        const span = { create_time_from: day, create_time_to: day + DAY - 1 };
        expect(told).toBe(await totalOf(as, 'lockHistory', { ...span, lock_action: actions }));
      }
    }
  },
);

it('whoever is above sees the figures of those below as well', async () => {
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
