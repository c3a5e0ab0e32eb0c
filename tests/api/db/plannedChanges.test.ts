import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import {
  type AnyEntity,
  type Console,
  choices,
  defineConsole,
  entity,
  type Fields,
  f,
  type MenuSeed,
} from '../../../src/config';
import { org, sentList } from '../../../src/resources';
import { syncMenus } from '../../../src/server/auth';
import { type Database, openStore, planStart, type Store } from '../../../src/server/db';
import { applyTables, planChanges } from '../../../src/server/db/schema/applyTables';
import { desiredTables } from '../../../src/server/db/schema/desiredTables';
import { introspect } from '../../../src/server/db/schema/introspect';
import { planTables } from '../../../src/server/db/schema/planTables';
import { ownPlace, type Place } from '../place';
import { shipped } from './declared';
import { testStore } from './testStore';
import { addOrganisations, ROOT, small } from './world';

let store: Store;
let turn = 0;
let table = '';

const start = async (...entities: readonly AnyEntity[]) => {
  const lines: string[] = [];
  const shapes = desiredTables([org, small('dock'), ...entities]);
  const plan = await planChanges(store.db, shapes);
  const refused = await applyTables(store.db, shapes, { log: (line) => lines.push(line) }).then(
    () => [],
    (error) => [...(error.clashes ?? [error])],
  );
  return { plan, lines, refused };
};

beforeAll(async () => {
  store = await testStore({ place: await ownPlace() });
  await addOrganisations(store);
  await sql`insert into "systemParams" (param_name, param_text) values ('time_zone', 'Asia/Shanghai')
    on conflict (param_name) do update set param_text = excluded.param_text`.execute(store.db);
  await start();
  await sql`insert into dock (id, title, org_id) values (1, 'D', ${ROOT})`.execute(store.db);
});

beforeEach(() => {
  turn += 1;
  table = `case${turn}`;
});

afterEach(async () => {
  await sql`delete from declared_column where table_name like 'case%'`.execute(store.db);
});

const thing = (fields: Fields, options: object = {}, name = table) =>
  entity(name, ['Thing', '物'], { fields, scope: 'shared', ...options }) as unknown as AnyEntity;

const text = (options: object = {}) => f.text(['Text', '文本'], options as never);
const series = f.series(['Series', '编号'], { form: 'N{0}' });
const decimal = (options: object = {}) => f.decimal(['Number', '数'], options as never);
const number = (options: object = {}) => f.number(['Number', '数'], options as never);
const letters = (...values: string[]) => choices(values.map((v) => [v, v, v] as const));
const digits = (...values: number[]) => choices(values.map((v) => [v, `${v}`, `${v}`] as const));
const choice = (...values: string[]) => f.choice(['Kind', '类型'], letters(...values));
const title = text();

/** Columns with types, and indexes, of the tables of the case. */
const schema = async () => {
  const { rows } = await sql<{ text: string }>`
    select table_name || '.' || column_name || ' ' || data_type as text
    from information_schema.columns where table_name like ${`${table}%`}
    union all select indexdef from pg_indexes where tablename like ${`${table}%`} order by 1`.execute(
    store.db,
  );
  return rows.map((row) => row.text);
};

const insert = async (rows: readonly object[], into = table) => {
  for (const row of rows)
    await sql`insert into ${sql.table(into)} ${sql.raw(
      `(${Object.keys(row)
        .map((name) => `"${name}"`)
        .join(', ')})`,
    )}
      values (${sql.join(Object.values(row))})`.execute(store.db);
};

interface Case {
  readonly before: Fields;
  readonly rows: readonly object[];
  readonly after: Fields;
  /** Lines of plan and start, or refusals. `T` is the table. */
  readonly lines?: readonly string[];
  readonly refused?: readonly string[];
  /** Rows after the start. */
  readonly values?: readonly object[];
  readonly options?: object;
}

const three = [{ title: 'a' }, { title: 'b' }, { title: 'b' }];

