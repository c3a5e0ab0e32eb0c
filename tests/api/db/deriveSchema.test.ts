import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyEntity, defineConsole, entity, f } from '../../../src/config';
import { firmware, firmwareList, org } from '../../../src/resources';
import { openStore, SchemaConflict, type Store } from '../../../src/server/db';
import { applyTables } from '../../../src/server/db/schema/applyTables';
import { desiredTables } from '../../../src/server/db/schema/desiredTables';
import { ownPlace, type Place } from '../place';
import { declared, shipped } from './declared';
import { testStore } from './testStore';
import { addOrganisations, ROOT, small } from './world';

let place: Place;
let store: Store;
const starts: string[][] = [];

beforeAll(async () => {
  place = await ownPlace();
  const stores = await Promise.all(
    [0, 1, 2, 3].map((i) => {
      starts[i] = [];
      return testStore({ place, log: (line) => starts[i]?.push(line) });
    }),
  );
  store = stores[0] as Store;
  await addOrganisations(store);
});

/** Creates the tables of some entities besides the shipped ones. */
const derive = (...entities: readonly AnyEntity[]) =>
  applyTables(store.db, desiredTables([org, ...entities]));

const columnsOf = async (table: string) => {
  const { rows } = await sql<{ column: string; type: string }>`
    select column_name as "column", data_type as type from information_schema.columns
    where table_name = ${table}`.execute(store.db);
  return Object.fromEntries(rows.map(({ column, type }) => [column, type]));
};

describe('starting', () => {
  it('four servers at once changes the schema once', () => {
    const lines = starts.flat();
    expect(lines.filter((line) => line.includes('tables changed'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('migration 0071_lock_watch'))).toHaveLength(1);
  });

  it('again changes nothing', async () => {
    const lines: string[] = [];
    await testStore({ place, log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
    expect(await applyTables(store.db, desiredTables(declared.entities))).toEqual([]);
  });

  it('without the entities of the server is refused', async () => {
    const config = defineConsole({ entities: [small('lonely')], pages: {} });
    await expect(openStore({ ...place, config, log: () => {} })).rejects.toThrow(
      'tables org, oper',
    );
  });

  it('results in a usable database', async () => {
    await expect(store.ping()).resolves.toBeUndefined();
    expect(store.warning).toBeUndefined();
  });
});

describe('a declaration that grows', () => {
  it('adds its column and index, and fills in the initial value', async () => {
    await derive(small('ship'));
    await sql`insert into ship (title, org_id) values ('Ark', ${ROOT})`.execute(store.db);
    const grown = small('ship', {
      flag: f.text(['Flag', '旗'], { required: true, initial: "it's", indexed: true, max: 9 }),
      master_id: f.ref(['Master', '主'], 'ship'),
    });
    const changes = await derive(grown);
    expect(changes).toHaveLength(7);
    expect(changes.filter((change) => change.startsWith('create index'))).toEqual([
      expect.stringContaining('("master_id")'),
      expect.stringContaining('("flag", "id")'),
      expect.stringContaining('("flag" desc nulls last, "id" desc)'),
      expect.stringContaining('using gin ("flag" gin_trgm_ops)'),
    ]);
    const { rows } = await sql`select title, flag from ship`.execute(store.db);
    expect(rows).toEqual([{ title: 'Ark', flag: "it's" }]);
    expect(await derive(grown)).toEqual([]);
  });

  it('checks a new reference for new rows only', async () => {
    await derive(small('berth', { ship_id: f.number(['Ship', '船'], { integer: true }) }));
    await sql`insert into berth (ship_id, org_id) values (999, ${ROOT})`.execute(store.db);
    await derive(small('ship'), small('berth', { ship_id: f.ref(['Ship', '船'], 'ship') }));
    const another = sql`insert into berth (ship_id, org_id) values (999, ${ROOT})`.execute(
      store.db,
    );
    await expect(another).rejects.toThrow('foreign key');
  });

  it('lengthens a text, and never shortens it', async () => {
    const coded = (max: number) => small('crate', { code: f.text(['Code', '码'], { max }) });
    await derive(coded(5));
    expect(await derive(coded(9))).toHaveLength(1);
    await sql`insert into crate (code, org_id) values ('123456789', ${ROOT})`.execute(store.db);
    expect(await derive(coded(5))).toEqual([]);
  });
});

describe('a declaration that contradicts the database', () => {
  it('is refused with all conflicts, and changes nothing', async () => {
    await derive(small('tug', { power: f.text(['Power', '力']), year: f.text(['Year', '年']) }));
    const other = small('tug', {
      power: f.number(['Power', '力']),
      year: f.date(['Year', '年']),
      fresh: f.text(['Fresh', '新']),
    });
    const error = await derive(other, small('unborn')).catch((reason) => reason);
    expect(error).toBeInstanceOf(SchemaConflict);
    expect(error.clashes).toEqual([
      'tug.power changes from text to number, which would lose values: declare a new field (0 rows)',
      'tug.year changes from text to date, which would lose values: declare a new field (0 rows)',
    ]);
    expect(await columnsOf('tug')).not.toHaveProperty('fresh');
    expect(await columnsOf('unborn')).toEqual({});
  });

  it('stops the start', async () => {
    await sql`create table clash (title bigint)`.execute(store.db);
    const config = defineConsole({ entities: [...shipped, small('clash')], pages: {} });
    const starting = openStore({ ...place, config, log: () => {} });
    await expect(starting).rejects.toThrow(
      '  Refused: clash.title changes from whole number to text, which would lose values',
    );
  });

  it('keeps the columns of removed fields', async () => {
    await derive(small('old', { gone: f.text(['Gone', '去']) }));
    expect(await derive(small('old'))).toEqual([]);
    expect(await columnsOf('old')).toHaveProperty('gone');
  });
});

it('four servers create the tables of a new declaration once', async () => {
  const record = entity('voyage', ['Voyage', '航'], {
    fields: { at: f.datetime(['T', '时']), sn: f.text(['SN', '号'], { indexed: true }) },
    record: { time: 'at' },
  });
  const results = await Promise.all([0, 1, 2, 3].map(() => derive(small('fleet'), record)));
  expect(results.filter(({ length }) => length > 0)).toHaveLength(1);
});

describe('a text in a view', () => {
  const version = (max: number) =>
    entity('firmware', ['Firmware', '固件'], {
      fields: { ...firmware.fields, firmware_version: f.text(['Version', '版本号'], { max }) },
      scope: 'shared',
    });
  const consoleOf = (max: number) =>
    defineConsole({ entities: [...shipped, version(max), firmwareList], pages: {} });
  const viewMark = async () => {
    const { rows } = await sql<{ oid: number; mark: string }>`
      select oid::int, obj_description(oid, 'pg_class') as mark from pg_class
      where relname = 'firmwareList' and relkind = 'v'`.execute(store.db);
    return rows[0];
  };

  it('becomes longer without a change of the view', async () => {
    await testStore({ place, config: consoleOf(40) });
    const before = await viewMark();
    await testStore({ place, config: consoleOf(40) });
    expect(await viewMark()).toEqual(before);
    await testStore({ place, config: consoleOf(90) });
    const after = await viewMark();
    expect(after?.mark).toBe(before?.mark);
    expect(after?.oid).not.toBe(before?.oid);
    expect(await columnsOf('firmwareList')).toHaveProperty('newest_version');
    await sql`insert into firmware (firmware_version, firmware_path)
      values (${'9'.repeat(90)}, 'x')`.execute(store.db);
  });
});
