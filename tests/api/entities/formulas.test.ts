import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { action, type Console, choices, entity, f } from '../../../src/config';
import { computedValue } from '../../../src/fields/formulas';
import { device } from '../../../src/resources';
import type { Store } from '../../../src/server/db';
import { rowsOf, seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';
import { grantMenus } from './grantMenus';

const state = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
]);

const rental = entity('rental', ['Rental', '租赁'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true }),
    lock: f.ref(['Lock', '锁'], 'device', { via: 'sn' }),
    leaves: f.date(['Leaves', '出发']),
    due: f.date(['Due', '应还']),
    at: f.datetime(['Handed over', '交付时间']),
    fee: f.money(['Fee a day', '日租金'], { currency: 'CNY' }),
    share: f.number(['Share', '份额']),
    state: f.choice(['State', '状态'], state),
    note: f.text(['Note', '备注']),
    days: f.number(['Days', '天数'], { integer: true }),
    total: f.money(['Total', '合计'], { currency: 'CNY', indexed: true }),
    part: f.decimal(['Part', '部分'], { scale: 6 }),
    long: f.boolean(['Long', '长期']),
    back: f.date(['Back at the latest', '最迟归还']),
    ends: f.datetime(['Ends', '结束']),
    left: f.number(['Days left', '剩余天数'], { integer: true }),
    electric: f.number(['Battery', '电量'], { integer: true }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
  },
  computed: {
    days: (r) => r.leaves.daysTo(r.due).plus(1),
    total: (r) => r.fee.times(r.days.orElse(0)),
    part: (r) => r.fee.times(r.share).over(r.days),
    long: (r) => r.days.above(30).or(r.fee.atLeast('1000000' as never)),
    back: (r) => r.due.plusDays(3),
    ends: (r) => r.at.plusDays(r.days),
    left: (r, { today }) => today.daysTo(r.due),
    electric: (_, { of }) => of('lock', device, 'electric'),
  },
  rules: [
    {
      must: (r) => r.due.notBefore(r.leaves),
      at: 'due',
      message: ['Not before it leaves', '不能早于出发日期'],
    },
    {
      must: (r) => r.total.below(5000),
      while: (r) => r.state.is('lodged'),
      at: 'fee',
      message: ['Too dear to lodge', '金额过大，不能申报'],
    },
    {
      must: (r, { today }) => r.note.filled.or(today.notBefore(r.leaves)),
      at: 'note',
      message: ['Say why it leaves later', '请说明以后出发的原因'],
    },
  ],
  states: { field: 'state', start: 'draft', moves: { lodge: ['draft', 'lodged'] } },
  actions: { lodge: action(['Lodge', '申报']) },
});

const declared = {
  ...config,
  entities: [...config.entities, rental],
  pages: { ...config.pages, rental: 'rental' },
} as unknown as Console;

let server: Awaited<ReturnType<typeof openServer>>;
let harbour: Awaited<ReturnType<typeof server.as>>;
let db: Store['db'];
beforeAll(async () => {
  server = await openServer({
    config: declared,
    seed: async (store) => {
      db = store.db;
      await seed(store);
      await grantMenus(db, declared);
    },
  });
  harbour = await server.as('harbour');
});

const PAST = { leaves: '2026-01-30', due: '2026-03-01' };
const add = (values: object) => harbour.ask('/rental/add', { code: 'R', ...PAST, ...values });
const refusal = (path: string, body: object) => harbour.answer(path, body);

