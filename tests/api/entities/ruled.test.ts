import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { ordersServer } from '../commands/ordersServer';
import { allRows } from '../rows';
import { grantMenus } from './grantMenus';
import { BUSY, DUPLICATE, withRuled } from './ruledEntities';

let server: Awaited<ReturnType<typeof ordersServer>>;
let harbour: Awaited<ReturnType<typeof server.client>>;
let northern: typeof harbour;

beforeAll(async () => {
  server = await ordersServer({ config: withRuled });
  const { db } = server;
  await grantMenus(db, withRuled, [2, 3]);
  harbour = await server.client('harbour');
  northern = await server.client('northern');
});

beforeEach(async () => {
  for (const table of ['waybill', 'booking', 'series'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
});

const add = async (name: string, values: object, client = harbour) => {
  const { data, verify } = await client(`/${name}/add`, values);
  expect(verify.sign).toBe('success');
  return Number(data.id);
};

/** Fields of a refusal by `invalid`; the code of another answer. */
const refusal = async (answer: ReturnType<typeof harbour>) => {
  const { data, verify } = await answer;
  return verify.sign === 'invalid' ? data.fields : verify.sign;
};

const bring = async (name: string, sheet: readonly (readonly string[])[], dryRun: boolean) => {
  const token = await server.signIn('harbour');
  const cells = sheet.map((row) => row.map((value) => ({ value })));
  const file = await writeExcelFile(cells).toBuffer();
  const { data } = await server.upload(file, 'a.xlsx', { purpose: 'import' }, { token });
  return (await harbour(`/${name}/import`, { path: data.path, dryRun })).data;
};

interface Rule {
  /** Record that the others meet. */
  readonly values: object;
  readonly clash: object;
  readonly free: object;
  readonly refused: Readonly<Record<string, string>>;
  readonly sheet: readonly (readonly string[])[];
  /** By row of the sheet. */
  readonly errors: readonly number[];
}

const rules: Readonly<Record<string, Rule>> = {
  waybill: {
    values: { office: 'Port', reference: 'R1' },
    clash: { office: 'PORT', reference: 'R1' },
    free: { office: 'Port', reference: 'R2' },
    refused: { reference: DUPLICATE },
    sheet: [
      ['Office', 'Declaration'],
      ['port', 'R1'],
      ['Port', 'R3'],
      ['Port', ''],
      ['Port', ''],
      ['PORT', 'R3'],
    ],
    errors: [2, 6],
  },
  series: {
    values: { prefix: 'A', first: 1, last: 10 },
    clash: { prefix: 'A', first: 10, last: 12 },
    free: { prefix: 'A', first: 11, last: 12 },
    refused: { first: 'These serials are used already' },
    sheet: [
      ['Prefix', 'First', 'Last'],
      ['A', '5', '6'],
      ['A', '20', '30'],
      ['A', '20', ''],
      ['A', '', ''],
      ['A', '30', '31'],
    ],
    errors: [2, 6],
  },
};

describe.each(Object.entries(rules))('a rule of %s', (name, rule) => {
  const { values, clash, free, refused } = rule;

  it('refuses a new record at its field', async () => {
    await add(name, values);
    expect(await refusal(harbour(`/${name}/add`, clash))).toEqual(refused);
    await add(name, free);
  });

  it('refuses the change of a record, of one field or more, and leaves it', async () => {
    await add(name, values);
    const id = await add(name, free);
    expect(await refusal(harbour(`/${name}/update`, { id, ...clash }))).toEqual(refused);
    const [field = ''] = Object.keys(refused);
    const one = { [field]: (values as Record<string, unknown>)[field] };
    expect(await refusal(harbour(`/${name}/update`, { id, ...one }))).toEqual(refused);
    expect((await allRows(server.db, name)).find((row) => Number(row.id) === id)).toMatchObject(
      free,
    );
    expect(await refusal(harbour(`/${name}/update`, { id, ...free }))).toBe('success');
  });

  it.each([true, false])('refuses rows of an import, with dryRun %s', async (dryRun) => {
    await add(name, values);
    const data = await bring(name, rule.sheet, dryRun);
    const added = rule.sheet.length - 1 - rule.errors.length;
    expect(data).toEqual({
      total: rule.sheet.length - 1,
      added: dryRun ? 0 : added,
      errors: rule.errors.map((row) => ({ row, fields: refused })),
    });
    expect(await allRows(server.db, name)).toHaveLength(dryRun ? 1 : 1 + added);
  });

  it('lets one of two calls at once through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refusal(harbour(`/${name}/add`, values))),
    );
    expect(answers.filter((answer) => answer === 'success')).toHaveLength(1);
    expect(answers.filter((answer) => answer !== 'success')).toEqual(Array(5).fill(refused));
  });
});