const cases: Readonly<Record<string, Case>> = {
  'duplicates before a unique index': {
    before: { title },
    rows: [...three, { title: null }, { title: null }],
    after: { title: text({ unique: true }) },
    refused: ['T.title is declared unique, while rows share a value (2 rows: id 2, 3)'],
  },
  'duplicates that differ in case only': {
    before: { title },
    rows: [{ title: 'a' }, { title: 'A' }],
    after: { title: text({ unique: true, caseless: true }) },
    refused: ['T.title is declared unique, while rows share a value (2 rows: id 1, 2)'],
  },
  'duplicates within an organisation': {
    before: { title },
    rows: Array.from({ length: 7 }, () => ({ title: 'a', org_id: ROOT })),
    options: { scope: 'org_id' },
    after: { title: text({ unique: 'org' }) },
    refused: [
      'T.title is declared unique within org_id, while rows share a value (7 rows: id 1, 2, 3, 4, 5 …)',
    ],
  },
  'a new unique field with one value for all': {
    before: { title },
    rows: [{ title: 'a' }, { title: 'b' }],
    after: { title, code: text({ unique: true, initial: 'x' }) },
    refused: ['T.code is declared unique, while rows share a value (2 rows: id 1, 2)'],
  },
  'a unique field without duplicates': {
    before: { title },
    rows: [{ title: 'a' }, { title: 'b' }],
    after: { title: text({ unique: true }) },
    lines: ['T: unique by title (2 rows)'],
  },
  'empties before required': {
    before: { title, size: number() },
    rows: [{ title: 'a' }, { title: '' }, { title: null }],
    after: { title: text({ required: true }), size: number() },
    lines: [
      'T.title is required, and rows without a value stay until they are edited (2 rows: id 2, 3)',
    ],
  },
  'empties before several texts are required': {
    before: { codes: f.codes(['Codes', '编码']) },
    rows: [{ codes: ['1'] }, { codes: null }],
    after: { codes: f.codes(['Codes', '编码'], { required: true }) },
    lines: [
      'T.codes is required, and rows without a value stay until they are edited (1 row: id 2)',
    ],
  },
  'a new required field': {
    before: { title },
    rows: [{ title: 'a' }],
    after: { title, code: text({ required: true }) },
    lines: [
      'T.code is added (text) (1 row)',
      'T.code is required, and rows without a value stay until they are edited (1 row: id 1)',
    ],
  },
  'a new required field that only some rows need': {
    before: { title, kind: choice('a', 'b') },
    rows: [{ kind: 'a' }, { kind: 'b' }, { kind: null }],
    after: { title: text({ required: true, when: { kind: ['a'] } }), kind: choice('a', 'b') },
    lines: [
      'T.title is required, and rows without a value stay until they are edited (1 row: id 1)',
    ],
  },
  'a required field that more rows need': {
    before: {
      title: text({ required: true, when: { size: { above: 5 } } }),
      size: number(),
    },
    rows: [{ size: 3 }, { size: 9, title: '' }, { size: 4, title: 'a' }, { size: null }],
    after: { title: text({ required: true, when: { size: { above: 2 } } }), size: number() },
    lines: [
      'T.title is required, and rows without a value stay until they are edited (2 rows: id 1, 2)',
    ],
  },
  'a condition on a field that is new too': {
    before: { title },
    rows: [{ title: null }, { title: 'a' }],
    after: {
      title: text({ required: true, when: { hot: [true] } }),
      hot: f.boolean(['Hot', '热'], { initial: true }),
    },
    lines: [
      'T.hot is added (boolean) (2 rows)',
      'T.title is required, and rows without a value stay until they are edited (1 row: id 1)',
    ],
  },
  'texts longer than a new max': {
    before: { title },
    rows: [{ title: 'long text' }, { title: 'short' }, { title: '' }],
    after: { title: text({ max: 5 }) },
    lines: ['T.title: max 5 refuses values that stay until they are edited (1 row: id 1)'],
    values: [{ title: 'long text' }, { title: 'short' }, { title: '' }],
  },
  'numbers beyond new limits': {
    before: { size: number() },
    rows: [{ size: 1 }, { size: 5.5 }, { size: 9 }],
    after: { size: number({ min: 2, max: 8 }) },
    lines: [
      'T.size: min 2 refuses values that stay until they are edited (1 row: id 1)',
      'T.size: max 8 refuses values that stay until they are edited (1 row: id 3)',
    ],
  },
  'values that a new pattern refuses': {
    before: { title },
    rows: [{ title: 'A1' }, { title: 'b' }],
    after: { title: text({ pattern: /^[A-Z]\d$/ }) },
    lines: [
      'T.title: pattern /^[A-Z]\\d$/ refuses values that stay until they are edited (1 row: id 2)',
    ],
  },
  'a removed value of a choice': {
    before: { kind: choice('a', "b'") },
    rows: [{ kind: 'a' }, { kind: "b'" }],
    after: { kind: choice('a') },
    refused: [`T.kind: "b'" is no choice any more, while rows hold it (1 row: id 2)`],
  },
  'a removed value of choices': {
    before: { kinds: f.choices(['Kinds', '类型'], digits(1, 2, 3)) },
    rows: [{ kinds: [1] }, { kinds: [1, 3] }],
    after: { kinds: f.choices(['Kinds', '类型'], digits(1, 2)) },
    refused: ['T.kinds: 3 is no choice any more, while rows hold it (1 row: id 2)'],
  },
  'a text that becomes a choice': {
    before: { kind: text() },
    rows: [{ kind: 'a' }, { kind: 'z' }],
    after: { kind: choice('a', 'b') },
    refused: ['T.kind is declared a choice, while rows hold other values (1 row: id 2)'],
  },
  'a rename without was': {
    before: { title, plate: text({ max: 9 }) },
    rows: [{ plate: 'P' }, { plate: null }],
    after: { title, lic: text({ max: 9 }) },
    lines: [
      'T.lic is added (character varying(9)) (2 rows)',
      'T.plate is declared no more: its column stays, with the values it holds (1 row)',
      "T.plate is gone and lic is new: renamed? Say was: 'plate' (1 row: id 1)",
    ],
  },
  'was on a field': {
    before: { plate: text({ unique: true }) },
    rows: [{ plate: 'P' }],
    after: { lic: text({ unique: true, was: 'plate' }) },
    lines: ['T.plate is renamed to lic (1 row)'],
    values: [{ lic: 'P' }],
  },
  'a renamed field that is unique too': {
    before: { plate: text() },
    rows: [{ plate: 'P' }, { plate: 'P' }],
    after: { lic: text({ unique: true, was: 'plate' }) },
    refused: ['T.lic is declared unique, while rows share a value (2 rows: id 1, 2)'],
  },
  'a number that becomes a text': {
    before: { size: number({ indexed: true, initial: 7 }) },
    rows: [{ size: 1.5 }, { size: -20 }, { size: null }],
    after: { size: text({ max: 2, indexed: true, initial: '7' }) },
    lines: [
      'T.size becomes text (2 rows)',
      'T: index by size, id (3 rows)',
      'T: index by size, id descending (3 rows)',
      'T: index by parts of size (3 rows)',
      'T.size: max 2 refuses values that stay until they are edited (2 rows: id 1, 2)',
    ],
    values: [{ size: '1.5' }, { size: '-20' }, { size: null }],
  },
  'an integer that gets decimals': {
    before: { size: number({ integer: true, unique: true }) },
    rows: [{ size: 3 }],
    after: { size: number({ unique: true, was: undefined }) },
    lines: ['T.size becomes double precision (1 row)', 'T: unique by size (1 row)'],
    values: [{ size: 3 }],
  },
  'a number that becomes exact': {
    before: { size: number({ indexed: true }) },
    rows: [{ size: 0.1 }, { size: 123456789012.35 }, { size: null }],
    after: { size: decimal({ indexed: true, max: '9.5' }) },
    lines: [
      'T.size becomes numeric(20,2) (2 rows)',
      'T: index by size, id (3 rows)',
      'T: index by size, id descending (3 rows)',
      'T.size: max 9.5 refuses values that stay until they are edited (1 row: id 2)',
    ],
    values: [{ size: '0.10' }, { size: '123456789012.35' }, { size: null }],
  },
  'a number that does not fit': {
    before: { size: number() },
    rows: [{ size: 0.125 }, { size: 1e18 }, { size: -1.5 }],
    after: { size: decimal() },
    refused: [
      'T.size has 2 decimal places and 18 digits before them, while rows hold other values (2 rows: id 1, 2)',
    ],
  },
  'an exact number with more places': {
    before: { size: decimal() },
    rows: [{ size: '1234567890123456.25' }],
    after: { size: decimal({ scale: 4 }) },
    lines: ['T.size becomes numeric(20,4) (1 row)'],
    values: [{ size: '1234567890123456.2500' }],
  },
  'an exact number with more places and too many digits': {
    before: { size: decimal() },
    rows: [{ size: 1 }, { size: '12345678901234567' }],
    after: { size: decimal({ scale: 4 }) },
    refused: [
      'T.size has 4 decimal places and 16 digits before them, while rows hold other values (1 row: id 2)',
    ],
  },
  'an exact number with fewer places': {
    before: { size: decimal() },
    rows: [{ size: 1.5 }, { size: 2.25 }],
    after: { size: decimal({ scale: 1 }) },
    refused: [
      'T.size has 1 decimal places and 19 digits before them, while rows hold other values (1 row: id 2)',
    ],
  },
  'an amount that becomes a text': {
    before: { fee: f.money(['Fee', '费用'], { currency: 'CNY' }) },
    rows: [{ fee: 1.5 }],
    after: { fee: text() },
    lines: ['T.fee becomes text (1 row)'],
    values: [{ fee: '1.50' }],
  },
  'an exact number that becomes an inexact one': {
    before: { size: decimal() },
    rows: [{ size: 1.5 }],
    after: { size: number() },
    refused: [
      'T.size changes from decimal to number, which would lose values: declare a new field (1 row: id 1)',
    ],
  },
  'a series beside records': {
    before: { title },
    rows: [{ title: 'a' }, { title: 'b' }],
    after: { title, code: series },
    lines: [
      'T.code is added (text) (2 rows)',
      'T: unique by code (2 rows)',
      'T.code is a series, and rows from before stay without a number (2 rows: id 1, 2)',
    ],
    values: [
      { title: 'a', code: null },
      { title: 'b', code: null },
    ],
  },
  'a text that becomes a series': {
    before: { code: text() },
    rows: [{ code: 'N1' }],
    after: { code: series },
    lines: ['T: unique by code (1 row)'],
    values: [{ code: 'N1' }],
  },
  'a text that becomes a series, of equal values': {
    before: { code: text() },
    rows: [{ code: 'N1' }, { code: 'N1' }],
    after: { code: series },
    refused: ['T.code is declared unique, while rows share a value (2 rows: id 1, 2)'],
  },
  'a renamed field with another type': {
    before: { size: number() },
    rows: [{ size: 3 }],
    after: { width: text({ was: 'size' }) },
    lines: ['T.size is renamed to width (1 row)', 'T.width becomes text (1 row)'],
    values: [{ width: '3' }],
  },
  'a day that becomes a time': {
    before: { day: f.date(['Day', '日']) },
    rows: [{ day: '2026-03-01' }, { day: null }],
    after: { day: f.datetime(['Day', '日']) },
    lines: ['T.day becomes bigint: each day its midnight in Asia/Shanghai (1 row)'],
    values: [{ day: Date.parse('2026-03-01T00:00+08:00') }, { day: null }],
  },
  'a choice that becomes several': {
    before: { kind: f.choice(['Kind', '类型'], digits(1, 2)) },
    rows: [{ kind: 2 }, { kind: null }],
    after: { kind: f.choices(['Kind', '类型'], digits(1, 2)) },
    lines: ['T.kind becomes bigint[]: each value a list of one (1 row)'],
    values: [{ kind: [2] }, { kind: null }],
  },
  'a choice that becomes several without one': {
    before: { kind: f.choice(['Kind', '类型'], digits(1, 2)) },
    rows: [{ kind: 2 }],
    after: { kind: f.choices(['Kind', '类型'], digits(1)) },
    refused: ['T.kind: 2 is no choice any more, while rows hold it (1 row: id 1)'],
  },
  'a file that becomes several': {
    before: { paper: f.file(['Paper', '单证']) },
    rows: [{ paper: 'a.pdf' }, { paper: null }],
    after: { paper: f.files(['Papers', '单证']) },
    lines: ['T.paper becomes text[]: each value a list of one (1 row)'],
    values: [{ paper: ['a.pdf'] }, { paper: null }],
  },
  'a reference that becomes several': {
    before: { at_id: f.ref(['At', '在'], 'dock') },
    rows: [{ at_id: 1 }, { at_id: null }],
    after: { at_id: f.refs(['At', '在'], 'dock' as never) },
    lines: [
      'T.at_id becomes bigint[]: each value a list of one (1 row)',
      'T: index by at_id (2 rows)',
    ],
    values: [{ at_id: [1] }, { at_id: null }],
  },
  'a text that becomes a number': {
    before: { size: text() },
    rows: [{ size: '1' }, { size: '2' }],
    after: { size: number() },
    refused: [
      'T.size changes from text to number, which would lose values: declare a new field (2 rows: id 1, 2)',
    ],
  },
  'a text that becomes a choice of numbers': {
    before: { kind: text() },
    rows: [{ kind: '1' }],
    after: { kind: f.choice(['Kind', '类型'], digits(1, 2), { required: true }) },
    refused: [
      'T.kind changes from text to choice of whole numbers, which would lose values: declare a new field (1 row: id 1)',
    ],
  },
  'a number that becomes whole': {
    before: { size: number() },
    rows: [{ size: 1.5 }, { size: null }],
    after: { size: number({ integer: true }) },
    refused: [
      'T.size changes from number to whole number, which would lose values: declare a new field (1 row: id 1)',
    ],
  },
  'a time that becomes a day': {
    before: { day: f.datetime(['Day', '日']) },
    rows: [{ day: 1 }],
    after: { day: f.date(['Day', '日']) },
    refused: [
      'T.day changes from datetime to date, which would lose values: declare a new field (1 row: id 1)',
    ],
  },
  'a time that becomes a text': {
    before: { day: f.datetime(['Day', '日']) },
    rows: [{ day: 1 }],
    after: { day: text() },
    refused: [
      'T.day changes from datetime to text, which would lose values: declare a new field (1 row: id 1)',
    ],
  },
  'a removed field': {
    before: { title, note: text() },
    rows: [{ note: 'n' }],
    after: { title },
    lines: ['T.note is declared no more: its column stays, with the values it holds (1 row)'],
  },
};

