import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { choices, defineConsole, entity, f } from '../../../src/config';
import { grantMenus } from '../entities/grantMenus';
import { rowsOf, seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';

const state = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
]);

const trip = entity('trip', ['Trip', '运单'], {
  fields: {
    number: f.text(['Number', '编号'], { required: true, max: 20 }),
    due: f.date(['Due', '应到']),
    left_at: f.datetime(['Left', '出发']),
    state: f.choice(['State', '状态'], state),
    urgent: f.boolean(['Urgent', '加急'], { unset: ['Unknown', '未知'] }),
    office: f.dict(['Office', '海关'], 'tripOffice'),
    device_id: f.ref(['Lock', '锁'], 'device', { via: 'sn' }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    weight: f.number(['Weight', '重量'], { unit: 't' }),
    serial: f.number(['Serial', '序号'], { code: true }),
    load: f.decimal(['Load', '载重'], { scale: 4 }),
    fee: f.money(['Fee', '费用'], { currency: 'CNY' }),
    coin: f.text(['Currency', '币种'], { max: 3 }),
    paid: f.money(['Paid', '已付'], { currencyIn: 'coin' }),
  },
});
const norm = entity('norm', ['Norm', '标准'], {
  fields: { title: f.text(['Title', '标题']), since: f.date(['Since', '自']) },
  scope: 'shared',
});
const timeless = entity('timeless', ['Timeless', '无时间'], {
  fields: { title: f.text(['Title', '标题']) },
});

const config = defineConsole({
  ...shipped,
  entities: [...shipped.entities, trip, norm, timeless],
  pages: { ...shipped.pages, trip: 'trip', norm: 'norm', timeless: 'timeless' },
} as never);

let server: Awaited<ReturnType<typeof openServer>>;
let harbour: Awaited<ReturnType<typeof server.as>>;
let northern: typeof harbour;

const at = (text: string) => Date.parse(`${text}+08:00`);
const RANGE = {
  from: at('2024-02-01T00:00:00'),
  to: at('2024-03-31T23:59:59'),
  zone: 'Asia/Shanghai',
};

const TRIPS = [
  [
    '2024-02-29',
    '2024-02-28T23:59:59',
    'lodged',
    true,
    'north',
    1,
    2,
    0.1,
    '0.1000',
    '0.10',
    'EUR',
    '123456789012345.67',
  ],
  [
    '2024-02-29',
    '2024-02-29T00:00:00',
    'lodged',
    false,
    'south',
    2,
    2,
    0.2,
    '0.2000',
    '0.20',
    'EUR',
    '0.33',
  ],
  [
    '2024-03-01',
    '2024-03-01T08:00:00',
    'draft',
    null,
    null,
    null,
    4,
    0.3,
    '0.3000',
    '0.30',
    'USD',
    '5',
  ],
  ['2024-03-31', '2024-03-31T23:00:00', null, null, 'gone', 4, 2, null, null, null, null, '1'],
  ['2024-02-29', '2024-02-29T10:00:00', 'lodged', true, 'north', 4, 3, 9, '9', '9', 'EUR', '9'],
  ['2023-12-31', '2023-12-31T00:00:00', 'lodged', true, 'north', 1, 2, 7, '7', '7', 'EUR', '7'],
] as const;

beforeAll(async () => {
  server = await openServer({
    config,
    seed: async (store) => {
      await seed(store);
      await grantMenus(store.db, config);
      const { db } = store;
      await sql`insert into dict (id, dict_code, dict_text) values (1, 'tripOffice', 'Office')`.execute(
        db,
      );
      await sql`insert into "dictItem" (dict_id, dict_code, item_code, item_text, item_text_zh) values
        (1, 'tripOffice', 'north', 'North gate', '北门'), (1, 'tripOffice', 'south', 'South gate', '南门')`.execute(
        db,
      );
      for (const [due, left, ...rest] of TRIPS) {
        await sql`insert into trip (number, due, left_at, state, urgent, office, device_id, org_id,
          weight, load, fee, coin, paid) values ('T', ${due}, ${at(left)}, ${sql.join(rest)})`.execute(
          db,
        );
      }
      await sql`insert into norm (title, since) values ('N', '2024-03-02')`.execute(db);
    },
  });
  harbour = await server.as('harbour');
  northern = await server.as('northern');
});

type Rows = readonly Readonly<Record<string, unknown>>[];

const run = async (body: object, locale: 'en' | 'zh' = 'en', operator = harbour) => {
  const { data, verify } = await operator.call(
    '/report/run',
    { report: 'trip', ...RANGE, ...body },
    locale,
  );
  return { sign: verify.sign, data, list: (data?.list ?? []) as Rows };
};
const counts = async (body: object, locale?: 'en' | 'zh', operator?: typeof harbour) =>
  (await run(body, locale, operator)).list.map(({ group, count }) => [group, count]);

describe('a report over an entity', () => {
  it.each([
    [
      'day',
      'due',
      [
        ['2024-02-29', 2],
        ['2024-03-01', 1],
        ['2024-03-31', 1],
      ],
    ],
    [
      'day',
      'left_at',
      [
        ['2024-02-28', 1],
        ['2024-02-29', 1],
        ['2024-03-01', 1],
        ['2024-03-31', 1],
      ],
    ],
    [
      'month',
      'due',
      [
        ['2024-02', 2],
        ['2024-03', 2],
      ],
    ],
    [
      'month',
      undefined,
      [
        ['2024-02', 2],
        ['2024-03', 2],
      ],
    ],
  ])('counts by %s of %s', async (group, time, expected) => {
    expect(await counts({ group, time })).toEqual(expected);
  });

  it.each<[string, 'en' | 'zh', unknown]>([
    [
      'state',
      'en',
      [
        ['Draft', 1],
        ['Lodged', 2],
        ['—', 1],
      ],
    ],
    [
      'state',
      'zh',
      [
        ['草稿', 1],
        ['已申报', 2],
        ['—', 1],
      ],
    ],
    [
      'urgent',
      'en',
      [
        ['No', 1],
        ['Yes', 1],
        ['Unknown', 2],
      ],
    ],
    [
      'urgent',
      'zh',
      [
        ['否', 1],
        ['是', 1],
        ['未知', 2],
      ],
    ],
    [
      'office',
      'en',
      [
        ['gone', 1],
        ['North gate', 1],
        ['South gate', 1],
        ['—', 1],
      ],
    ],
    [
      'office',
      'zh',
      [
        ['gone', 1],
        ['北门', 1],
        ['南门', 1],
        ['—', 1],
      ],
    ],
    // The last lock is that of another organisation, which is not named.
    [
      'device_id',
      'en',
      [
        ['H1', 1],
        ['H2', 1],
        ['4', 1],
        ['—', 1],
      ],
    ],
    [
      'org_id',
      'en',
      [
        ['Harbour', 3],
        ['Yard', 1],
      ],
    ],
  ])('shows %s in %s by its labels', async (group, locale, expected) => {
    expect(await counts({ group }, locale)).toEqual(expected);
  });

  it('adds exactly, and never amounts of two currencies', async () => {
    const { data, list } = await run({ group: 'month', time: 'due' });
    expect(list[0]).toMatchObject({
      sum_weight: 0.3,
      sum_load: '0.3000',
      sum_fee: '0.30',
      sum_paid: '€123,456,789,012,346.00',
    });
    expect(data.sums).toMatchObject({
      count: 4,
      sum_weight: 0.6,
      sum_load: '0.6000',
      sum_fee: '0.60',
    });
    expect(data.sums.sum_paid.split('; ')).toHaveLength(3);
    expect(data.sums).not.toHaveProperty('sum_serial');
  });

  it('has the rows of the organisations that its reader sees', async () => {
    expect(await counts({ group: 'state' }, 'en', northern)).toEqual([['Lodged', 1]]);
    expect(await counts({ group: 'state', orgs: [4] })).toEqual([['Draft', 1]]);
    expect(await counts({ group: 'state', orgs: [3] })).toEqual([]);
  });

  it('needs the right to the list', async () => {
    const clerk = await server.as('clerk');
    expect((await run({ group: 'state' }, 'en', clerk)).sign).toBe('noPermission');
  });

  it.each([
    [{}, 'group'],
    [{ group: 'number' }, 'group'],
    [{ group: 'sn' }, 'group'],
    [{ group: 'day', time: 'number' }, 'time'],
    [{ group: 'day', devices: [1] }, 'devices'],
    [{ report: 'norm', group: 'day', orgs: [2] }, 'orgs'],
    [{ report: 'norm', group: 'org_id' }, 'group'],
  ])('refuses %j', async (body, field) => {
    const { sign, data } = await run(body);
    expect([sign, Object.keys(data.fields)]).toEqual(['invalid', [field]]);
  });

  it('of records that all organisations share has them all', async () => {
    expect(await counts({ report: 'norm', group: 'day' }, 'en', northern)).toEqual([
      ['2024-03-02', 1],
    ]);
  });

  it('is a file with the same words', async () => {
    const body = { report: 'trip', ...RANGE, group: 'state' };
    const rows = await rowsOf(await harbour.file('/report/export', body, 'zh'));
    expect(rows.map(([group, count]) => [group, count])).toEqual([
      ['状态', '记录数'],
      ['草稿', 1],
      ['已申报', 2],
      ['—', 1],
      ['合计', 4],
    ]);
  });

  it('is saved with its date, and refused with one of another', async () => {
    const saved = {
      ...{ report_name: 'Trips', report: 'trip', period: '30d', zone: 'UTC', every: 'never' },
      shared: false,
    };
    const add = (values: object) => harbour.call('/savedReport/add', { ...saved, ...values });
    const wrong = async (values: object) => Object.keys((await add(values)).data.fields ?? {});
    expect(await wrong({ group_by: 'day', time_field: 'since' })).toEqual(['time_field']);
    expect(await wrong({ group_by: 'sn' })).toEqual(['group_by']);
    expect(await wrong({})).toEqual(['group_by']);
    const { verify } = await add({ group_by: 'state', time_field: 'due' });
    expect(verify.sign).toBe('success');
  });
});

it('follows from each entity with a date and a list', () => {
  const names = config.reports.map(({ name }) => name);
  expect(names).toContain('device');
  expect(names).not.toContain('timeless');
  // The declared report has these records.
  expect(names).not.toContain('alertRecord');
});
