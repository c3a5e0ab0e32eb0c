import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appointmentCommandRecord, lockHistory } from '../../../src/resources';
import {
  entityTable,
  MAX_COUNTED_ROWS,
  type Row,
  type Store,
  type TableQueries,
} from '../../../src/server/db';
import { declared } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, HARBOUR, NORTHERN, QUAY, ROOT } from './world';

const ROWS = 12_000;
const NEWEST = Date.parse('2025-07-01T12:00:00Z');
/** Interval of the records, ms. They are spread over two years, with two at every moment. */
const STEP = 5_000_000;

let store: Store;
let histories: TableQueries;
/** Records, newest first. */
let expected: Row[];

beforeAll(async () => {
  store = await testStore();
  await addOrganisations(store);
  for (let month = 0; month < 26; month += 2) {
    await store.ensurePartitions(Date.UTC(2025, 7 - month));
  }
  await sql`insert into "lockHistory" (create_time, sn, lock_action, operate_name, org_id)
    select ${NEWEST}::bigint - (i / 2) * ${STEP}::bigint, 'SL' || lpad((i % 300)::text, 4, '0'),
      i % 3, 'n' || i, case i % 10 when 0 then ${HARBOUR}::bigint when 1 then ${QUAY} else ${ROOT} end
    from generate_series(0, ${ROWS - 1}) as i`.execute(store.db);
  histories = entityTable(store, lockHistory, declared);
  const { rows } = await sql<Row>`select id, org_id, sn, lock_action, create_time
    from "lockHistory" order by create_time desc, id desc`.execute(store.db);
  expected = rows;
});

/** Removes the records of a test, those with an SN like `like` or without one, because other tests count rows. */
const removeAfterwards = (like: string) =>
  onTestFinished(async () => {
    await sql`delete from "lockHistory" where sn is null or sn like ${like}`.execute(store.db);
  });

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const page = (number: number, pageSize: number, orgId = ROOT, filters: Row = {}) =>
  histories.list({ page: number, pageSize, filters }, as(orgId));

describe('records', () => {
  it('are listed newest first, page by page, and counted up to a limit', async () => {
    for (const number of [1, 2, 7]) {
      const { list, total } = await page(number, 50);
      expect(ids(list)).toEqual(ids(expected.slice((number - 1) * 50, number * 50)));
      expect(total).toBe(MAX_COUNTED_ROWS + 1);
    }
  });

  it('are listed oldest first on request', async () => {
    const sort = { field: 'create_time', order: 'asc' } as const;
    const { list } = await histories.list({ page: 2, pageSize: 9, filters: {}, sort }, as(ROOT));
    expect(ids(list)).toEqual(ids(expected.toReversed().slice(9, 18)));
  });

  it('of several organisations are merged', async () => {
    const own = expected.filter(({ org_id }) => org_id === HARBOUR || org_id === QUAY);
    for (const number of [1, 3, 60]) {
      const { list, total } = await page(number, 20, HARBOUR);
      expect(ids(list)).toEqual(ids(own.slice((number - 1) * 20, number * 20)));
      expect(total).toBe(own.length);
    }
  });

  it.each<[string, Row, (row: Row) => boolean]>([
    ['a part of an SN', { sn: 'l001' }, ({ sn }) => /^SL001/.test(String(sn))],
    ['a whole SN', { sn: 'SL0007' }, ({ sn }) => sn === 'SL0007'],
    ['a part of very many SNs', { sn: 'SL' }, () => true],
    ['a part of no SN', { sn: 'nope' }, () => false],
    [
      'whole SNs, one of them twice',
      { sn: ['SL0001', 'SL0011', 'SL0001'] },
      ({ sn }) => sn === 'SL0001' || sn === 'SL0011',
    ],
    [
      'a time',
      { create_time_from: NEWEST - 40 * STEP, create_time_to: NEWEST - 10 * STEP },
      ({ create_time: at }) => Number(at) >= NEWEST - 40 * STEP && Number(at) <= NEWEST - 10 * STEP,
    ],
    [
      'a time and a value',
      { create_time_from: NEWEST - 2_000 * STEP, lock_action: 2 },
      (row) => row.lock_action === 2 && Number(row.create_time) >= NEWEST - 2_000 * STEP,
    ],
    [
      'a time and a part of an SN',
      { create_time_to: NEWEST - 999 * STEP, sn: '015' },
      (row) => /015/.test(String(row.sn)) && Number(row.create_time) <= NEWEST - 999 * STEP,
    ],
  ])('are found by %s', async (_, filters, matches) => {
    for (const orgId of [ROOT, HARBOUR, QUAY]) {
      const seen = { [ROOT]: [ROOT, HARBOUR, QUAY], [HARBOUR]: [HARBOUR, QUAY] }[orgId] ?? [QUAY];
      const matching = expected.filter((row) => matches(row) && seen.includes(Number(row.org_id)));
      const { list, total } = await page(2, 30, orgId, filters);
      expect(ids(list)).toEqual(ids(matching.slice(30, 60)));
      expect(total).toBe(Math.min(matching.length, MAX_COUNTED_ROWS + 1));
    }
  });

  it('are read by id', async () => {
    const row = expected[5_000];
    expect(await histories.get(Number(row?.id), as(ROOT))).toMatchObject({ sn: row?.sn });
  });

  it('are visited in order, even across organisations', async () => {
    for (const [orgId, size] of [
      [ROOT, 1_000],
      [HARBOUR, 777],
    ] as const) {
      const visited: unknown[] = [];
      await histories.each({ filters: {} }, as(orgId), size, (rows) => {
        visited.push(...ids(rows));
      });
      const own = expected.filter(({ org_id }) => orgId === ROOT || org_id !== ROOT);
      expect(visited).toEqual(ids(own));
    }
  });
});