/** Starts with the declarations, and expects that the plan said what the start does, and that a refusal changes nothing. */
const change = async (entities: readonly AnyEntity[]) => {
  const schemaBefore = await schema();
  const { plan, lines, refused } = await start(...entities);
  expect(refused).toEqual(plan.clashes);
  if (refused.length > 0) expect(await schema()).toEqual(schemaBefore);
  else expect(lines).toEqual(plan.lines);
  const shorten = (all: readonly string[]) => all.map((line) => line.replaceAll(table, 'T'));
  return { lines: shorten(lines), refused: shorten(refused), breaks: plan.breaks };
};

describe('the start does what the plan says:', () => {
  it.each(Object.entries(cases))('%s', async (_, { before, rows, after, options, ...expected }) => {
    await start(thing(before, options));
    await insert(rows);
    const { lines, refused } = await change([thing(after, options)]);
    expect({ lines, refused }).toEqual({
      lines: expected.lines ?? [],
      refused: expected.refused ?? [],
    });
    if (refused.length > 0) return;
    if (expected.values) {
      const names = sql.raw(
        Object.keys(after)
          .map((name) => `"${name}"`)
          .join(', '),
      );
      const result = await sql`select ${names} from ${sql.table(table)} order by id`.execute(
        store.db,
      );
      expect(result.rows).toEqual(expected.values);
    }
    // The next start has nothing to do, and its indexes are those of a new table.
    expect(await change([thing(after, options)])).toEqual({
      lines: [],
      refused: [],
      breaks: false,
    });
  });
});

