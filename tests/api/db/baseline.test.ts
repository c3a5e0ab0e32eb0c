import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { alertRecord, device, exportJob } from '../../../src/resources';
import { entityTable, planStart, type Store, verifyLog } from '../../../src/server/db';
import { openEngine } from '../../../src/server/db/engine';
import { ownPlace, type Place } from '../place';
import { startShipped } from '../startShipped';
import { testStore } from './testStore';

/** Dump of a database of commit 1b09c4eb with a demo, whose operator harbour has the password Demo2026. */
const DUMP = new URL('baseline.sql.gz', import.meta.url);
const HARBOUR = { orgId: 2 };

type Rows = Record<string, unknown>[];

type Run = (statement: string) => Promise<Rows>;

/** Opens the database of a place without preparing it. */
const withEngine = async <T>(
  place: Place,
  work: (run: Run, kind: string) => Promise<T>,
): Promise<T> => {
  const { kind, pool, close } = await openEngine({ ...place, log: () => {} });
  const run = async (statement: string) => (await pool.query(statement)).rows;
  return work(run, kind).finally(close);
};

/** PGlite has no trigrams. */
const TRIGRAMS = /^.*(pg_trgm|gin_trgm_ops).*$/gm;

const loadDump = async (place: Place) => {
  const dump = gunzipSync(await readFile(DUMP)).toString();
  // It empties the search path of its connection, which ends with the engine.
  await withEngine(place, (run, kind) =>
    run(kind === 'pglite' ? dump.replaceAll(TRIGRAMS, '') : dump),
  );
};

/** Number of rows of each table. */
const countRows = async (run: Run): Promise<Record<string, number>> => {
  const tables = await run(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
  const counts = await run(
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::integer as count from "${name}"`)
      .join(' union all '),
  );
  return Object.fromEntries(counts.map(({ name, count }) => [String(name), Number(count)]));
};

/** Tables that the start adds rows to. */
const EXTENDED = ['declared_column', 'schema_migration', 'systemParams'];

const omit = (counts: Readonly<Record<string, number>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !names.includes(name)));

const REPORTED = `select device_id, status, electric, report_time, lat, fences, raised
  from device_state order by device_id`;

describe('an upgrade of a database of the baseline', () => {
  it('keeps every row', async () => {
    const place = await ownPlace();
    await loadDump(place);
    const { before, reported } = await withEngine(place, async (run) => ({
      before: await countRows(run),
      reported: await run(REPORTED),
    }));
    expect(reported.some(({ electric }) => Number(electric) > 0)).toBe(true);

    const lines: string[] = [];
    const store = await testStore({ config, place, log: (line) => lines.push(line) });

    const names = lines.filter((line) => line.startsWith('Storage: migration '));
    expect(names[0]).toBe('Storage: migration 0072_lock_owners');
    const run: Run = async (text) => (await sql.raw<Rows[number]>(text).execute(store.db)).rows;
    const after = await countRows(run);
    expect(after).toMatchObject(omit(before, EXTENDED));
    for (const name of EXTENDED) expect(after[name]).toBeGreaterThan(before[name] ?? 0);
    expect(await run(REPORTED)).toEqual(reported);
    expect(await verifyLog(store.db)).toMatchObject([{ orgId: 2, rows: 1 }]);
    expect(await listsOf(store)).toEqual([15, before.alertRecord, before.exportJob]);
  });

  it('lets an operator sign in and list the locks', async () => {
    const place = await ownPlace();
    await loadDump(place);
    const server = await startShipped(place, { DEMO: '1', DEMO_LOCKS: '6' });
    const harbour = await server.as('harbour');
    const { list } = await harbour.ask('/device/list', { sn: 'SD26' });
    expect(list).toHaveLength(9);
  });

  it('results in the schema of a new database', async () => {
    const place = await ownPlace();
    await loadDump(place);
    const [older, fresh] = await Promise.all([
      testStore({ config, place }),
      testStore({ config, place: await ownPlace() }),
    ]);
    const expected = await schemaOf(fresh);
    expect(expected.length).toBeGreaterThan(1_000);
    expect(await schemaOf(older)).toEqual(expected);
  });
});

const listsOf = (store: Store) =>
  Promise.all(
    [device, alertRecord, exportJob].map(async (entity) => {
      const { total } = await entityTable(store, entity, config).list(
        { page: 1, pageSize: 5, filters: {} },
        HARBOUR,
      );
      return total;
    }),
  );

/** Columns, indexes, functions and triggers of all tables but the partitions, which depend on the month. */
const schemaOf = async ({ db }: Store): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = current_schema()::regnamespace and not relispartition and relkind in ('r', 'p', 'v')
    ), parts(text) as (
      select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attstorage,
        pg_get_expr(adbin, adrelid))
      from tables join pg_attribute on attrelid = tables.oid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all select pg_get_indexdef(indexrelid) from pg_index join tables on indrelid = tables.oid
      union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join tables on tgrelid = tables.oid
        where not tgisinternal
      union all select pg_get_functiondef(pg_proc.oid) from pg_proc
        where pronamespace = current_schema()::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')
    )
    select regexp_replace(text, '[[:space:]]+', ' ', 'g') as text from parts order by 1`.execute(
    db,
  );
  return rows.map(({ text }) => text);
};

it('a database older than the baseline is refused unchanged', async () => {
  const place = await ownPlace(config);
  await withEngine(place, async (run) => {
    await run(`delete from schema_migration where name >= '0071'`);
    await run('drop table stored_file cascade');
    await run('alter table device drop column device_name cascade');
  });
  const before = await withEngine(place, countRows);
  const refusal = 'The database is older than commit 1b09c4eb';
  await expect(testStore({ config, place })).rejects.toThrow(refusal);
  await expect(planStart({ ...place, config, log: () => {} })).rejects.toThrow(refusal);
  const columns = `select from pg_attribute where attrelid = 'device'::regclass and attname = 'device_name'`;
  await withEngine(place, async (run) => {
    expect(await countRows(run)).toEqual(before);
    expect(await run(columns)).toEqual([]);
  });
});
