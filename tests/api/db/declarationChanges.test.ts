import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AnyEntity,
  choices,
  defineConsole,
  entity,
  type Fields,
  f,
} from '../../../src/config';
import { org } from '../../../src/resources';
import { entityTable, openStore, planStart, type Store } from '../../../src/server/db';
import { applyTables, planChanges } from '../../../src/server/db/schema/applyTables';
import { desiredTables } from '../../../src/server/db/schema/desiredTables';
import { ownPlace, type Place } from '../place';
import { shipped } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, ROOT, small } from './world';

let place: Place;
let store: Store;
beforeAll(async () => {
  place = await ownPlace();
  store = await testStore({ place });
  await addOrganisations(store);
});

let table = '';
let turn = 0;
beforeEach(() => {
  turn += 1;
  table = `thing${turn}`;
});

const thing = (fields: Fields, options: object = {}) =>
  entity(table, ['Thing', '物'], { fields, ...options }) as unknown as AnyEntity;

/** Plans and applies these declarations like a start. @returns the printed lines */
const start = async (...entities: readonly AnyEntity[]): Promise<string[]> => {
  const output: string[] = [];
  const shapes = desiredTables([org, ...entities]);
  const { lines, clashes } = await planChanges(store.db, shapes);
  const starting = applyTables(store.db, shapes, { log: (line) => output.push(line) });
  const refused = await starting.then(
    () => [],
    (error) => [...error.clashes],
  );
  // The plan names exactly what the start does or refuses.
  expect([refused.length > 0 ? [] : lines, clashes]).toEqual([output, refused]);
  return [...output, ...refused.map((clash) => `refused: ${clash}`)];
};

/** Adds rows as the server would with this declaration. */
const add = (of: AnyEntity, ...rows: readonly object[]) =>
  entityTable(
    store,
    of,
    defineConsole({ entities: [org, small('dock'), of] as never, pages: {} }),
  ).add(rows as never, as(ROOT));

const rowsOf = async (columns: string) => {
  const { rows } =
    await sql`select ${sql.raw(columns)} from ${sql.table(table)} order by id`.execute(store.db);
  return rows;
};

const text = (options: object = {}) => f.text(['Text', '文本'], options as never);
const number = (options: object = {}) => f.number(['Number', '数'], options as never);

describe('a required field', () => {
  const plated = () => thing({ title: text(), plate: text({ required: true, unique: true }) });

  it.each<[string, Fields, object, string]>([
    ['that may be empty', { title: text(), plate: text({ unique: true }) }, {}, 'may be empty now'],
    ['that is gone', { title: text() }, {}, 'is declared no more'],
    [
      'that has another name',
      { title: text(), number: text({ required: true, unique: true, was: 'plate' }) },
      { number: 'B' },
      'is renamed to number',
    ],
  ])('%s allows new rows', async (_, fields, values, change) => {
    await start(plated());
    await add(plated(), { title: 'a', plate: 'A' });
    const lines = await start(thing(fields));
    expect(lines[0]).toContain(`${table}.plate ${change}`);
    expect(lines[0]).toMatch(/\(1 row\)$/);
    await add(thing(fields), { title: 'b', ...values });
    expect(await rowsOf('title')).toEqual([{ title: 'a' }, { title: 'b' }]);
    expect(await start(thing(fields))).toEqual([]);
  });
});