describe('was after the fact', () => {
  const before = { plate: text({ indexed: true }) };
  const meanwhile = { lic: text({ indexed: true }) };
  const after = { lic: text({ indexed: true, was: 'plate' }) };

  it.each<[string, object[], object[], string[], string[], object[]]>([
    [
      'renames the old column if the new one is empty',
      [{ plate: 'P' }],
      [],
      ['T.plate is renamed to lic (1 row)'],
      [],
      [{ lic: 'P' }],
    ],
    ['does nothing if the old one is empty', [], [{ lic: 'L' }], [], [], [{ lic: 'L' }]],
    [
      'is refused if both hold values',
      [{ plate: 'P' }],
      [{ lic: 'L' }],
      [],
      ['T.lic was plate, and both columns hold values: move those of plate by hand, or drop was'],
      [],
    ],
  ])('%s', async (_, old, later, lines, refused, values) => {
    await start(thing(before));
    await insert(old);
    await start(thing(meanwhile));
    await insert(later);
    expect(await change([thing(after)])).toEqual({ lines, refused, breaks: lines.length > 0 });
    if (refused.length > 0) return;
    const { rows } = await sql`select lic from ${sql.table(table)}`.execute(store.db);
    expect(rows).toEqual(values);
    expect(await change([thing(after)])).toEqual({ lines: [], refused: [], breaks: false });
    expect(await schema()).toContain(
      `CREATE INDEX ${table}_lic_contains ON public.${table} USING gin (lic gin_trgm_ops)`,
    );
  });

  it('renames a series, which goes on after its last number', async () => {
    await start(thing({ code: series }));
    await sql`insert into series_counter values (${table}, 'code', 0, '', 7)`.execute(store.db);
    await start(thing({ number: { ...series, was: 'code' } }));
    const { rows } = await sql`select field, last from series_counter
      where entity = ${table}`.execute(store.db);
    expect(rows).toEqual([{ field: 'number', last: 7 }]);
  });

  it('renames a date, and what was told about it', async () => {
    const due = f.date(['Due', '到期']);
    const warn = { before: [1], to: 'org', text: ['Due', '到期'] };
    await start(thing({ due }, { warns: { due: warn } }));
    await sql`insert into date_warning values (${table}, 'due', 1, '2026-01-01', 1, 7)`.execute(
      store.db,
    );
    const later = { warns: { ends: warn } };
    await start(thing({ ends: { ...due, was: 'due' } }, later));
    const { rows } = await sql`select field, record, days from date_warning
      where entity = ${table}`.execute(store.db);
    expect(rows).toEqual([{ field: 'ends', record: 1, days: 1 }]);
    expect(await schema()).toContain(
      `CREATE INDEX ${table}_ends_idx ON public.${table} USING btree (ends)`,
    );
  });

  it('renames a text of records, which stays searchable', async () => {
    const record = { record: { time: 'at' } };
    const at = f.datetime(['At', '时间']);
    await start(thing({ at, ...before }, record));
    await insert([{ at: 1, plate: 'P' }]);
    await start(thing({ at, ...meanwhile }, record));
    await change([thing({ at, ...after }, record)]);
    await insert([{ at: 2, lic: 'Q' }]);
    const { rows } =
      await sql`select value from ${sql.table(`${table}_lic_known`)} order by 1`.execute(store.db);
    expect(rows).toEqual([{ value: 'P' }, { value: 'Q' }]);
  });

  it('renames the old table if the new one is empty', async () => {
    const next = `${table}b`;
    await start(thing(before));
    await insert([{ plate: 'P' }]);
    const entities = [
      thing(before, {}, next),
      thing({ to_id: f.ref(['To', '到'], next as never) }, {}, `${table}c`),
    ];
    expect((await start(...entities)).lines).toContain(
      `${table} is gone and ${next} is new: renamed? Say was: '${table}' (1 row: id 1)`,
    );
    const renamed = [thing(before, { was: table }, next), ...entities.slice(1)];
    expect(await change(renamed)).toMatchObject({ lines: ['T is renamed to Tb (1 row)'] });
    expect(await change(renamed)).toEqual({ lines: [], refused: [], breaks: false });
  });

  it('is refused if both tables hold rows', async () => {
    const next = `${table}b`;
    await start(thing(before));
    await insert([{ plate: 'P' }]);
    await start(thing(before, {}, next));
    await insert([{ plate: 'Q' }], next);
    expect(await change([thing(before, { was: table }, next)])).toMatchObject({
      refused: [
        'Tb was T, and both tables exist with rows: move the rows of T by hand, or drop was',
      ],
    });
  });
});