describe('a large number of records', () => {
  it('is counted again on a page that is not full', async () => {
    const table = entityTable(store, lockHistory, declared);
    const from = { create_time_from: NEWEST - 5_400 * STEP };
    const read = async (number: number, filters: Row = from) =>
      (await table.list({ page: number, pageSize: 1_000, filters }, as(ROOT))).total;
    expect([await read(1), await read(2), await read(12)]).toEqual([
      MAX_COUNTED_ROWS + 1,
      MAX_COUNTED_ROWS + 1,
      MAX_COUNTED_ROWS + 1,
    ]);
    expect(await read(1, { create_time_from: NEWEST - 10 * STEP })).toBe(22);
    expect(await read(1, { ...from, lock_action: 2 })).toBeLessThan(MAX_COUNTED_ROWS);
  });
});

describe('deep pages', () => {
  const addNewer = async () => {
    removeAfterwards('NEW');
    await sql`insert into "lockHistory" (create_time, sn, org_id)
      select ${NEWEST + 1}::bigint, 'NEW', ${ROOT} from generate_series(1, 5)`.execute(store.db);
  };

  it('continue after the last one, even if new records arrive', async () => {
    const { list: before } = await page(60, 100);
    expect(ids(before)).toEqual(ids(expected.slice(5_900, 6_000)));
    await addNewer();
    expect(ids((await page(61, 100)).list)).toEqual(ids(expected.slice(6_000, 6_100)));
    expect(ids((await page(63, 100)).list)).toEqual(ids(expected.slice(6_200, 6_300)));
  });

  it('are counted from the top without an earlier page', async () => {
    await addNewer();
    const { list } = await entityTable(store, lockHistory, declared).list(
      { page: 61, pageSize: 100, filters: {} },
      as(ROOT),
    );
    expect(ids(list)).toEqual(ids(expected.slice(5_995, 6_095)));
  });

  it('of one tenant are independent of another’s', async () => {
    await page(60, 20, HARBOUR);
    const { list } = await page(61, 20, QUAY);
    const own = expected.filter(({ org_id }) => org_id === QUAY);
    expect(ids(list)).toEqual(ids(own.slice(1_200, 1_220)));
  });
});

describe('the list of values for searches', () => {
  const values = async () => {
    const { rows } = await sql<Row>`select org, value from "lockHistory_sn_known"
      where value like 'K%' order by 1, 2`.execute(store.db);
    return rows.map(({ org, value }) => `${org} ${value}`);
  };

  it('contains the values of every statement, once, even with several servers', async () => {
    removeAfterwards('K%');
    const insert = (sns: readonly string[]) =>
      sql`insert into "lockHistory" (create_time, sn, org_id)
        select ${NEWEST}::bigint, sn, ${NORTHERN} from unnest(${sns}::text[]) as sn`.execute(
        store.db,
      );
    await Promise.all([insert(['K1', 'K2', 'K1']), insert(['K2', 'K3']), insert(['K3', 'K1'])]);
    await sql`insert into "lockHistory" (create_time, sn) values (1, 'KX'), (2, null)`.execute(
      store.db,
    );
    expect(await values()).toEqual(['K1', 'K2', 'K3'].map((sn) => `${NORTHERN} ${sn}`));
  });
});

describe('records that change later', () => {
  it('are in one table, with the same counts and order', async () => {
    const tickets = entityTable(store, appointmentCommandRecord, declared);
    const [first] = await tickets.add(
      [1, 2, 3].map((create_time) => ({ create_time, sn: 'T', state: 'waiting' })),
      as(QUAY),
    );
    await tickets.update(Number(first?.id), { state: 'sent' }, as(QUAY));
    const { list, total } = await tickets.list({ page: 1, pageSize: 9, filters: {} }, as(HARBOUR));
    expect(list.map(({ create_time, state }) => [create_time, state])).toEqual([
      [3, 'waiting'],
      [2, 'waiting'],
      [1, 'sent'],
    ]);
    expect(total).toBe(3);
  });
});