it('a renamed field keeps its values, indexes and references', async () => {
  const other = small('dock');
  const before = thing({
    title: text({ unique: true }),
    dock_id: f.ref(['Dock', '坞'], 'dock'),
    code: text({ indexed: true }),
  });
  await start(before, other);
  await sql`insert into dock (title, org_id) values ('D', ${ROOT})`.execute(store.db);
  await add(before, { title: 'a', code: 'x' });
  const after = () =>
    thing({
      name: text({ unique: true, was: 'title' }),
      berth_id: f.ref(['Berth', '泊位'], 'dock', { was: 'dock_id' } as never),
      sign: text({ indexed: true, was: 'code' }),
    });
  expect(await start(after(), other)).toEqual([
    `${table}.title is renamed to name (1 row)`,
    `${table}.dock_id is renamed to berth_id (1 row)`,
    `${table}.code is renamed to sign (1 row)`,
  ]);
  expect(await rowsOf('name, berth_id, sign')).toEqual([{ name: 'a', berth_id: null, sign: 'x' }]);
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = ${table} union all
    select conname from pg_constraint where conrelid = ${table}::regclass and contype = 'f'
    order by 1`.execute(store.db);
  expect(rows.map(({ name }) => name.replace(`${table}_`, ''))).toEqual([
    'berth_id_fkey',
    'berth_id_idx',
    'name_key',
    'org_id_fkey',
    'org_id_idx',
    'pkey',
    'sign_contains',
    'sign_id_desc_idx',
    'sign_id_idx',
  ]);
  expect(await start(after(), other)).toEqual([]);
});

it('a renamed text of records is still searchable by parts', async () => {
  const record = (fields: Fields) =>
    thing({ at: f.datetime(['At', '时间']), ...fields }, { record: { time: 'at' } });
  const before = record({ sn: text({ indexed: true }) });
  await start(before);
  await add(before, { at: 1, sn: 'OLD1' });
  const after = record({ serial: text({ indexed: true, was: 'sn' }) });
  expect(await start(after)).toEqual([`${table}.sn is renamed to serial (1 row)`]);
  await add(after, { at: 2, serial: 'NEW1' });
  const all = defineConsole({ entities: [org, after] as never, pages: {} });
  const { list } = await entityTable(store, after, all).list(
    { page: 1, pageSize: 9, filters: { serial: '1' }, sort: { field: 'at', order: 'asc' } },
    as(ROOT),
  );
  expect(list.map(({ serial }) => serial)).toEqual(['OLD1', 'NEW1']);
  expect(await start(after)).toEqual([]);
});

it('dropping unique allows equal values', async () => {
  await start(thing({ title: text({ unique: true }) }));
  const after = thing({ title: text() });
  expect(await start(after)).toEqual([
    `${table}: values may be equal now (${table}_title_key) (0 rows)`,
  ]);
  await add(after, { title: 'a' }, { title: 'a' });
});

describe('a reference with another target', () => {
  const to = (target: string, record = false) =>
    thing(
      {
        at: f.datetime(['At', '时间']),
        to_id: f.ref(['To', '到'], target as never, { via: 'to' }),
      },
      record ? { record: { time: 'at' } } : {},
    );
  const targets = [small('pier'), small('ramp')];

  it.each([
    ['is refused while rows hold values', false],
    ['is refused of records too', true],
  ])('%s', async (_, record) => {
    await start(to('pier', record), ...targets);
    await sql`insert into pier (id, title, org_id) values (${turn}, 'P', ${ROOT})`.execute(
      store.db,
    );
    await sql`insert into ${sql.table(table)} (at, to_id, org_id) values (1, ${turn}, ${ROOT})`.execute(
      store.db,
    );
    expect(await start(to('ramp', record), ...targets)).toEqual([
      `refused: ${table}.to_id refers to pier and is declared to refer to ramp, while rows hold a value (1 row: id 1)`,
    ]);
    await sql`update ${sql.table(table)} set to_id = null`.execute(store.db);
    const lines = await start(to('ramp', record), ...targets);
    expect(lines.filter((line) => line.startsWith('refused'))).toEqual([]);
    await sql`insert into ramp (id, title, org_id) values (${100 + turn}, 'R', ${ROOT})`.execute(
      store.db,
    );
    await sql`update ${sql.table(table)} set to_id = ${100 + turn}`.execute(store.db);
    expect(await start(to('ramp', record), ...targets)).toEqual([]);
  });

  it('is refused for a list of references', async () => {
    const lists = (target: string) => thing({ all: f.refs(['All', '全部'], target as never) });
    await start(lists('pier'), ...targets);
    await sql`insert into ${sql.table(table)} (org_id, "all") values (${ROOT}, '{1}')`.execute(
      store.db,
    );
    expect(await start(lists('ramp'), ...targets)).toEqual([
      `refused: ${table}.all refers to pier and is declared to refer to ramp, while rows hold a value (1 row: id 1)`,
    ]);
  });

  it('can become a plain number', async () => {
    await start(to('pier'), ...targets);
    const after = thing({ at: f.datetime(['At', '时间']), to_id: number({ integer: true }) });
    await start(after, ...targets);
    await add(after, { to_id: 987_654 });
  });
});

describe('removing a choice', () => {
  const kinds = (...values: readonly (string | number)[]) =>
    thing({
      kind: f.choice(
        ['Kind', '类型'],
        choices(values.map((value) => [value, `${value}`, `${value}`] as const)),
      ),
    });

  it('is refused with the number of rows that have it', async () => {
    await start(kinds(1, 2, 3));
    await add(kinds(1, 2, 3), { kind: 1 }, { kind: 3 }, { kind: 3 });
    expect(await start(kinds(1))).toEqual([
      `refused: ${table}.kind: 3 is no choice any more, while rows hold it (2 rows: id 2, 3)`,
    ]);
    expect(await start(kinds(1, 3, 4))).toEqual([]);
    await sql`update ${sql.table(table)} set kind = 1`.execute(store.db);
    expect(await start(kinds(1))).toEqual([]);
  });

  it('is refused if the field is renamed too', async () => {
    await start(kinds('a', 'b'));
    await add(kinds('a', 'b'), { kind: 'b' });
    const after = thing({
      sort: f.choice(['Sort', '种类'], choices([['a', 'A', '甲']]), { was: 'kind' }),
    });
    expect(await start(after)).toEqual([
      `refused: ${table}.sort: "b" is no choice any more, while rows hold it (1 row: id 1)`,
    ]);
  });
});

it('a removed field is reported once, with the number of its values', async () => {
  await start(thing({ title: text(), note: text() }));
  await add(thing({ title: text(), note: text() }), { title: 'a', note: 'n' }, { title: 'b' });
  expect(await start(thing({ title: text() }))).toEqual([
    `${table}.note is declared no more: its column stays, with the values it holds (1 row)`,
  ]);
  expect(await start(thing({ title: text() }))).toEqual([]);
  await start(thing({ title: text(), note: text() }));
  expect(await rowsOf('note')).toEqual([{ note: 'n' }, { note: null }]);
});

it('a dry run prints the changes of a start, and makes none', async () => {
  const before = await ownPlace();
  const consoleOf = (fields: Fields) =>
    defineConsole({ entities: [...shipped, thing(fields)] as never, pages: {} });
  const run = async (fields: Fields) => {
    const lines: string[] = [];
    const config = consoleOf(fields);
    const opened = await openStore({ ...before, config, log: (line) => lines.push(line) });
    await opened.close();
    return lines.filter((line) => !/^Storage: (external|tables changed)/.test(line));
  };
  const plan = (fields: Fields) =>
    planStart({ ...before, config: consoleOf(fields), log: () => {} });
  const first = await plan({ title: text({ required: true }) });
  expect(first.lines).toContainEqual(expect.stringMatching(/^Storage: new: device, .*thing/));
  expect(first.lines).toContain('Storage: migration 0071_lock_watch');
  expect(await run({ title: text({ required: true }) })).toEqual(first.lines);
  expect(await plan({ title: text({ required: true }) })).toEqual({ lines: [], clashes: [] });
  const next = { name: text({ was: 'title' }), size: number() };
  const second = await plan(next);
  expect(second.lines).toEqual([
    `Storage: ${table}.title is renamed to name (0 rows)`,
    `Storage: ${table}.size is added (double precision) (0 rows)`,
    `Storage: ${table}.name may be empty now (0 rows)`,
  ]);
  expect(await plan(next)).toEqual(second);
  expect(await run(next)).toEqual(second.lines);
});