it('limits of a database whose older server stored none are judged once', async () => {
  await start(thing({ title, size: number() }));
  await insert([{ title: 'long text', size: 1 }, { size: 9 }]);
  await sql`update declared_column set says = '{}' where table_name = ${table}`.execute(store.db);
  const after = thing({ title: text({ required: true, max: 5 }), size: number({ max: 9 }) });
  const lines = [
    'T.title is required, and rows without a value stay until they are edited (1 row: id 2)',
    'T.title: max 5 refuses values that stay until they are edited (1 row: id 1)',
  ];
  expect(await change([after])).toMatchObject({ lines });
  expect(await change([after])).toEqual({ lines: [], refused: [], breaks: false });
});

it('a table of another name than its entity is named after it', async () => {
  const stored = { table: `${table}_store` };
  await start(thing({ title, size: text({ max: 50 }), count: number({ integer: true }) }, stored));
  await insert([{ title: 'a', size: 's' }, { title: 'a' }], stored.table);
  const refused = thing({ title: text({ unique: true }), size: number(), count: title }, stored);
  expect(await change([refused])).toMatchObject({
    refused: [
      'T.size (table T_store) changes from text to number, which would lose values: declare a new field (1 row: id 1)',
      'T.title (table T_store) is declared unique, while rows share a value (2 rows: id 1, 2)',
    ],
  });
  const widened = {
    length: text({ was: 'size', max: 50 }),
    count: title,
    more: text({ indexed: true }),
  };
  expect(await change([thing(widened, stored)])).toMatchObject({
    lines: [
      'T.size (table T_store) is renamed to length (2 rows)',
      'T.count (table T_store) becomes text (0 rows)',
      'T.more (table T_store) is added (text) (2 rows)',
      'T.title (table T_store) is declared no more: its column stays, with the values it holds (2 rows)',
      'T (table T_store): index by more, id (2 rows)',
      'T (table T_store): index by more, id descending (2 rows)',
      'T (table T_store): index by parts of more (2 rows)',
      "T.title (table T_store) is gone and more is new: renamed? Say was: 'title' (2 rows: id 1, 2)",
    ],
  });
});