describe('a computed field', () => {
  it('follows from the fields of its record, after each change', async () => {
    const added = await add({ fee: '12.50', share: 0.1, at: 1_700_000_000_000 });
    expect(added).toMatchObject({
      days: 31,
      total: '387.50',
      part: '0.040323',
      long: true,
      back: '2026-03-04',
      ends: 1_700_000_000_000 + 31 * 86_400_000,
    });
    const changed = await harbour.ask('/rental/update', { id: added.id, due: '2026-02-01' });
    expect(changed).toMatchObject({ days: 3, total: '37.50', part: '0.416667', long: false });
    const emptied = await harbour.ask('/rental/update', { id: added.id, due: null });
    expect(emptied).toMatchObject({ days: null, total: '0.00', part: null, long: null });
  });

  it('is exact for amounts that no double holds, in JavaScript as in the database', async () => {
    const digits = (i: number) => `${(i * 7_919_999_983) % 9_999_991}${(i * 104_729) % 99_991}`;
    for (let i = 1; i <= 60; i++) {
      const row = await add({
        code: `X${i}`,
        fee: `${i % 3 === 0 ? '-' : ''}${digits(i)}.${String((i * 37) % 100).padStart(2, '0')}`,
        share: (i * 0.1) / (i % 7 || 1),
        due: `2026-0${2 + (i % 7)}-1${i % 9}`,
        at: 1_700_000_000_000 + i * 12_345_678,
      });
      const scope = { fields: rental.fields, record: row, today: '', now: 0 };
      const computed = ['days', 'total', 'part', 'long', 'back', 'ends'] as const;
      for (const name of computed)
        expect([i, name, computedValue(rental, name, scope)]).toEqual([i, name, row[name]]);
    }
  });

  it('of today or of another record is read with the row', async () => {
    const { list: locks } = await harbour.ask('/device/list', { pageSize: 1 });
    const [lock] = locks;
    await sql`update device_state set electric = 37 where device_id = ${lock.id}`.execute(db);
    const { id } = await add({ code: 'LIVE', lock: lock.id, due: '9999-01-01' });
    const { rows } = await sql<{ left: number }>`
      select ('9999-01-01' - server_today())::int as left`.execute(db);
    expect(await harbour.ask('/rental/get', { id })).toMatchObject({ electric: 37, ...rows[0] });
    await sql`update device_state set electric = 36 where device_id = ${lock.id}`.execute(db);
    expect((await harbour.ask('/rental/list', { code_is: 'LIVE' })).list).toMatchObject([
      { electric: 36 },
    ]);
  });

  it.each(['total', 'left', 'electric'])('%s filters, sorts and is exported', async (field) => {
    const { list: locks } = await harbour.ask('/device/list', { pageSize: 2, sortField: 'id' });
    for (const [i, { id }] of locks.entries())
      await sql`update device_state set electric = ${50 + i} where device_id = ${id}`.execute(db);
    for (const [i, due] of ['2026-02-03', '2026-02-01', '2026-02-02'].entries()) {
      const values = { code: `S-${field}`, fee: '1.00', due, lock: locks[i % 2]?.id };
      await add(values);
    }
    const body = { code_is: `S-${field}`, sortField: field, sortOrder: 'asc' };
    const { list } = await harbour.ask('/rental/list', body);
    const values = list.map((row: Record<string, unknown>) => row[field]);
    expect(values).toEqual(
      values.toSorted((one: unknown, other: unknown) => Number(one) - Number(other)),
    );
    const atMost = { ...body, [`${field}_to`]: values[0] };
    const equal = values.filter((value: unknown) => value === values[0]);
    expect((await harbour.ask('/rental/list', atMost)).total).toBe(equal.length);
    const token = await server.signIn('harbour');
    const rows = await rowsOf(await server.file('/rental/export', body, { token, locale: 'en' }));
    const [head = []] = rows;
    const { label } = rental.fields[field as 'total'];
    const column = head.findIndex((cell) => String(cell).startsWith(label[0]));
    expect(rows.slice(1).map((row) => Number(row[column]))).toEqual(values.map(Number));
  });

  it('is set by no call', async () => {
    const { id } = await add({});
    for (const [path, body] of [
      ['/rental/add', { code: 'N', total: '1.00' }],
      ['/rental/update', { id, total: '1.00' }],
      ['/rental/update', { id, left: 3 }],
    ] as const)
      expect((await refusal(path, body))[0]).toBe('invalid');
  });
});

describe('a rule', () => {
  it('names its field when a record is added or changed', async () => {
    const wrong = { leaves: '2026-02-02', due: '2026-02-01' };
    const message = { due: 'Not before it leaves' };
    expect(await refusal('/rental/add', { code: 'W', ...wrong })).toEqual(['invalid', message]);
    const { id } = await add({});
    expect(await refusal('/rental/update', { id, due: '2026-01-01' })).toEqual([
      'invalid',
      message,
    ]);
  });

  it('whose answer is unknown holds', async () => {
    expect(await add({ leaves: null, note: 'x' })).toMatchObject({ leaves: null });
  });

  it('is judged on the record as an action leaves it', async () => {
    const dear = await add({ fee: '200.00' });
    const cheap = await add({ fee: '100.00' });
    const { data } = await harbour.call('/rental/lodge', { ids: [dear.id, cheap.id] });
    expect(data).toMatchObject({ done: 1, failed: [{ id: dear.id }] });
    expect(data.failed[0].why).toContain('Too dear to lodge');
    expect(await harbour.ask('/rental/get', { id: cheap.id })).toMatchObject({ state: 'lodged' });
    expect(await refusal('/rental/update', { id: cheap.id, fee: '900' })).toEqual([
      'invalid',
      { fee: 'Too dear to lodge' },
    ]);
  });

  it('of today refuses only what no day on earth allows', async () => {
    const day = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
    const later = { due: '9999-01-01', code: 'T' };
    expect(await refusal('/rental/add', { ...later, leaves: day(72) })).toEqual([
      'invalid',
      { note: 'Say why it leaves later' },
    ]);
    expect(await refusal('/rental/add', { ...later, leaves: day(0) })).toEqual(['success']);
  });
});
