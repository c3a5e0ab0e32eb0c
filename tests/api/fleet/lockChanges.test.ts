import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { MINUTE } from '../../../src/domain/duration';
import type { Store } from '../../../src/server/db';
import { currentCursor, ExpiredCursor } from '../../../src/server/fleet/live/liveCursor';
import { changedLocks, deleteOldChanges } from '../../../src/server/fleet/live/lockChanges';
import { testStore } from '../db/testStore';
import { addLocks } from '../locks';
import { ownFolder } from '../place';

const NOW = 1_800_000_000_000;

let store: Store;
let ids: number[];

beforeAll(async () => {
  // The oldest running transaction is known only if no other test file has one.
  store = await testStore({ config, place: await ownFolder(config) });
  await sql`insert into org (id, org_name, org_type) values (1, 'Root', 1)`.execute(store.db);
  ids = await addLocks(store.db, { sn: 'A', org_id: 1 }, { sn: 'B', org_id: 1 });
});

beforeEach(async () => {
  await sql`update device_change set at = ${NOW - 60 * MINUTE}`.execute(store.db);
});

/** Changes the state of a lock. @param ago age of the change, ms */
const report = async (id: number | undefined, ago: number): Promise<void> => {
  await sql`update device_state set electric = 5 where device_id = ${id}`.execute(store.db);
  await sql`update device_change set at = ${NOW - ago}
    where xid = (select max(xid) from device_change)`.execute(store.db);
};

const cursor = () => currentCursor(store.db);

describe('the change log of locks', () => {
  it('covers both tables, with one row for each statement', async () => {
    const from = await cursor();
    await sql`update device_state set electric = 7`.execute(store.db);
    await sql`update device set device_name = 'x' where id = ${ids[1]}`.execute(store.db);
    const { rows } = await sql`
      select org_ids, device_ids from device_change where xid >= ${from}::text::xid8 order by xid`.execute(
      store.db,
    );
    expect(rows).toEqual([
      { org_ids: [1], device_ids: ids },
      { org_ids: [1], device_ids: [ids[1]] },
    ]);
    expect([...(await changedLocks(store.db, from, await cursor()))].sort()).toEqual(ids);
  });

  it('has no row for a statement that changes nothing', async () => {
    const from = await cursor();
    await sql`update device set device_name = 'x' where false`.execute(store.db);
    await sql`update device_state set electric = 1 where false`.execute(store.db);
    const { rows } = await sql`
      select from device_change where xid >= ${from}::text::xid8`.execute(store.db);
    expect(rows).toEqual([]);
  });

  it('drops rows after a quarter of an hour, with the cursors before them', async () => {
    const first = await cursor();
    await report(ids[0], 30 * MINUTE);
    const second = await cursor();
    await report(ids[1], 16 * MINUTE);
    const third = await cursor();
    await report(ids[0], 14 * MINUTE);
    expect(await changedLocks(store.db, first, await cursor())).toHaveLength(2);
    await deleteOldChanges(store.db, NOW);
    await expect(changedLocks(store.db, first, await cursor())).rejects.toThrow(ExpiredCursor);
    expect(await changedLocks(store.db, second, await cursor())).toHaveLength(2);
    expect(await changedLocks(store.db, third, await cursor())).toEqual([ids[0]]);
  });

  it('keeps the newest cursor valid however long nothing changes', async () => {
    const from = await cursor();
    await deleteOldChanges(store.db, NOW);
    expect(await changedLocks(store.db, from, await cursor())).toEqual([]);
    await report(ids[0], 0);
    await deleteOldChanges(store.db, NOW);
    expect(await changedLocks(store.db, from, await cursor())).toEqual([ids[0]]);
  });

  it('keeps rows while an earlier transaction is open', async () => {
    const open = await store.db.startTransaction().execute();
    await sql`select pg_current_xact_id()`.execute(open);
    const from = await cursor();
    await report(ids[0], 30 * MINUTE);
    await report(ids[1], 30 * MINUTE);
    await deleteOldChanges(store.db, NOW);
    await open.commit().execute();
    expect(await changedLocks(store.db, from, await cursor())).toHaveLength(2);
  });

  it('includes deletions', async () => {
    const [id] = await addLocks(store.db, { sn: 'GONE', org_id: 1 });
    await sql`delete from device where id = ${id}`.execute(store.db);
    const left = async () =>
      (await sql`select from device_gone where sn = 'GONE'`.execute(store.db)).rows.length;
    await deleteOldChanges(store.db, NOW);
    expect(await left()).toBe(1);
    await report(ids[0], 20 * MINUTE);
    await deleteOldChanges(store.db, NOW);
    expect(await left()).toBe(0);
  });
});