it('a field that comes back has its values, and loses no choice that rows hold', async () => {
  const before = thing({ title, kind: choice('a', 'b') });
  await start(before);
  await insert([{ kind: 'b' }]);
  await start(thing({ title }));
  expect(await change([thing({ title, kind: choice('a') })])).toMatchObject({
    refused: ['T.kind: "b" is no choice any more, while rows hold it (1 row: id 1)'],
  });
  expect(await change([before])).toEqual({ lines: [], refused: [], breaks: false });
});

it('a removed entity leaves its table, which is said once', async () => {
  await start(thing({ title }));
  await insert([{ title: 'a' }]);
  const lines = ['T is declared no more: its table stays, with the rows it holds (1 row)'];
  expect(await change([])).toEqual({ lines, refused: [], breaks: false });
  expect(await change([])).toMatchObject({ lines: [] });
  expect(await change([thing({ title })])).toMatchObject({ lines: [] });
});

describe('was of an entity renames its table', () => {
  const fields = (other: string) => ({
    at: f.datetime(['At', '时间']),
    code: text({ indexed: true }),
    dock_id: f.ref(['Dock', '坞'], 'dock'),
    peer_id: f.ref(['Peer', '伴'], other as never),
  });
  const names = async (of: string) =>
    (await schema()).filter((line) => line.includes(of)).map((line) => line.replaceAll(of, 'N'));

  it.each([
    ['with its indexes and keys', {}],
    ['with its partitions and distinct values', { record: { time: 'at' } }],
  ])('%s', async (_, options) => {
    const [from, to, same] = [`${table}a`, `${table}b`, `${table}c`];
    const before = thing(fields(from), options, from);
    await start(before);
    await insert([{ at: 1, code: 'x' }], from);
    const after = thing(fields(to), { ...options, was: from }, to);
    expect(await change([after])).toEqual({
      lines: ['Ta is renamed to Tb (1 row)'],
      refused: [],
      breaks: true,
    });
    expect(await change([after])).toEqual({ lines: [], refused: [], breaks: false });
    await insert([{ at: 2, code: 'y' }], to);
    await start(after, thing(fields(same), options, same));
    expect(await names(to)).toEqual(await names(same));
    expect(await names(from)).toEqual([]);
  });

  it('if only its table has another name', async () => {
    await start(thing({ title }));
    await insert([{ title: 'a' }]);
    const after = thing({ title }, { table: `${table}_store`, was: table });
    expect(await change([after])).toMatchObject({
      lines: ['T is renamed to T (table T_store) (1 row)'],
    });
  });
});

