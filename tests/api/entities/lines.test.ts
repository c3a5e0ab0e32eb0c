import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import config from '../../../resources.config';
import type { Console } from '../../../src/config';
import { rowsOf, seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';
import { grantMenus } from './grantMenus';
import { customsTrip, tripSeal } from './lineEntities';

const declared = {
  ...config,
  entities: [...config.entities, tripSeal, customsTrip],
  pages: { ...config.pages, customsTrip: 'customsTrip' },
} as unknown as Console;

let server: Awaited<ReturnType<typeof openServer>>;
let harbour: Awaited<ReturnType<typeof server.as>>;
let northern: typeof harbour;

beforeAll(async () => {
  server = await openServer({
    config: declared,
    seed: async (store) => {
      await seed(store);
      await grantMenus(store.db, declared);
    },
  });
  harbour = await server.as('harbour');
  northern = await server.as('northern');
});

beforeEach(async () => {
  await sql`delete from "customsTrip"`.execute(server.store.db);
});

type Line = Record<string, unknown>;

const seal = (first: number, more: Line = {}): Line => ({
  prefix: 'AA',
  first_no: first,
  last_no: first + 9,
  price: '1.50',
  ...more,
});

const add = (reference: string, seals: readonly Line[], values: Line = {}, operator = harbour) =>
  operator.ask('/customsTrip/add', { reference, seals, ...values });

const get = (id: number, operator = harbour) => operator.ask('/customsTrip/get', { id });

const update = (id: number, values: Line, operator = harbour) =>
  operator.call('/customsTrip/update', { id, ...values });

/** Reasons of a refusal, by path. */
const refused = async (call: Promise<{ verify: { sign: string }; data: unknown }>) => {
  const { verify, data } = await call;
  expect(verify.sign).toBe('invalid');
  return (data as { fields: Record<string, string> }).fields;
};

describe('lines', () => {
  it('are saved with their record, and read with it in their order', async () => {
    const trip = await add('T1', [seal(11), seal(1, { check: 'broken' })], { fee: '5' });
    expect(trip).toMatchObject({ total: '35.00', seal_count: 2, dearest: '15.00' });
    expect(await get(trip.id)).toMatchObject({
      total: '35.00',
      seals: [
        { first_no: 11, pieces: 10, amount: '15.00', check: 'ok' },
        { first_no: 1, pieces: 10, amount: '15.00', check: 'broken' },
      ],
    });
    const { list } = await harbour.ask('/customsTrip/list', {});
    expect(list).toMatchObject([{ total: '35.00', seal_count: 2 }]);
    expect(list[0]).not.toHaveProperty('seals');
  });
});

describe('an update of lines', () => {
  it('keeps the ids of those that it names, deletes the others, and takes their order', async () => {
    const { id, seals } = await add('T1', [seal(1), seal(11), seal(21)]);
    const [first, second, third] = seals;
    await harbour.ask('/customsTrip/update', {
      id,
      seals: [third, { ...first, price: '2' }, seal(31)],
    });
    const after = (await get(id)).seals;
    expect(after).toMatchObject([
      { id: third.id, first_no: 21 },
      { id: first.id, amount: '20.00' },
      { first_no: 31 },
    ]);
    expect(after.map((line: Line) => line.id)).not.toContain(second.id);
    const { rows } = await sql`select 1 from "tripSeal"`.execute(server.store.db);
    expect(rows).toHaveLength(3);
  });

  it('computes the record anew with its own values too', async () => {
    const { id } = await add('T1', [seal(1)]);
    expect((await update(id, { fee: '100' })).data).toMatchObject({ total: '115.00' });
    const { data } = await update(id, { seals: [seal(1), seal(11)] });
    expect(data).toMatchObject({ total: '130.00', seal_count: 2 });
  });

  it('keeps what a line leaves out, and ignores what no form sets', async () => {
    const { id, seals } = await add('T1', [seal(1, { tag: 'X1', check: 'broken' })]);
    await harbour.ask('/customsTrip/update', {
      id,
      seals: [{ id: seals[0].id, price: 2, amount: '999.00', pieces: 5 }],
    });
    expect((await get(id)).seals).toMatchObject([
      { tag: 'X1', check: 'broken', price: '2.00', amount: '20.00', pieces: 10 },
    ]);
  });

  it('lets two lines change places that may not overlap or be equal', async () => {
    const { id, seals } = await add('T1', [seal(1, { tag: 'X1' }), seal(11, { tag: 'X2' })]);
    const [first, second] = seals;
    const swapped = [
      { ...first, first_no: 11, last_no: 20, tag: 'X2' },
      { ...second, first_no: 1, last_no: 10, tag: 'X1' },
    ];
    expect((await update(id, { seals: swapped })).verify.sign).toBe('success');
    expect((await get(id)).seals).toMatchObject([
      { id: first.id, first_no: 11, tag: 'X2' },
      { id: second.id, first_no: 1, tag: 'X1' },
    ]);
  });

  it('is refused to the second of two editors', async () => {
    const { id, seals } = await add('T1', [seal(1)]);
    const edit = (price: string) =>
      update(id, { before: { seals }, seals: [{ ...seals[0], price }] });
    expect((await edit('2')).verify.sign).toBe('success');
    const { verify, data } = await edit('3');
    expect(verify.sign).toBe('conflict');
    expect(data).toMatchObject({
      fields: { seals: expect.any(String) },
      current: { seals: [{ id: seals[0].id, price: '2.00' }] },
    });
    // The same edit twice is none.
    expect((await edit('2')).verify.sign).toBe('success');
  });

  it('of nothing changes nothing', async () => {
    const { id, seals } = await add('T1', [seal(1)]);
    const versions = () =>
      sql<{ xmin: string }>`select xmin::text from "tripSeal"`
        .execute(server.store.db)
        .then(({ rows }) => rows);
    const before = await versions();
    await harbour.ask('/customsTrip/update', { id, seals, fee: '1' });
    expect(await versions()).toEqual(before);
  });
});

describe('a wrong line', () => {
  it.each([
    [
      'a value of the wrong form',
      [seal(1), seal(11, { prefix: 'a1' })],
      'seals.1.prefix',
      'Wrong format',
    ],
    ['a missing value', [{ prefix: 'AA', first_no: 1 }], 'seals.0.last_no', 'Required'],
    [
      'a value of another kind',
      [seal(1, { first_no: 'x' })],
      'seals.0.first_no',
      'Must be a number',
    ],
    ['an unknown value', [seal(1, { colour: 1 })], 'seals.0.colour', 'This field does not exist'],
    [
      'a rule of the line',
      [seal(1), seal(20, { last_no: 19 })],
      'seals.1.last_no',
      'Not below the first',
    ],
    [
      'an overlap',
      [seal(1), seal(21), seal(5)],
      'seals.2.first_no',
      'These serials are used already',
    ],
    [
      'an equal value',
      [seal(1, { tag: 'X' }), seal(11, { tag: 'X' })],
      'seals.1.tag',
      'Already in use',
    ],
    ['too few', [], 'seals', 'Enter 1 or more lines'],
    ['no line', [seal(1), 5], 'seals.1', 'Must be a list of lines'],
    ['no list', 'AA', 'seals', 'Must be a list of lines'],
    [
      'a line that is not there',
      [seal(1, { id: 99_999 })],
      'seals.0.id',
      'This record does not exist',
    ],
    ['a rule of the record', [seal(1, { price: '900000' })], 'seals', 'Too dear'],
  ])('is refused with its number and column: %s', async (_, seals, path, why) => {
    const call = harbour.call('/customsTrip/add', { reference: 'T1', seals });
    expect(await refused(call)).toEqual({ [path]: expect.stringContaining(why) });
    expect((await harbour.ask('/customsTrip/list', {})).total).toBe(0);
  });

  it('is named in the message', async () => {
    const seals = [seal(1), seal(11, { last_no: 'x' })];
    const { verify } = await harbour.call('/customsTrip/add', { reference: 'T1', seals });
    expect(verify.desc).toContain('Seals, line 2: Last');
    const chinese = await harbour.call('/customsTrip/add', { reference: 'T1', seals }, 'zh');
    expect(chinese.verify.desc).toContain('封条第 2 行：终止号');
  });

  it('leaves the record and its other lines as they were', async () => {
    const { id } = await add('T1', [seal(1)], { fee: '5' });
    const before = await get(id);
    expect(await refused(update(id, { fee: '6', seals: [seal(11), seal(11)] }))).toEqual({
      'seals.1.first_no': 'These serials are used already',
    });
    expect(await get(id)).toEqual(before);
  });

  it('of another record is refused in a body', async () => {
    const other = await add('T1', [seal(1)]);
    const own = await add('T2', [seal(11)]);
    const [stolen] = other.seals;
    expect(await refused(update(own.id, { seals: [...own.seals, stolen] }))).toEqual({
      'seals.1.id': 'This record does not exist',
    });
    expect(await refused(update(own.id, { seals: [own.seals[0], own.seals[0]] }))).toEqual({
      'seals.1.id': 'Sent twice',
    });
    expect((await get(other.id)).seals).toEqual(other.seals);
  });

  it('is found among 200', async () => {
    const seals = Array.from({ length: 200 }, (_, i) => seal(i * 10 + 1));
    const wrong = seals.with(136, seal(1361, { price: '-1' }));
    expect(
      await refused(harbour.call('/customsTrip/add', { reference: 'T1', seals: wrong })),
    ).toEqual({
      'seals.136.price': 'Must be 0 or more',
    });
    expect(await add('T1', seals)).toMatchObject({ total: '3000.00', seal_count: 200 });
  });
});

describe('an organisation', () => {
  it('sees the lines of its records only, and has rules of its own', async () => {
    const { id } = await add('T1', [seal(1)]);
    const theirs = await add('T2', [seal(1)], {}, northern);
    expect((await northern.call('/customsTrip/get', { id })).verify.sign).toBe('notFound');
    expect(await refused(update(id, { seals: theirs.seals }))).toHaveProperty(['seals.0.id']);
    expect((await update(theirs.id, { seals: [] })).verify.sign).toBe('notFound');
  });

  it('gets the lines with their record', async () => {
    const { id } = await add('T1', [seal(1)]);
    // The yard is below the harbour.
    await harbour.ask('/customsTrip/update', { id, org_id: 4 });
    const { rows } = await sql`select org_id from "tripSeal"`.execute(server.store.db);
    expect(rows).toEqual([{ org_id: 4 }]);
    // Other organisations may use the numbers.
    await add('T2', [seal(1)]);
    expect((await update(id, { org_id: 2 })).verify).toMatchObject({
      sign: 'conflict',
      desc: 'These serials are used already',
    });
  });
});

describe('a state', () => {
  it('freezes lines, and an action judges them', async () => {
    const { id, seals } = await add('T1', [seal(1, { check: 'broken' })]);
    const lodge = () => harbour.call('/customsTrip/lodge', { ids: [id] });
    expect((await lodge()).verify.desc).toContain('A seal is broken');
    await harbour.ask('/customsTrip/update', { id, seals: [{ ...seals[0], check: 'ok' }] });
    expect((await lodge()).verify.sign).toBe('success');
    expect(await refused(update(id, { seals: [seal(11)] }))).toHaveProperty('seals');
    expect((await update(id, { fee: '1' })).verify.sign).toBe('success');
  });
});

it('goes with its record, and has no calls of its own', async () => {
  const { id } = await add('T1', [seal(1)]);
  await harbour.ask('/customsTrip/delete', { ids: [id] });
  const { rows } = await sql`select 1 from "tripSeal"`.execute(server.store.db);
  expect(rows).toEqual([]);
  const document = await (await fetch(`${server.url}/openapi.json`)).json();
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/tripSeal'))).toEqual([]);
  const body =
    document.paths['/customsTrip/add'].post.requestBody.content['application/json'].schema;
  expect(body.properties.seals).toMatchObject({
    type: 'array',
    minItems: 1,
    maxItems: 250,
    items: { type: 'object', properties: { prefix: { type: 'string' } } },
  });
  expect(document.components.schemas.customsTrip.properties.seals.items).toEqual({
    $ref: '#/components/schemas/tripSeal',
  });
});

describe('a spreadsheet', () => {
  const upload = async (rows: readonly (readonly unknown[])[]) => {
    const cells = rows.map((row) => row.map((value) => ({ value })));
    const file = await writeExcelFile(cells as never).toBuffer();
    return (await harbour.upload(file, 'rows.xlsx', 'import')).data.path as string;
  };
  const header = [
    'Declaration',
    'Fee',
    'Seals: Prefix',
    'Seals: First',
    'Seals: Last',
    'Seals: Unit price',
    'Seals: Amount',
  ];

  it('has the lines of a record below it, and is imported again', async () => {
    await add('T1', [seal(1), seal(11)], { fee: '5' });
    await add('T2', [seal(21)]);
    const token = await server.signIn('harbour');
    const book = await server.file(
      '/customsTrip/export',
      { columns: ['reference', 'fee', 'seals'] },
      {
        token,
        locale: 'en',
      },
    );
    const rows = await rowsOf(book);
    expect(rows[0]?.slice(0, 4)).toEqual(header.slice(0, 4));
    expect(rows.slice(1).map((row) => [row[0], row[3], row[4]])).toEqual([
      ['T1', 1, 10],
      [null, 11, 20],
      ['T2', 21, 30],
    ]);
    await sql`delete from "customsTrip"`.execute(server.store.db);
    const path = await upload(rows.map((row) => row.map((cell) => cell ?? undefined)));
    expect(await harbour.ask('/customsTrip/import', { path })).toMatchObject({
      added: 2,
      errors: [],
    });
    const { list } = await harbour.ask('/customsTrip/list', {});
    expect(list).toMatchObject([
      { reference: 'T1', total: '35.00', seal_count: 2 },
      { reference: 'T2', total: '15.00', seal_count: 1 },
    ]);
  });

  it('names the row and the column of a wrong line', async () => {
    const path = await upload([
      header.slice(0, 6),
      ['T1', undefined, 'AA', 1, 10, 1.5],
      ['T1', undefined, 'AA', 20, 15, 1.5],
      ['T2', undefined, 'AA', 31, 40, 1.5],
      [undefined, undefined, 'A1', 41, 50, 1.5],
      ['T3', undefined, 'AA', 61, 70, 1.5],
    ]);
    const answer = await harbour.ask('/customsTrip/import', { path });
    expect(answer).toMatchObject({
      total: 3,
      added: 1,
      errors: [
        { row: 3, fields: { 'seals.1.last_no': 'Not below the first' } },
        { row: 5, fields: { 'seals.1.prefix': 'Wrong format' } },
      ],
    });
  });
});

it('the history keeps the lines that an update changes, and the ids of the others', async () => {
  const seals = Array.from({ length: 200 }, (_, i) => seal(i * 10 + 1));
  const trip = await add('T1', seals);
  await harbour.ask('/customsTrip/update', {
    id: trip.id,
    before: { seals: trip.seals },
    seals: trip.seals.with(3, { ...trip.seals[3], price: '2.00' }),
  });
  const { rows } = await sql<{ request_body: { seals: Line[]; before: { seals: Line[] } } }>`
    select request_body from "operationLog" where operate_url = '/customsTrip/update'
    order by id desc limit 1`.execute(server.store.db);
  const [{ request_body: body } = { request_body: undefined }] = rows;
  expect(body?.seals).toHaveLength(200);
  expect(body?.seals[2]).toEqual({ id: trip.seals[2].id });
  expect(body?.seals[3]).toMatchObject({ price: '2.00' });
  expect(body?.before.seals[3]).toMatchObject({ price: '1.50' });
});
