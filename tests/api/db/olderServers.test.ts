import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  type AnyEntity,
  type Console,
  choices,
  defineConsole,
  entity,
  f,
} from '../../../src/config';
import { openStore, planStart, type Store } from '../../../src/server/db';
import { OLDEST_BESIDE, PEER_TIMEOUT } from '../../../src/server/db/servers';
import { lockSchema } from '../../../src/server/db/sql/changeSchema';
import { readManifest } from '../../tools/release/version';
import { closeAfterwards, ownPlace, type Place } from '../place';
import { shipped } from './declared';
import { testStore, waitingForLock } from './testStore';

const title = f.text(['Title', '标题']);
const size = f.number(['Size', '大小'], { integer: true });
const consoleOf = (fields: object, options: object = {}, name = 'box') =>
  defineConsole({
    entities: [
      ...shipped,
      entity(name, ['Box', '箱'], { fields: { title, ...fields }, scope: 'shared', ...options }),
    ] as AnyEntity[] as never,
    pages: {},
  });
const before = consoleOf({});
const after = consoleOf({ size });

/** Age of a heartbeat in its last second by the clock of the database, ms. */
const FRESH = 1_000 - PEER_TIMEOUT;

interface Peer {
  readonly id?: string;
  readonly release?: string | null;
  /** ms */
  readonly age?: number;
}

/** Adds the heartbeat of another server. */
const addPeer = async (
  { db }: Pick<Store, 'db'>,
  { id = 'other', release = null, age = FRESH }: Peer,
) =>
  sql`insert into server_beat (id, at, release) values (
    ${id}, (extract(epoch from clock_timestamp()) * 1000)::bigint - ${age}::bigint, ${release})`.execute(
    db,
  );

const hasChanged = async ({ db }: Store): Promise<boolean> => {
  const { rows } = await sql`select from pg_attribute
    where attrelid = to_regclass('box') and attname = 'size'`.execute(db);
  return rows.length > 0;
};

const openPlace = async () => {
  const place = await ownPlace(before);
  return { place, store: await testStore({ place, config: before }) };
};

/** Starts a server with another column. */
const start = (place: Place, options: object = {}) => {
  const lines: string[] = [];
  const opening = openStore({
    ...place,
    server: 'own',
    config: after,
    log: (line) => lines.push(line),
    ...options,
  }).then((store) => closeAfterwards(store.close));
  const waits = () => lines.filter((line) => line.includes('waiting'));
  return { opening, waits };
};

const reason = (names: string) =>
  `the tables must change, and servers older than ${OLDEST_BESIDE} use them: ${names}. Stop these, or set UPGRADE=now`;

describe.runIf(inject('postgres'))('a start that changes tables', () => {
  it('waits for older servers, and names those that are left', async () => {
    const { place, store } = await openPlace();
    await addPeer(store, { id: 'first' });
    await addPeer(store, { id: 'second', release: '0.0.9+harbour' });
    await addPeer(store, { id: 'third', release: OLDEST_BESIDE });
    const { opening, waits } = start(place);
    const both = `Storage: waiting: ${reason('first (before 0.2.0), second (0.0.9+harbour)')}`;
    await expect.poll(waits).toEqual([both]);
    expect(await hasChanged(store)).toBe(false);
    await sql`update server_beat set at = 0 where id = 'first'`.execute(store.db);
    const one = `Storage: waiting: ${reason('second (0.0.9+harbour)')}`;
    await expect.poll(waits).toEqual([both, one]);
    expect(await hasChanged(store)).toBe(false);
    await sql`delete from server_beat where id = 'second'`.execute(store.db);
    await opening;
    expect(await hasChanged(store)).toBe(true);
  });

  it.each<[string, Peer, object]>([
    ['of the oldest release beside it', { release: OLDEST_BESIDE }, {}],
    ['of that release with a configuration', { release: `${OLDEST_BESIDE}+harbour` }, {}],
    ['of a newer release', { release: '999.0.0' }, {}],
    ['that is dead', { age: PEER_TIMEOUT + 1 }, {}],
    ['whose heartbeat a clock set ahead', { age: -10 * PEER_TIMEOUT }, {}],
    ['that it replaces', { id: 'own' }, {}],
    ['that is older, with UPGRADE=now', {}, { upgradesNow: true }],
  ])('does not wait for a server %s', async (_, peer, options) => {
    const { place, store } = await openPlace();
    await addPeer(store, peer);
    const { opening, waits } = start(place, options);
    await opening;
    expect(waits()).toEqual([]);
    expect(await hasChanged(store)).toBe(true);
  });

  it('waits for an older server that starts while it waits for the schema', async () => {
    const { place, store } = await openPlace();
    const gate = new EventEmitter();
    const [locked, ended] = [once(gate, 'locked'), once(gate, 'end')];
    const other = store.db.transaction().execute(async (transaction) => {
      await lockSchema(transaction);
      gate.emit('locked');
      await ended;
      await addPeer({ db: transaction }, { id: 'late' });
    });
    await locked;
    const { opening, waits } = start(place);
    await waitingForLock(store);
    expect(waits()).toEqual([]);
    gate.emit('end');
    await other;
    await expect.poll(waits).toEqual([`Storage: waiting: ${reason('late (before 0.2.0)')}`]);
    expect(await hasChanged(store)).toBe(false);
    await sql`delete from server_beat where id = 'late'`.execute(store.db);
    await opening;
  });

  it('waits before the first migration that adds releases', async () => {
    const { place, store } = await openPlace();
    await addPeer(store, {});
    await sql`delete from schema_migration where name = '0086_server_release'`.execute(store.db);
    await sql`alter table server_beat drop column release`.execute(store.db);
    const { opening, waits } = start(place, { config: before });
    await expect.poll(waits).toEqual([`Storage: waiting: ${reason('other (before 0.2.0)')}`]);
    await sql`delete from server_beat`.execute(store.db);
    await opening;
    const { rows } = await sql`select id, release from server_beat`.execute(store.db);
    expect(rows).toEqual([{ id: 'own', release: readManifest().version }]);
  });
});

