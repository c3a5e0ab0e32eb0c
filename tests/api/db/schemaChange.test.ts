import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { type AnyEntity, defineConsole, entity, f } from '../../../src/config';
import { DAY } from '../../../src/domain/duration';
import type { Database, Store } from '../../../src/server/db';
import { buildIndexes } from '../../../src/server/db/schema/buildIndexes';
import { desiredTables } from '../../../src/server/db/schema/desiredTables';
import { lockSchema } from '../../../src/server/db/sql/changeSchema';
import { ownPlace } from '../place';
import { shipped } from './declared';
import { testStore, waitingForLock } from './testStore';

const title = f.text(['Title', '标题']);
const time = f.datetime(['Time', '时间']);
const size = f.number(['Size', '大小'], { integer: true });
const indexedSize = f.number(['Size', '大小'], { integer: true, indexed: true });

/** Declares a table, and one of records that is partitioned by time. */
const box = (fields: object) =>
  entity('box', ['Box', '箱'], { fields: { title, time, ...fields }, scope: 'shared' });
const move = (fields: object) =>
  entity('move', ['Move', '移动'], {
    fields: { title, time, ...fields },
    record: { time: 'time' },
    scope: 'shared',
  });

const consoleOf = (...entities: unknown[]) =>
  defineConsole({ entities: [...shipped, ...(entities as AnyEntity[])] as never, pages: {} });

const hasColumn = async ({ db }: Store, table: string, column: string): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_attribute
    where attrelid = to_regclass(${table}) and attname = ${column} and not attisdropped`.execute(
    db,
  );
  return rows.length > 0;
};

/** Keeps a transaction open. @returns a function that ends it */
const hold = async ({ db }: Store, work: (transaction: Database) => Promise<unknown>) => {
  const gate = new EventEmitter();
  const endEvent = once(gate, 'end');
  const startEvent = once(gate, 'start');
  const done = db.transaction().execute(async (transaction) => {
    await work(transaction);
    gate.emit('start');
    await endEvent;
  });
  await startEvent;
  return () => {
    gate.emit('end');
    return done;
  };
};

it('a start checks the indexes if no tables change', async () => {
  const place = await ownPlace(consoleOf(box({})));
  const store = await testStore({ place, config: consoleOf(box({})) });
  const shapes = desiredTables(consoleOf(box({})).entities);
  const end = await hold(store, lockSchema);
  const options = { signal: new AbortController().signal, log: () => undefined };
  const building = buildIndexes(store.db, shapes, options);
  await waitingForLock(store);
  await end();
  await building;
});

it('a failed start changes nothing', async () => {
  const place = await ownPlace(consoleOf(box({})));
  const store = await testStore({ place, config: consoleOf(box({})) });
  // The migration runs again and finds its tables.
  const last = '0074_lock_traits';
  await sql`delete from schema_migration where name = ${last}`.execute(store.db);
  const starting = testStore({ place, config: consoleOf(box({ size })) });
  await expect(starting).rejects.toThrow('lock_traits');
  expect(await hasColumn(store, 'box', 'size')).toBe(false);
});

it('a start waits for a reader of the table, and then changes it', async () => {
  const place = await ownPlace(consoleOf(box({})));
  const store = await testStore({ place, config: consoleOf(box({})) });
  const end = await hold(store, (report) => sql`select from box`.execute(report));
  const lines: string[] = [];
  const starting = testStore({
    place,
    config: consoleOf(box({ size })),
    log: (line) => lines.push(line),
  });
  const waiting =
    'Storage: tables to be changed are in use by other connections: trying again until they are free';
  await vi.waitUntil(() => lines.includes(waiting), { timeout: 20_000 });
  expect(await sql`select from box`.execute(store.db)).toMatchObject({ rows: [] });
  expect(await hasColumn(store, 'box', 'size')).toBe(false);
  await end();
  await starting;
  expect(await hasColumn(store, 'box', 'size')).toBe(true);
  expect(lines.filter((line) => line === waiting)).toHaveLength(1);
  expect(new Set(lines).size).toBe(lines.length);
});

/** Adds more rows than a start indexes while others wait, some of them in another month. */
const fill = ({ db }: Store, table: string) =>
  sql`insert into ${sql.table(table)} (title, size, time)
    select repeat('x', 900), n, ${Date.now()} - n % 2 * ${400 * DAY}::bigint
    from generate_series(1, 25000) as n`.execute(db);

const isValid = async ({ db }: Store, index: string): Promise<boolean | undefined> => {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${index})`.execute(db);
  return rows[0]?.indisvalid;
};

/** True if an index is being built that waits for another transaction. */
const isBuilding = async ({ db }: Store): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and state = 'active'
      and query like 'create index concurrently%' and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
};

describe.each([
  ['box', 'box', box, 'box_size_id_idx'],
  ['move', 'move_default', move, 'move_size_time_id_idx'],
] as const)('an index of the large table %s', (table, part, declare, index) => {
  const before = consoleOf(declare({ size }));
  const after = consoleOf(declare({ size: indexedSize }));

  it('is built after the start, in parallel with writes', async () => {
    const place = await ownPlace(before);
    const store = await testStore({ place, config: before });
    await fill(store, table);
    const old = Date.now() - 400 * DAY;
    const write = (db: Database, where: string) =>
      sql`insert into ${sql.table(where)} (size, time) values (1, ${old})`.execute(db);
    const end = await hold(store, (transaction) => write(transaction, part));
    const lines: string[] = [];
    await testStore({ place, config: after, log: (line) => lines.push(line) });
    await vi.waitUntil(() => isBuilding(store), { timeout: 20_000 });
    await write(store.db, table);
    expect(await isValid(store, index)).toBe(false);
    await end();
    await vi.waitUntil(() => isValid(store, index), { timeout: 20_000 });
    await vi.waitUntil(() => lines.includes(`Storage: index ${index} is built`), {
      timeout: 20_000,
    });
  });

  it('is built again after an interruption', async () => {
    const place = await ownPlace(after);
    const store = await testStore({ place, config: after });
    await fill(store, table);
    await sql`update pg_index set indisvalid = false
      where indexrelid = to_regclass(${index})`.execute(store.db);
    await testStore({ place, config: after });
    await vi.waitUntil(() => isValid(store, index), { timeout: 20_000 });
  });
});

it('an interrupted index of a small table is built within the start', async () => {
  const config = consoleOf(box({ size: indexedSize }));
  const place = await ownPlace(config);
  const store = await testStore({ place, config });
  await sql`update pg_index set indisvalid = false
    where indexrelid = to_regclass('box_size_id_idx')`.execute(store.db);
  await testStore({ place, config });
  expect(await isValid(store, 'box_size_id_idx')).toBe(true);
});
