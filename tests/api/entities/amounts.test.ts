import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import config from '../../../resources.config';
import { action, type Console, choices, entity, f } from '../../../src/config';
import { exactOf, exactText, plus } from '../../../src/domain/exact';
import { type Cell, rowsOf, seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';
import { grantMenus } from './grantMenus';

/** Amount that a double does not hold. */
const LARGE = '123456789012345.67';

const bill = entity('bill', ['Bill', '账单'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true, max: 20 }),
    fee: f.money(['Fee', '费用'], { currency: 'CNY', inline: true, unique: true }),
    coin: f.choice(
      ['Currency', '币种'],
      choices([
        ['CNY', 'Yuan', '元'],
        ['KWD', 'Dinar', '第纳尔'],
      ]),
    ),
    paid: f.money(['Paid', '已付'], { currencyIn: 'coin', min: '-0.5' }),
    weight: f.decimal(['Weight', '重量'], { scale: 4, unit: 't', initial: '1.5' }),
    why: f.text(['Why', '原因'], {
      required: true,
      when: { fee: { above: 9.5 } },
      on: ['create', 'edit', 'import'],
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
  },
  actions: {
    settle: action(['Settle', '结清'], { when: { fee: { above: 9.5 } }, sets: { weight: '0.1' } }),
    send: action(['Send', '发送'], {
      notifies: { to: 'org', text: ['%{code}: %{fee}', '%{code}：%{fee}'] },
    }),
  },
});

const declared = {
  ...config,
  entities: [...config.entities, bill],
  pages: { ...config.pages, bill: 'bill' },
} as unknown as Console;

let server: Awaited<ReturnType<typeof openServer>>;
let harbour: Awaited<ReturnType<typeof server.as>>;
beforeAll(async () => {
  server = await openServer({
    config: declared,
    seed: async (store) => {
      await seed(store);
      await grantMenus(store.db, declared);
    },
  });
  harbour = await server.as('harbour');
});

let turn = 0;
const add = async (values: object): Promise<number> =>
  (await harbour.ask('/bill/add', { code: `B${turn++}`, ...values })).id;
const read = (id: number) => harbour.ask('/bill/get', { id });
const codes = async (body: object): Promise<string[]> =>
  (await harbour.ask('/bill/list', body)).list.map(({ code }: { code: string }) => code);

const sheet = async (rows: Cell[][]) => {
  const file = await writeExcelFile(rows).toBuffer();
  return (await harbour.upload(file, 'rows.xlsx', 'import')).data.path;
};

const exported = async (body: object) => {
  const token = await server.signIn('harbour');
  return rowsOf(await server.file('/bill/export', body, { token, locale: 'en' }));
};

describe('an exact number', () => {
  it('has all its digits in details, lists, changes, history, messages and exports', async () => {
    const id = await add({ code: 'LARGE', fee: LARGE, coin: 'KWD', paid: 2.5, why: 'x' });
    const values = { fee: LARGE, paid: '2.500', weight: '1.5000' };
    expect(await read(id)).toMatchObject(values);
    expect((await harbour.ask('/bill/list', { code_is: 'LARGE' })).list).toMatchObject([values]);
    await harbour.ask('/bill/update', { id, fee: '123,456,789,012,345.68' });
    expect(await read(id)).toMatchObject({ ...values, fee: '123456789012345.68' });
    await harbour.ask('/bill/update', { id, fee: LARGE });
    const [header, row] = await exported({ code_is: 'LARGE' });
    expect([header?.[1], row?.[1], row?.[3], row?.[4]]).toEqual(['Fee', LARGE, 2.5, 1.5]);
    const { rows: logs } = await sql<{ body: object }>`
      select request_body as body from "operationLog" where operate_url = '/bill/update' order by id`.execute(
      server.store.db,
    );
    expect(logs.at(-1)?.body).toMatchObject({ fee: LARGE });
    await harbour.ask('/bill/send', { ids: [id] });
    const { rows: messages } = await sql<{ texts: string }>`
      select m::text as texts from bell_message as m`.execute(server.store.db);
    expect(messages.map(({ texts }) => texts)).toEqual(
      Array(messages.length || 1).fill(expect.stringContaining('123,456,789,012,345.67')),
    );
    const { rows } = await sql<{ fee: string }>`
      select fee::text as fee from bill where id = ${id}`.execute(server.store.db);
    expect(rows).toEqual([{ fee: LARGE }]);
  });

  it.each<[object, object]>([
    [{ fee: '1.005' }, { fee: 'Enter up to 2 decimal places' }],
    [
      { fee: 123456789012345.67, why: 'x' },
      { fee: 'Send a number of more than 15 digits as text' },
    ],
    [
      { fee: '1234567890123456789', why: 'x' },
      { fee: 'Enter up to 18 digits before the decimal point' },
    ],
    [{ fee: [1] }, { fee: 'Must be a number' }],
    [{ paid: '-0.501' }, { paid: 'Must be -0.5 or more' }],
    [{ fee: '9.51' }, { why: 'Required' }],
  ])('is refused by its rules: %j', async (values, fields) => {
    expect(await harbour.answer('/bill/add', { code: 'R', ...values })).toEqual([
      'invalid',
      fields,
    ]);
  });

  it('is compared and sorted exactly, and is unique', async () => {
    const fees = ['0.10', '0.30', '2', '10', '9007199254740992.01', '9007199254740992.02'];
    for (const [i, fee] of fees.entries()) await add({ code: `S${i}`, fee, why: 'x' });
    const codesOf = (filter: object) =>
      codes({ code: 'S', sortField: 'fee', sortOrder: 'asc', ...filter });
    expect(await codesOf({})).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']);
    expect(await codesOf({ fee_from: 0.3, fee_to: '9007199254740992.015' })).toEqual([
      'S1',
      'S2',
      'S3',
      'S4',
    ]);
    expect(await codesOf({ fee_from: '0.101', fee_to: '2.0' })).toEqual(['S1', 'S2']);
    expect(await codesOf({ fee_to: '1e300', fee_from: '9007199254740992.02' })).toEqual(['S5']);
    expect(await codesOf({ fee: ['2.0', 10] })).toEqual(['S2', 'S3']);
    expect(await harbour.answer('/bill/add', { code: 'S', fee: '2.00' })).toEqual([
      'invalid',
      { fee: 'Already in use' },
    ]);
  });

  it('decides an action, which sets it', async () => {
    const [small, large] = [await add({ fee: '9.50' }), await add({ fee: '9.51', why: 'x' })];
    const { done, failed } = await harbour.ask('/bill/settle', { ids: [small, large] });
    expect([done, failed]).toMatchObject([1, [{ id: small }]]);
    expect(await read(large)).toMatchObject({ weight: '0.1000' });
  });
});