describe('was of an entity renames what names it', () => {
  const consoleOf = (
    name: string,
    was?: string,
    menus: readonly MenuSeed[] = [],
    stored?: string,
  ) =>
    defineConsole({
      entities: [
        ...shipped,
        sentList,
        entity(name, [`The ${name}`, `物 ${name}`], {
          ...{ fields: { title }, was },
          ...(stored && { table: stored }),
        }),
      ] as never,
      pages: { [name]: name } as never,
      menus,
    });
  const open = async (place: Place, config: Console, server?: string) => {
    const lines: string[] = [];
    const opened = await openStore({ ...place, server, config, log: (line) => lines.push(line) });
    await syncMenus(opened, config);
    return { lines, db: opened.db, close: opened.close };
  };
  /** Menus, and the buttons of roles with their calls. */
  const granted = async ({ db }: { db: Database }) => {
    const menu = sql`select "menuCode", "menuUrl", "menuName", role_id from menu
      left join role_menu on menu_id = menu.id where "menuUrl" like 'seal%'`;
    const button = sql`select "btnCode", "actionUrl", role_id from button
      left join role_button on button_id = button.id where "btnCode" like 'seal%:add'`;
    return [(await menu.execute(db)).rows, (await button.execute(db)).rows];
  };
  const expected = (name: string) => [
    [{ menuCode: name, menuUrl: name, menuName: `The ${name}`, role_id: 1 }],
    [{ btnCode: `${name}:add`, actionUrl: `/${name}/add`, role_id: 1 }],
  ];
  const seed = async (place: Place, stored?: string) => {
    const { db, close } = await open(place, consoleOf('seal', undefined, [], stored));
    await sql`insert into org (id, org_name, org_type) values (1, 'Root', 1) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into role (id, "roleName") values (1, 'r') on conflict do nothing`.execute(db);
    await sql`insert into role_menu select 1, id from menu where "menuUrl" = 'seal'
      on conflict do nothing`.execute(db);
    await sql`insert into role_button select 1, id from button where "btnCode" = 'seal:add'
      on conflict do nothing`.execute(db);
    await sql`insert into series_counter values ('seal', 'n', 1, '', 7), ('sealStock', 'n', 1, '', 6)
      on conflict do nothing`.execute(db);
    await sql`insert into date_warning values ('seal', 'due', 1, '2026-01-01', 0, 1)
      on conflict do nothing`.execute(db);
    await sql`insert into reserved_by values ('seal', 1, 'title', 1)`.execute(db);
    await sql`insert into "sentList" (title, list, org_id) values ('t', 'seal', 1)`.execute(db);
    await sql`insert into oper (id, "loginName", "operName", org_id, role_id) values (1, 'a', 'A', 1, 1)
      on conflict do nothing`.execute(db);
    await sql`insert into bell_message (oper_id, org_id, at, entity, text)
      values (1, 1, 1, 'seal', '["Held", "扣留"]')`.execute(db);
    await sql`insert into ${sql.table(stored ?? 'seal')} (title, org_id) values ('kept', 1)`.execute(
      db,
    );
    await close();
  };
  const line = 'Storage: entity seal is renamed to sealStock: its permissions and menus follow';

  it.each([
    [
      'menus, permissions, mailed lists, messages at the bell, warnings and counters of series',
      false,
    ],
    ['those that a start has added under the new name too', true],
  ])('%s', async (_, isLate) => {
    const place = await ownPlace();
    await seed(place);
    if (isLate) await (await open(place, consoleOf('sealStock'))).close();
    const config = consoleOf('sealStock', 'seal');
    const { lines: planned } = await planStart({ ...place, config, log: () => {} });
    const { lines, db, close } = await open(place, config);
    expect(lines).toEqual(expect.arrayContaining([...planned]));
    expect(planned).toContain(line);
    expect(await granted({ db })).toEqual(expected('sealStock'));
    const { rows } = await sql`select entity from reserved_by union select list from "sentList"
      union select entity from bell_message union select entity from date_warning
      union select code from planted where code like 'seal%' and kind = 'page'`.execute(db);
    expect(rows).toEqual([{ entity: 'sealStock' }]);
    expect((await sql`select entity, last from series_counter`.execute(db)).rows).toEqual([
      { entity: 'sealStock', last: 7 },
    ]);
    await close();
    const again = await planStart({ ...place, config, log: () => {} });
    expect(again).toEqual({ lines: [], clashes: [] });
  });

  it.each<[string, string | undefined, readonly string[]]>([
    ['in one start, if the table had the name of the entity', undefined, ['seal']],
    ['in two starts otherwise, as the plan says', 'seal_rows', ['seal', 'seal_rows']],
  ])('and its table %s', async (_, from, formerNames) => {
    const place = await ownPlace();
    await seed(place, from);
    const hint = `Storage: ${from} is gone and sealStock (table stock) is new: renamed? Say was: '${from}' (1 row: id 1)`;
    for (const [i, was] of formerNames.entries()) {
      const config = consoleOf('sealStock', was, [], 'stock');
      const planned = await planStart({ ...place, config, log: () => {} });
      const started = await open(place, config);
      expect(started.lines).toEqual(expect.arrayContaining([...planned.lines]));
      expect(planned.lines.includes(hint)).toBe(i + 1 < formerNames.length);
      await started.close();
    }
    const config = consoleOf('sealStock', formerNames.at(-1), [], 'stock');
    const { db: after, close: end } = await open(place, config);
    expect(await granted({ db: after })).toEqual(expected('sealStock'));
    const { rows } = await sql`select title from stock`.execute(after);
    expect(rows).toEqual([{ title: 'kept' }]);
    await end();
    expect(await planStart({ ...place, config, log: () => {} })).toEqual({
      lines: [],
      clashes: [],
    });
  });

  it('and waits until a server of the configuration before is stopped', async () => {
    const place = await ownPlace();
    await seed(place);
    const other = await open(place, consoleOf('seal'), 'other');
    const config = consoleOf('sealStock', 'seal');
    const reason = `names or types must change, and servers of the configuration before use them: other (${version}). Stop these, or set UPGRADE=now`;
    const options = { ...place, config, log: () => {} };
    expect((await planStart(options)).lines).toContain(`Storage: the start would wait: ${reason}`);
    await expect(openStore(options)).rejects.toThrow(reason);
    expect(await granted(other)).toEqual(expected('seal'));
    // Nothing that a running server bears waits for it.
    await (await open(place, consoleOf('seal'), 'second')).close();
    await sql`delete from server_beat`.execute(other.db);
    const { db, close } = await open(place, config);
    expect(await granted({ db })).toEqual(expected('sealStock'));
    await close();
    await other.close();
  });
});