describe.runIf(inject('postgres'))('beside an older server', () => {
  it('a start without changes does not wait', async () => {
    const { place, store } = await openPlace();
    await addPeer(store, {});
    const { opening, waits } = start(place, { config: before });
    await opening;
    expect(waits()).toEqual([]);
  });

  it('a tool changes no tables, and says why', async () => {
    const { place, store } = await openPlace();
    await addPeer(store, {});
    const { opening } = start(place, { server: undefined });
    await expect(opening).rejects.toThrow(reason('other (before 0.2.0)'));
    expect(await hasChanged(store)).toBe(false);
    await start(place, { server: undefined, config: before }).opening;
    await start(place, { server: undefined, upgradesNow: true }).opening;
    expect(await hasChanged(store)).toBe(true);
  });

  it('a dry run says that a start would wait, and for which servers', async () => {
    const { place, store } = await openPlace();
    await addPeer(store, {});
    const plan = (options: object) =>
      planStart({ ...place, config: after, log: () => {}, ...options });
    const change = 'Storage: box.size is added (bigint) (0 rows)';
    const wait = `Storage: the start would wait: ${reason('other (before 0.2.0)')}`;
    expect(await plan({})).toEqual({ lines: [change, wait], clashes: [] });
    expect(await plan({ upgradesNow: true })).toEqual({ lines: [change], clashes: [] });
    expect(await plan({ config: before })).toEqual({ lines: [], clashes: [] });
  });
});

describe.runIf(inject('postgres'))('beside a server of the configuration before', () => {
  const kind = f.choice(['Kind', '类型'], choices([['a', 'A', '甲']]));
  const dock = f.ref(['Dock', '坞'], 'org');
  const day = f.date(['Day', '日']);
  const fields = { size, day, kind, dock };
  let place: Place;
  let store: Store;

  beforeAll(async () => {
    const config = consoleOf(fields);
    place = await ownPlace(config);
    store = await testStore({ place, config });
    await sql`insert into box (title, size) values ('a', 1)`.execute(store.db);
  });

  /** Columns with types of the tables, former names and new ones. */
  const columns = async () => {
    const { rows } = await sql`select table_name, column_name, data_type
      from information_schema.columns where table_name in ('box', 'crate') order by 1, 2`.execute(
      store.db,
    );
    return rows;
  };

  it.each<[string, Console]>([
    [
      'renames a field',
      consoleOf({ day, kind, dock, amount: f.number(size.label, { integer: true, was: 'size' }) }),
    ],
    ['renames an entity and its table', consoleOf(fields, { was: 'box' }, 'crate')],
    ['renames a table', consoleOf(fields, { was: 'box', table: 'crate' })],
    ['makes a number a text', consoleOf({ ...fields, size: title })],
    ['makes an integer a number', consoleOf({ ...fields, size: f.number(size.label) })],
    ['makes a day a time', consoleOf({ ...fields, day: f.datetime(day.label) })],
    ['makes a choice several', consoleOf({ ...fields, kind: f.choices(kind.label, kind.of) })],
    ['makes a reference several', consoleOf({ ...fields, dock: f.refs(dock.label, 'org') })],
  ])('a start that %s waits', async (_, config) => {
    await sql`delete from server_beat`.execute(store.db);
    await addPeer(store, { release: '999.0.0', age: 0 });
    const now = await columns();
    const reason = `names or types must change, and servers of the configuration before use them`;
    const options = { ...place, config, log: () => {} };
    expect((await planStart(options)).lines.at(-1)).toContain(`would wait: ${reason}`);
    await expect(openStore(options)).rejects.toThrow(reason);
    expect(await columns()).toEqual(now);
    expect((await planStart({ ...options, upgradesNow: true })).clashes).toEqual([]);
  });

  it('a start that adds and removes fields does not wait', async () => {
    await sql`delete from server_beat`.execute(store.db);
    await addPeer(store, { release: '999.0.0', age: 0 });
    const { lines } = await planStart({
      ...place,
      config: consoleOf({ day, kind, dock, note: title }),
      log: () => {},
    });
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('wait');
  });
});