describe('an import', () => {
  const importing = async (...rows: Cell[][]) =>
    harbour.ask('/bill/import', {
      path: await sheet([['Code', 'Fee', 'Why'], ...rows.map((row) => [...row, 'x'])]),
    });

  it('reads texts and short numbers exactly', async () => {
    await importing(['I1', '123,456,789,012,345.69'], ['I2', 0.1 + 0.1], ['I3', ' 7 ']);
    const { list } = await harbour.ask('/bill/list', { code: 'I', sortField: 'code' });
    const byCode = Object.fromEntries(
      list.map((row: Record<string, string>) => [row.code, row.fee]),
    );
    expect(byCode).toMatchObject({ I1: '123456789012345.69', I2: '0.20', I3: '7.00' });
  });

  it('refuses a number that the spreadsheet cut, and one with more places', async () => {
    const { errors } = await importing(['J1', 123456789012345.67], ['J2', '0.105'], ['J3', 'ten']);
    expect(errors).toMatchObject([
      { fields: { fee: 'The spreadsheet cut this number. Format the column as text' } },
      { fields: { fee: 'Enter up to 2 decimal places' } },
      { fields: { fee: 'Must be a number' } },
    ]);
  });
});

it('sums 10,000 amounts to the cent in lists, exports and SQL', async () => {
  const { db } = server.store;
  // An even number of odd cents, which doubles do not hold.
  await sql`insert into bill (code, paid, coin, org_id)
    select 'T', i * 12345678.913 + 0.1, 'KWD', 2 from generate_series(1, 10000) as i`.execute(db);
  const sum = (values: readonly unknown[]) =>
    exactText(
      values.map((value) => exactOf(value) ?? { units: 0n, scale: 0 }).reduce((a, b) => plus(a, b)),
    );
  const { rows } = await sql<{ total: string }>`
    select sum(paid) as total from bill where code = 'T'`.execute(db);
  const total = '617345674045565.000';
  const pages = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      harbour.ask('/bill/list', { code_is: 'T', pageNum: i + 1, pageSize: 1000, sortField: 'id' }),
    ),
  );
  const listed = pages.flatMap(({ list }) => list.map(({ paid }: { paid: string }) => paid));
  const [, ...cells] = await exported({ code_is: 'T' });
  expect([rows[0]?.total, listed.length, sum(listed), sum(cells.map((cell) => cell[3]))]).toEqual([
    total,
    10_000,
    total,
    total,
  ]);
});

it('/openapi.json describes it as a text', async () => {
  const answer = await fetch(`${server.url}/openapi.json`);
  const { components } = await answer.json();
  expect(components.schemas.bill.properties.fee).toMatchObject({
    type: ['string', 'null'],
    pattern: '^-?\\d{1,18}(\\.\\d{1,2})?$',
  });
});
