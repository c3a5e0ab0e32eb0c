import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { device } from '../../../src/resources';
import { entityTable, type Store, type TableQueries } from '../../../src/server/db';
import { ownFolder } from '../place';
import { declared } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, HARBOUR, NORTHERN, QUAY, ROOT } from './world';

let store: Store;
let devices: TableQueries;

beforeAll(async () => {
  // The oldest running transaction is known only if no other test file has one.
  store = await testStore({ place: await ownFolder(declared) });
  await addOrganisations(store);
  devices = entityTable(store, device, declared);
});

beforeEach(async () => {
  await sql`delete from device`.execute(store.db);
  await sql`delete from device_gone`.execute(store.db);
});

/** Locks with the transactions that changed them or their state. */
const LOCKS = sql`(
  select distinct sn, xid as change_xid
  from device_change cross join unnest(device_ids) as changed(id) join device on device.id = changed.id
) as locks`;

/** Returns the serial numbers changed since a cursor, and the next cursor, in one snapshot. */
const changesIn = async (table: RawBuilder<unknown>, cursor = '0') => {
  const { rows } = await sql<{ next: string; sns: string[] | null }>`
    with now as (select pg_snapshot_xmin(pg_current_snapshot()) as oldest)
    select oldest::text as next, (
      select array_agg(distinct sn order by sn) from ${table}
      where change_xid >= ${cursor}::xid8 and change_xid < oldest
    ) as sns from now`.execute(store.db);
  return { next: rows[0]?.next ?? '', sns: rows[0]?.sns ?? [] };
};

const TICKETS = sql.table('appointmentCommandRecord');

const add = (...sns: readonly string[]) =>
  devices.add(
    sns.map((sn) => ({ sn })),
    as(QUAY),
  );

const begin = () => store.db.startTransaction().execute();

const rename = (sn: string) => sql`update device set device_name = 'x' where sn = ${sn}`;

describe('the changes since a cursor', () => {
  it('contain new and changed rows, each once', async () => {
    await add('A', 'B');
    const first = await changesIn(LOCKS);
    expect(first.sns).toEqual(['A', 'B']);
    expect((await changesIn(LOCKS, first.next)).sns).toEqual([]);
    await rename('B').execute(store.db);
    expect((await changesIn(LOCKS, first.next)).sns).toEqual(['B']);
  });

  it('include a transaction that began first and commits last', async () => {
    await add('A', 'B', 'C');
    const start = await changesIn(LOCKS);
    const [early, late] = [await begin(), await begin()];
    await rename('A').execute(early);
    await rename('B').execute(late);
    await late.commit().execute();
    const between = await changesIn(LOCKS, start.next);
    await early.commit().execute();
    const after = await changesIn(LOCKS, between.next);
    expect(between.sns).toEqual([]);
    expect(after.sns).toEqual(['A', 'B']);
    expect((await changesIn(LOCKS, after.next)).sns).toEqual([]);
  });

  it('include a row that is written again meanwhile', async () => {
    await add('A', 'B');
    const start = await changesIn(LOCKS);
    const open = await begin();
    await rename('B').execute(open);
    await rename('A').execute(store.db);
    const between = await changesIn(LOCKS, start.next);
    await open.commit().execute();
    await rename('A').execute(store.db);
    const after = await changesIn(LOCKS, between.next);
    expect(after.sns).toEqual(['A', 'B']);
  });

  it('are complete with many writers and a reader', async () => {
    const sns = Array.from({ length: 40 }, (_, i) => `W${i}`);
    await add(...sns);
    let cursor = (await changesIn(LOCKS)).next;
    const seen = new Set<string>();
    const read = async () => {
      const { next, sns: changed } = await changesIn(LOCKS, cursor);
      for (const sn of changed) seen.add(sn);
      cursor = next;
    };
    let writing = true;
    const writers = Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        for (let i = writer; i < sns.length; i += 4) {
          await store.db.transaction().execute(async (transaction) => {
            await rename(sns[i] ?? '').execute(transaction);
            await sql`select pg_sleep(random() * 0.01)`.execute(transaction);
          });
        }
      }),
    ).finally(() => {
      writing = false;
    });
    while (writing) await read();
    await writers;
    await read();
    expect([...seen].sort()).toEqual([...sns].sort());
  });

  it('include tickets', async () => {
    await sql`insert into "appointmentCommandRecord" (create_time, sn) values (1, 'T')`.execute(
      store.db,
    );
    const { sns, next } = await changesIn(TICKETS);
    expect(sns).toEqual(['T']);
    await sql`update "appointmentCommandRecord" set state = 'sent'`.execute(store.db);
    expect((await changesIn(TICKETS, next)).sns).toEqual(['T']);
  });
});

describe('a deletion or move of a device', () => {
  const deviceGone = async () => {
    const { rows } = await sql<{ sn: string; org_id: number }>`
      select sn, org_id from device_gone order by sn, org_id`.execute(store.db);
    return rows.map(({ sn, org_id }) => `${sn} from ${org_id}`);
  };
  const idOf = async (sn: string) => Number((await add(sn))[0]?.id);

  it.each<[string, (id: number) => Promise<unknown>, string[]]>([
    ['by its removal', (id) => devices.remove([id], as(ROOT)), [`G from ${QUAY}`]],
    ['by its move', (id) => devices.update(id, { org_id: NORTHERN }, as(ROOT)), [`G from ${QUAY}`]],
    ['by another SN', (id) => devices.update(id, { sn: 'H' }, as(ROOT)), [`G from ${QUAY}`]],
    [
      'not by another change',
      (id) => devices.update(id, { device_name: 'x', org_id: QUAY }, as(ROOT)),
      [],
    ],
  ])('%s is recorded for the organisation that loses it', async (_, change, noted) => {
    await change(await idOf('G'));
    expect(await deviceGone()).toEqual(noted);
  });

  it('is recorded for every organisation that has lost it', async () => {
    const id = await idOf('G');
    for (const org_id of [HARBOUR, NORTHERN]) await devices.update(id, { org_id }, as(ROOT));
    expect(await deviceGone()).toEqual([`G from ${HARBOUR}`, `G from ${QUAY}`]);
  });

  it('is found by the same cursor', async () => {
    const id = await idOf('G');
    const { next } = await changesIn(LOCKS);
    await devices.remove([id], as(ROOT));
    expect((await changesIn(sql.table('device_gone'), next)).sns).toEqual(['G']);
  });
});
