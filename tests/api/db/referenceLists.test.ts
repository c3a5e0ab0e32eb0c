import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineConsole, entity, f } from '../../../src/config';
import { device } from '../../../src/resources';
import { entityTable, type Store, type TableQueries } from '../../../src/server/db';
import { shipped } from './declared';
import { testStore, waitingForLock } from './testStore';
import { addOrganisations, as, HARBOUR, NORTHERN, QUAY, ROOT } from './world';

/** Locks that travel together. */
const convoy = entity('convoy', ['Convoy', '车队'], {
  fields: {
    name: f.text(['Name', '名称']),
    locks: f.refs(['Locks', '锁'], 'device'),
  },
});
const declared = defineConsole({ entities: [...shipped, convoy], pages: {} });

let store: Store;
let convoys: TableQueries;
let devices: TableQueries;
/** Id of a lock; there are two of Quay and one of Northern. */
let ownId: number;
let other: number;
let foreign: number;

beforeAll(async () => {
  store = await testStore({ config: declared });
  await addOrganisations(store);
  convoys = entityTable(store, convoy, declared);
  devices = entityTable(store, device, declared);
});

beforeEach(async () => {
  await sql`delete from convoy`.execute(store.db);
  await sql`delete from device`.execute(store.db);
  const own = await devices.add([{ sn: 'B' }, { sn: 'A' }], as(QUAY));
  const [foreignRow] = await devices.add([{ sn: 'N' }], as(NORTHERN));
  [ownId, other, foreign] = [...own, foreignRow].map((row) => Number(row?.id)) as [
    number,
    number,
    number,
  ];
});

const added = async (locks: unknown, orgId = ROOT) => {
  const [row] = await convoys.add([{ name: 'C', locks }], as(orgId));
  return { ...row, id: Number(row?.id) };
};

const listsWith = async (locks: unknown) => {
  const { list } = await convoys.list({ page: 1, pageSize: 9, filters: { locks } }, as(ROOT));
  return list.map(({ locks: ids }) => ids);
};

describe('a list of references', () => {
  it('is returned in its order, with titles', async () => {
    const row = await added([other, ownId]);
    expect(row).toMatchObject({ locks: [other, ownId], locks_titles: ['A', 'B'] });
    expect(await convoys.get(row.id, as(ROOT))).toEqual(row);
    const { list } = await convoys.list({ page: 1, pageSize: 9, filters: {} }, as(ROOT));
    expect(list).toEqual([row]);
    const changed = await convoys.update(row.id, { locks: [ownId] }, as(ROOT));
    expect(changed).toMatchObject({ locks: [ownId], locks_titles: ['B'] });
  });

  it.each([
    [null, null],
    [undefined, null],
    [[], []],
  ])('stored as %j is read as %j, without titles', async (locks, stored) => {
    expect(await added(locks)).toMatchObject({ locks: stored, locks_titles: [] });
  });

  it.each([999_999, 0, 1.5, 'x', null, 1e30])('refuses the id %s', async (id) => {
    const bad = { problem: { row: 1, field: 'locks', rule: 'reference' } };
    const rows = [{ name: 'fine', locks: [ownId] }, { locks: [ownId, id] }];
    await expect(convoys.add(rows, as(ROOT))).rejects.toMatchObject(bad);
    const { id: row } = await added([]);
    await expect(convoys.update(row, { locks: [id] }, as(ROOT))).rejects.toMatchObject({
      problem: { field: 'locks' },
    });
  });

  it('contains only rows that the writer sees, and hides the titles of others', async () => {
    await expect(added([ownId, foreign], QUAY)).rejects.toMatchObject({
      problem: { field: 'locks' },
    });
    expect(await convoys.problems([{ locks: [foreign] }], as(QUAY))).toEqual([
      { row: 0, field: 'locks', rule: 'reference' },
    ]);
    const { id } = await added([ownId], QUAY);
    await convoys.update(id, { locks: [foreign, ownId] }, as(ROOT));
    expect(await convoys.get(id, as(QUAY))).toMatchObject({
      locks: [foreign, ownId],
      locks_titles: ['B'],
    });
  });

  it('may keep rows that an organisation above has added, but gain no others', async () => {
    const { id } = await added([ownId], QUAY);
    await convoys.update(id, { locks: [foreign, ownId] }, as(ROOT));
    const changed = await convoys.update(id, { locks: [foreign, other] }, as(QUAY));
    expect(changed).toMatchObject({ locks: [foreign, other], locks_titles: ['A'] });
    const [another] = await devices.add([{ sn: 'N2' }], as(NORTHERN));
    const more = convoys.update(id, { locks: [foreign, another?.id] }, as(QUAY));
    await expect(more).rejects.toMatchObject({ problem: { field: 'locks' } });
  });

  it('is found by any of its ids', async () => {
    await added([ownId, other]);
    await added([foreign]);
    await added(null);
    expect(await listsWith(ownId)).toEqual([[ownId, other]]);
    expect(await listsWith([other, foreign])).toHaveLength(2);
    expect(await listsWith([])).toEqual([]);
    expect(await listsWith(999_999)).toEqual([]);
  });

  it('is found by an index', async () => {
    const { rows } = await sql<{ line: string }>`
      select indexdef as line from pg_indexes where tablename = 'convoy'`.execute(store.db);
    expect(rows.map(({ line }) => line)).toContainEqual(
      expect.stringContaining('USING gin (locks)'),
    );
  });
});

describe('a row in a list', () => {
  it('cannot be deleted, and the refusal counts the lists that the caller sees', async () => {
    await added([ownId], HARBOUR);
    await added([ownId, other], ROOT);
    const remove = (orgId: number) => devices.remove([ownId], as(orgId));
    await expect(remove(ROOT)).rejects.toMatchObject({ by: [{ entity: 'convoy', count: 2 }] });
    await expect(remove(QUAY)).rejects.toMatchObject({ by: [{ entity: 'convoy', count: 0 }] });
    await sql`delete from convoy`.execute(store.db);
    expect(await remove(QUAY)).toBe(1);
  });

  it('cannot be deleted while a list with it is being added', async () => {
    const making = await store.db.startTransaction().execute();
    await convoys.on(making).add([{ name: 'M', locks: [ownId] }], as(ROOT));
    const removing = devices.remove([ownId], as(ROOT)).catch((error) => error);
    await waitingForLock(store);
    await making.commit().execute();
    expect(await removing).toMatchObject({ by: [{ entity: 'convoy', count: 1 }] });
  });

  it('cannot be added to a list while it is being deleted', async () => {
    const removing = await store.db.startTransaction().execute();
    await devices.on(removing).remove([ownId], as(ROOT));
    const making = added([ownId]).catch((error) => error);
    await waitingForLock(store);
    await removing.commit().execute();
    expect(await making).toMatchObject({ problem: { field: 'locks', rule: 'reference' } });
  });
});
