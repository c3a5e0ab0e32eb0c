import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { periodStarts } from '../../../src/domain/period';
import { lockHistory } from '../../../src/resources';
import {
  entityTable,
  type GroupQuery,
  type Row,
  type Store,
  type TableQueries,
} from '../../../src/server/db';
import { describeEntity as described } from '../../../src/server/db/queries/describe';
import { choiceConditions, leadingColumn } from '../../../src/server/db/queries/pageKeys';
import { randomSource } from '../../unit/domain/geo/random';
import { declared } from './declared';
import { testStore } from './testStore';
import { as } from './world';

/** Root of 80 organisations. Below it is one of 12; most have none below. */
const ROOT = 1;
const BRANCH = 2;
const LEAF = 30;
const ORGS = 80;
const scopes: Record<number, (org: number) => boolean> = {
  [ROOT]: () => true,
  [BRANCH]: (org) => org >= 2 && org <= 13,
  [LEAF]: (org) => org === LEAF,
};
const NEWEST = Date.parse('2025-07-01T12:00:00Z');
const DAY = 86_400_000;
const ROWS = 9_000;
/** Value of only three records. */
const RARE = 14;

let store: Store;
let histories: TableQueries;
/** Records, newest first. */
let expected: Row[];

beforeAll(async () => {
  store = await testStore();
  for (let month = 0; month < 5; month += 2)
    await store.ensurePartitions(Date.UTC(2025, 6 - month));
  await sql`insert into org (id, org_name, org_type, parent_id) overriding system value
    select i, 'Organisation ' || i, 2, case when i = 1 then null when i between 3 and 13 then 2 else 1 end
    from generate_series(1, ${ORGS}) as i`.execute(store.db);
  const random = randomSource(11);
  const pick = (count: number) => Math.floor(random() * count);
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    create_time: NEWEST - pick(120 * DAY),
    sn: `SL${pick(60)}`,
    lock_action: i % 3_000 === 7 ? RARE : 1 + pick(13),
    lock_status: [2, 2, 2, 0, 1, null][pick(6)],
    org_id: 1 + Math.floor(random() ** 2 * ORGS),
  }));
  await sql`insert into "lockHistory" (create_time, sn, lock_action, lock_status, org_id)
    select create_time, sn, lock_action, lock_status, org_id
    from json_populate_recordset(null::"lockHistory", ${JSON.stringify(rows)}::json)`.execute(
    store.db,
  );
  await sql`vacuum analyze "lockHistory"`.execute(store.db);
  histories = entityTable(store, lockHistory, declared);
  const read = await sql<Row>`select id, org_id, sn, lock_action, lock_status, create_time
    from "lockHistory" order by create_time desc, id desc`.execute(store.db);
  expected = read.rows;
});

const isOf = (field: string, value: unknown) => (row: Row) =>
  [value].flat().some((one) => one === row[field]);
const since = (days: number) => (row: Row) => Number(row.create_time) >= NEWEST - days * DAY;
const from = (days: number) => ({ create_time_from: NEWEST - days * DAY });

const cases: [string, Row, ((row: Row) => boolean)[]][] = [
  ['nothing', {}, []],
  ['a week', from(7), [since(7)]],
  ['a status', { lock_status: 1 }, [isOf('lock_status', 1)]],
  ['a status most have', { lock_status: 2 }, [isOf('lock_status', 2)]],
  ['a status none has', { lock_status: 255 }, [() => false]],
  ['a week and a status', { ...from(7), lock_status: 2 }, [since(7), isOf('lock_status', 2)]],
  ['what few did', { lock_action: RARE }, [isOf('lock_action', RARE)]],
  ['several, one twice', { lock_action: [RARE, 3, 3] }, [isOf('lock_action', [RARE, 3])]],
  ['all statuses', { lock_status: [0, 1, 2, 3] }, [isOf('lock_status', [0, 1, 2, 3])]],
  ['none of none', { lock_action: [] }, [() => false]],
  [
    'two choices',
    { lock_status: [0, 1], lock_action: 5 },
    [isOf('lock_status', [0, 1]), isOf('lock_action', 5)],
  ],
  [
    'a choice and a part of an SN',
    { lock_status: [0, 2], sn: 'l1' },
    [isOf('lock_status', [0, 2]), ({ sn }) => /^SL1/.test(String(sn))],
  ],
  [
    'a choice and an SN in a month',
    { ...from(30), lock_action: [1, 2, 3], sn: 'SL17' },
    [since(30), isOf('lock_action', [1, 2, 3]), isOf('sn', 'SL17')],
  ],
];
const everywhere = [ROOT, BRANCH, LEAF].flatMap((orgId) =>
  cases.map(([name, filters, rules]) => [orgId, name, filters, rules] as const),
);

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const rowsOf = (orgId: number, rules: readonly ((row: Row) => boolean)[]) =>
  expected.filter((row) => scopes[orgId]?.(Number(row.org_id)) && rules.every((rule) => rule(row)));