describe('rules over several records', () => {
  const number = (label: string) => f.number([label, label], { integer: true });
  const fields = {
    org_id: f.refTree(['Organisation', '机构'], 'org'),
    code: f.text(['Code', '编码'], { caseless: true }),
    first: number('First'),
    last: number('Last'),
    from: f.date(['From', '从']),
    to: f.date(['To', '到']),
    hot: f.boolean(['Hot', '热']),
  };
  const message: [string, string] = ['Taken', '已占用'];
  // biome-ignore lint/suspicious/noExplicitAny: rules of a declaration are checked by other tests.
  const ruled = (...rules: readonly any[]) =>
    thing(fields, {
      scope: 'org_id',
      rules: rules.map((rule) => ({ at: 'code', message, ...rule })),
    });
  const unique = { unique: ['code', 'first'] };
  const apart = { apart: ['code', 'hot'], span: ['first', 'last'] };
  const days = { apart: ['code'], span: ['from', 'to'] };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const hot = (row: any) => row.hot.is(true);
  const row = (values: object) => ({ org_id: ROOT, code: 'a', hot: false, ...values });
  const rules = (lines: readonly string[]) =>
    lines.map((line) => line.replaceAll(/\(\S+_[0-9a-f]{8}\)/g, '(NAME)'));

  it.each<[string, object, readonly object[], string[], string[]]>([
    [
      'unique, and rows share the values',
      unique,
      [row({ first: 1 }), row({ code: 'A', first: 1 }), row({ first: 2 })],
      [],
      [
        'T is declared unique by code, first within org_id, while rows share the values (2 rows: id 1, 2)',
      ],
    ],
    [
      'unique, and rows of two organisations share the values',
      unique,
      [row({ first: 1 }), row({ first: 1, org_id: 2 })],
      ['T: unique by code, first within org_id (2 rows)'],
      [],
    ],
    [
      'unique anywhere, and rows of two organisations share the values',
      { ...unique, anywhere: true },
      [row({ first: 1 }), row({ first: 1, org_id: 2 })],
      [],
      ['T is declared unique by code, first, while rows share the values (2 rows: id 1, 2)'],
    ],
    [
      'unique, and rows without a value are alike',
      unique,
      [row({}), row({})],
      ['T: unique by code, first within org_id (2 rows)'],
      [],
    ],
    [
      'unique among some rows, and others are alike',
      { ...unique, while: hot },
      [row({ first: 1 }), row({ first: 1 }), row({ first: 1, hot: true })],
      ['T: unique by code, first within org_id (3 rows)'],
      [],
    ],
    [
      'apart, and rows overlap',
      apart,
      [row({ first: 1, last: 5 }), row({ first: 5, last: 9 }), row({ first: 10, last: 11 })],
      [],
      [
        'T is declared first to last apart by code, hot within org_id, while rows overlap (2 rows: id 1, 2)',
      ],
    ],
    [
      'apart, and a row ends before it begins',
      apart,
      [row({ first: 6, last: 5 }), row({ first: 5, last: 6 })],
      [],
      [
        'T is declared first to last apart by code, hot within org_id, while rows end before they begin (1 row: id 1)',
      ],
    ],
    [
      'apart, and a row has no end',
      days,
      [row({ from: '2026-01-01' }), row({ from: '2026-02-01', to: '2026-03-01' })],
      ['T: from to to apart by code within org_id (2 rows)'],
      [],
    ],
  ])('%s', async (_, rule, values, lines, refused) => {
    await start(thing(fields, { scope: 'org_id' }));
    await insert(values);
    expect(await change([ruled(rule)])).toEqual({ lines, refused, breaks: false });
    if (refused.length > 0) return;
    expect(await change([ruled(rule)])).toEqual({ lines: [], refused: [], breaks: false });
  });

  it('are replaced if they change, and dropped if they are removed', async () => {
    await start(ruled(unique, days));
    const { lines } = await change([ruled({ ...unique, while: hot }, days)]);
    expect(rules(lines)).toEqual([
      'T: a rule holds no more (NAME) (0 rows)',
      'T: unique by code, first within org_id (0 rows)',
    ]);
    const removed = await change([thing(fields, { scope: 'org_id' })]);
    expect(rules(removed.lines)).toEqual(Array(2).fill('T: a rule holds no more (NAME) (0 rows)'));
  });

  it('keep their constraints when the table is renamed, and a column gets another type', async () => {
    await start(ruled(unique, apart));
    const former = table;
    table = `${table}b`;
    const renamed = ruled(unique, apart);
    expect((await change([{ ...renamed, was: former } as AnyEntity])).lines).toEqual([
      `${former} is renamed to T (0 rows)`,
    ]);
    const wider = thing(
      { ...fields, first: f.number(['First', '首']), last: f.number(['Last', '末']) },
      { scope: 'org_id', rules: [{ ...apart, at: 'code', message }] },
    );
    const { lines, refused } = await change([{ ...wider, was: former } as AnyEntity]);
    expect(refused).toEqual([]);
    expect(lines).toContain('T: first to last apart by code, hot within org_id (0 rows)');
  });

  it('let two rows exchange their values in one transaction', async () => {
    await start(ruled(unique, apart));
    await insert([row({ first: 1, last: 2 }), row({ first: 3, last: 4 })]);
    await store.db.transaction().execute(async (transaction) => {
      for (const [id, first] of [
        [1, 3],
        [2, 1],
      ] as const)
        await sql`update ${sql.table(table)} set first = ${first}, last = ${first + 1} where id = ${id}`.execute(
          transaction,
        );
    });
    const clash = sql`update ${sql.table(table)} set first = 1, last = 2 where id = 1`;
    await expect(clash.execute(store.db)).rejects.toMatchObject({ code: '23P01' });
  });

  it('with apart are refused without the extension', async () => {
    const shapes = desiredTables([org, ruled(apart)]);
    const actual = { ...(await introspect(store.db, shapes)), ranges: 'absent' as const };
    expect(planTables(shapes, actual).clashes).toEqual([
      expect.stringContaining('create extension btree_gist'),
    ]);
    const uniqueShapes = desiredTables([org, ruled(unique)]);
    expect(planTables(uniqueShapes, actual).clashes).toEqual([]);
  });
});