it('holds within an organisation, or anywhere', async () => {
  await add('waybill', rules.waybill?.values ?? {});
  await add('waybill', rules.waybill?.values ?? {}, northern);
  await add('series', rules.series?.values ?? {});
  const answer = await northern('/series/add', rules.series?.clash, 'zh');
  expect(answer.data.fields).toEqual({ first: '该号段已被使用' });
  expect(JSON.stringify(answer)).not.toContain('Harbour');
});

it('lets one time end where the next begins', async () => {
  const at = (opens: number, closes: number) => ({ prefix: 'T', opens, closes });
  await add('series', at(1_000, 2_000));
  await add('series', at(2_000, 3_000));
  expect(await refusal(harbour('/series/add', at(2_999, 4_000)))).toEqual({
    opens: 'It is open then',
  });
});

it.each<[string, string, object, object]>([
  ['number', 'series', { prefix: 'A', first: 2, last: 1 }, { last: 'Not below: First' }],
  ['time', 'series', { prefix: 'A', opens: 2, closes: 1 }, { closes: 'Not before: Opens' }],
  [
    'day',
    'booking',
    { office: 'A', leaves: '2026-02-01', due: '2026-01-31' },
    { due: 'Not before: Leaves' },
  ],
])('refuses a %s that ends before it begins', async (_, name, values, refused) => {
  expect(await refusal(harbour(`/${name}/add`, values))).toEqual(refused);
});

describe('an action', () => {
  const trip = (leaves: string, due: string, office = 'A') => ({ office, leaves, due });
  const lodge = (ids: readonly number[]) => harbour('/booking/lodge', { ids });

  it('refuses the record alone that breaks a rule in its new state', async () => {
    const ids = [
      await add('booking', trip('2026-01-01', '2026-01-03')),
      await add('booking', trip('2026-01-03', '2026-01-04')),
      await add('booking', trip('2026-01-04', '2026-01-05')),
    ];
    const { data } = await lodge(ids);
    expect(data).toEqual({ done: 2, failed: [{ id: ids[1], why: `Office: ${BUSY}` }] });
    const again = await lodge([ids[1] ?? 0]);
    expect(again.verify.sign).toBe('conflict');
    const states = (await allRows(server.db, 'booking')).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['draft', 'lodged', 'lodged']);
  });

  it('refuses what its argument sets, at the argument', async () => {
    const ids = [
      await add('booking', trip('2026-01-01', '2026-01-03')),
      await add('booking', trip('2026-01-01', '2026-01-03', 'B')),
    ];
    await lodge(ids);
    const { data } = await harbour('/booking/move', { ids: [ids[1]], office: 'A' });
    expect(data.failed).toEqual([{ id: ids[1], why: `Office: ${BUSY}`, fields: { office: BUSY } }]);
    // They are apart from each other no more.
    const both = await harbour('/booking/move', { ids, office: 'C' });
    expect([both.data.done, both.data.failed.length]).toEqual([1, 1]);
  });
});

it('two calls that exchange the values of two records both end', async () => {
  const one = await add('waybill', { office: 'A', reference: '1' });
  const other = await add('waybill', { office: 'A', reference: '2' });
  const answers = await Promise.all([
    refusal(harbour('/waybill/update', { id: one, reference: '2' })),
    refusal(harbour('/waybill/update', { id: other, reference: '1' })),
  ]);
  for (const answer of answers)
    expect(['success', { reference: DUPLICATE }]).toContainEqual(answer);
});