describe('a list of records equals a scan of all records', () => {
  it.each(everywhere)('for organisation %i, by %s', async (orgId, _, filters, rules) => {
    const matching = rowsOf(orgId, rules);
    for (const page of [1, 2, 40]) {
      const answer = await histories.list({ page, pageSize: 25, filters }, as(orgId));
      expect(ids(answer.list)).toEqual(ids(matching.slice((page - 1) * 25, page * 25)));
      expect(answer.total).toBe(matching.length);
    }
    const sort = [
      { field: 'lock_status', order: 'desc' },
      { field: 'create_time', order: 'asc' },
    ] as const;
    const sorted = await histories.list({ page: 1, pageSize: 500, filters, sort }, as(orgId));
    expect(sorted.total).toBe(matching.length);
    if (matching.length <= 500) expect(new Set(ids(sorted.list))).toEqual(new Set(ids(matching)));
    const visited: unknown[] = [];
    await histories.each({ filters }, as(orgId), 333, (rows) => {
      visited.push(...ids(rows));
    });
    expect(visited).toEqual(ids(matching));
  });

  it.each(everywhere)('for organisation %i, by %s, in counts', async (orgId, _, filters, rules) => {
    const query: GroupQuery = {
      by: {
        field: 'create_time',
        days: periodStarts('day', NEWEST - 121 * DAY, NEWEST, 'Asia/Shanghai'),
      },
      split: { field: 'lock_action' },
      filters,
    };
    const zone = 480 * 60_000;
    const figures = new Map<string, number>();
    for (const { create_time, lock_action } of rowsOf(orgId, rules)) {
      const day = Math.floor((Number(create_time) + zone) / DAY) * DAY - zone;
      const key = `${day} ${lock_action}`;
      figures.set(key, (figures.get(key) ?? 0) + 1);
    }
    const groups = await histories.count(query, as(orgId));
    const sum = groups.reduce((total, { count }) => total + count, 0);
    for (const { value, split, count } of groups) {
      expect(count).toBe(figures.get(`${value} ${split}`));
    }
    if (groups.length < 1_000) expect(sum).toBe([...figures.values()].reduce((a, b) => a + b, 0));
  });

  it('with records that arrive meanwhile', async () => {
    const read = () =>
      histories.list({ page: 1, pageSize: 5, filters: { lock_action: RARE } }, as(ROOT));
    const { total } = await read();
    const { rows } = await sql<{
      id: number;
    }>`insert into "lockHistory" (create_time, lock_action, org_id)
      values (${NEWEST + 1}::bigint, ${RARE}, ${LEAF}) returning id`.execute(store.db);
    const after = await read();
    expect([after.total, after.list[0]?.id]).toEqual([total + 1, rows[0]?.id]);
    await sql`delete from "lockHistory" where create_time > ${NEWEST}::bigint`.execute(store.db);
  });
});

describe('records are read by the index of', () => {
  const entity = described(lockHistory, declared);
  const branch = Array.from({ length: 12 }, (_, i) => i + 2);
  const names = declared.wire;

  it.each<[string, Row, readonly number[], string | undefined]>([
    ['time or tenant where no choice is asked for', { sn: 'SL1' }, branch, undefined],
    ['a choice that fewer have', { lock_action: RARE }, branch, 'lock_action'],
    ['the tenant, where more have it', { lock_status: [0, 1, 2] }, branch, undefined],
    ['the rarer of two', { lock_status: 2, lock_action: RARE }, branch, 'lock_action'],
    ['no empty choice', { lock_status: [], lock_action: '' }, branch, undefined],
  ])('%s', async (_, filters, orgs, lead) => {
    expect(await leadingColumn(store.db, entity, { filters, names, orgs })).toBe(lead);
  });

  it('a choice that is a filter or is counted', () => {
    expect(
      choiceConditions(entity, { lock_status: 1, before_status: 1, lock_action: [2], sn: 'x' }),
    ).toEqual(['lock_action', 'lock_status']);
  });
});
