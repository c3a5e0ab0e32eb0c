import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { device, deviceType, lockHistory, org } from '../../../src/resources';
import { entityTable, type Row, type Store, type TableQueries } from '../../../src/server/db';
import { declared, vehicle } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, HARBOUR, NORTHERN, QUAY, ROOT } from './world';

let store: Store;
let vehicles: TableQueries;
let devices: TableQueries;
let organisations: TableQueries;
let histories: TableQueries;

beforeAll(async () => {
  store = await testStore();
  await addOrganisations(store);
  vehicles = entityTable(store, vehicle, declared);
  devices = entityTable(store, device, declared);
  organisations = entityTable(store, org, declared);
  histories = entityTable(store, lockHistory, declared);
});

/** Organisations whose rows each reader sees: its own and those below. */
const sight: [string, number, number[]][] = [
  ['the root', ROOT, [ROOT, HARBOUR, QUAY, NORTHERN]],
  ['a customer', HARBOUR, [HARBOUR, QUAY]],
  ['a branch', QUAY, [QUAY]],
  ['another customer', NORTHERN, [NORTHERN]],
  ['nobody', 999, []],
];

const everybody = [ROOT, HARBOUR, QUAY, NORTHERN];
const strangersOf = (seen: readonly number[]) => everybody.filter((id) => !seen.includes(id));
const all = { page: 1, pageSize: 100, filters: {} };

describe.each(sight)('%s', (_, me, seen) => {
  const ids = new Map<number, number>();
  const idOf = (owner: number) => ids.get(owner) ?? 0;
  const ofSeen = () => seen.map(idOf).sort();

  beforeEach(async () => {
    await sql`delete from vehicle`.execute(store.db);
    for (const owner of everybody) {
      const [row] = await vehicles.add([{ plate: `P${owner}` }], as(owner));
      ids.set(owner, Number(row?.id));
    }
  });

  it('lists and counts only visible rows, with any filter', async () => {
    const { list, total } = await vehicles.list(all, as(me));
    expect(list.map(({ id }) => id).sort()).toEqual(ofSeen());
    expect(total).toBe(seen.length);
    for (const filters of [{ id: [...ids.values()] }, { plate: 'P' }, { kind: [1, 2] }]) {
      expect((await vehicles.list({ ...all, filters }, as(me))).total).toBe(seen.length);
    }
  });

  it('visits only visible rows', async () => {
    const visited: unknown[] = [];
    await vehicles.each({ filters: {} }, as(me), 2, (rows) => {
      visited.push(...rows.map(({ id }) => id));
    });
    expect(visited.sort()).toEqual(ofSeen());
  });

  it('reads and changes only visible rows', async () => {
    for (const owner of everybody) {
      const there = seen.includes(owner);
      expect((await vehicles.get(idOf(owner), as(me))) !== undefined).toBe(there);
      const changed = await vehicles.update(idOf(owner), { axles: me }, as(me));
      expect(changed?.axles).toBe(there ? me : undefined);
    }
    const { rows } = await sql<Row>`select id from vehicle where axles = ${me}`.execute(store.db);
    expect(rows.map(({ id }) => id).sort()).toEqual(ofSeen());
  });

  it('deletes only visible rows', async () => {
    expect(await vehicles.remove([...ids.values()], as(me))).toBe(seen.length);
    const { rows } = await sql<Row>`select id from vehicle`.execute(store.db);
    expect(rows.map(({ id }) => id).sort()).toEqual(strangersOf(seen).map(idOf).sort());
  });

  it('assigns rows to visible organisations only', async () => {
    for (const owner of everybody) {
      const added = devices.add([{ sn: `D${me}-${owner}`, org_id: owner }], as(me));
      if (seen.includes(owner)) await expect(added).resolves.toHaveLength(1);
      else {
        const problem = { field: 'org_id', rule: 'reference' };
        await expect(added).rejects.toMatchObject({ problem });
      }
    }
  });

  it('refers to visible rows only', async () => {
    const [lock] = await devices.add([{ sn: `N${me}`, org_id: NORTHERN }], as(NORTHERN));
    const fits = { plate: `R${me}`, device_id: lock?.id };
    const ownOrg = seen[0] ?? 0;
    const there = seen.includes(NORTHERN);
    const [added, updated] = await Promise.allSettled([
      vehicles.add([fits], as(me)),
      vehicles.update(idOf(ownOrg), { device_id: lock?.id }, as(me)),
    ]);
    expect(added.status).toBe(there ? 'fulfilled' : 'rejected');
    if (seen.length > 0) expect(updated.status).toBe(there ? 'fulfilled' : 'rejected');
  });

  it('lists only visible organisations', async () => {
    const { list } = await organisations.list(all, as(me));
    const visibleIds = list.map(({ id }) => Number(id)).filter((id) => everybody.includes(id));
    expect(visibleIds.sort()).toEqual([...seen].sort());
  });

  it('lists only visible records', async () => {
    await sql`delete from "lockHistory"`.execute(store.db);
    for (const [i, owner] of everybody.entries()) {
      await sql`insert into "lockHistory" (create_time, sn, org_id)
        values (${Date.now() - i}, ${`L${owner}`}, ${owner})`.execute(store.db);
    }
    for (const filters of [{}, { sn: 'L' }, { sn: everybody.map((owner) => `L${owner}`) }]) {
      const { list, total } = await histories.list({ ...all, filters }, as(me));
      expect(list.map(({ sn }) => sn).sort()).toEqual(seen.map((owner) => `L${owner}`).sort());
      expect(total).toBe(seen.length);
    }
  });
});

describe('a title of another row', () => {
  it('is hidden from operators who may not see that row', async () => {
    const [lock] = await devices.add([{ sn: 'SECRET', org_id: ROOT }], as(ROOT));
    const [row] = await vehicles.add([{ plate: 'V' }], as(QUAY));
    const id = Number(row?.id);
    await vehicles.update(id, { device_id: lock?.id }, as(ROOT));
    expect(await vehicles.get(id, as(ROOT))).toMatchObject({ device_sn: 'SECRET' });
    expect(await vehicles.get(id, as(QUAY))).toMatchObject({ device_sn: null });
    const filters = { id };
    const sort = { field: 'device_sn', order: 'asc' } as const;
    const { list } = await vehicles.list({ page: 1, pageSize: 9, filters, sort }, as(QUAY));
    expect(list).toMatchObject([{ device_sn: null }]);
  });

  it('may be sent back unchanged, even if it belongs to an organisation above', async () => {
    const own = await organisations.get(HARBOUR, as(HARBOUR));
    expect(own).toMatchObject({ parent_id: ROOT, parent_name: null });
    const changes = { org_name: 'Harbour & Sons', parent_id: ROOT };
    const changed = await organisations.update(HARBOUR, changes, as(HARBOUR));
    expect(changed).toMatchObject({ org_name: 'Harbour & Sons' });
  });

  it('is visible to all if the entity is shared', async () => {
    const types = entityTable(store, deviceType, declared);
    const [type] = await types.add([{ device_type: 'T', device_type_name: 'Bolt' }], as(NORTHERN));
    expect(await types.get(Number(type?.id), as(QUAY))).toMatchObject({ device_type_name: 'Bolt' });
    const [lock] = await devices.add([{ sn: 'B1', device_type_id: type?.id }], as(QUAY));
    expect(lock).toMatchObject({ device_type: 'Bolt', org_id: QUAY, org_name: 'Quay' });
  });
});

describe('the tree of organisations', () => {
  it('adds a branch below its creator', async () => {
    const [branch] = await organisations.add([{ org_name: 'Pier', org_type: 2 }], as(HARBOUR));
    expect(branch).toMatchObject({ parent_id: HARBOUR });
    expect(await organisations.get(Number(branch?.id), as(HARBOUR))).toBeDefined();
    expect(await organisations.get(Number(branch?.id), as(NORTHERN))).toBeUndefined();
  });

  it.each([
    ['beside', { parent_id: NORTHERN }],
    ['above', { parent_id: ROOT }],
    ['nowhere', { parent_id: null }],
  ])('refuses to move a branch %s', async (_, values) => {
    const moved = organisations.update(QUAY, values, as(HARBOUR));
    await expect(moved).rejects.toMatchObject({ problem: { rule: 'reference' } });
  });

  it.each([
    ['itself', ROOT],
    ['its own branch', QUAY],
  ])('refuses a cycle: below %s', async (_, parent_id) => {
    const moved = organisations.update(
      parent_id === ROOT ? ROOT : HARBOUR,
      { parent_id },
      as(ROOT),
    );
    await expect(moved).rejects.toMatchObject({ problem: { field: 'parent_id', rule: 'circle' } });
  });

  it('refuses a cycle by two simultaneous moves', async () => {
    const pairs = Array.from({ length: 10 }, (_, i) => [`A${i}`, `B${i}`]).flat();
    const added = await organisations.add(
      pairs.map((org_name) => ({ org_name, org_type: 2 })),
      as(ROOT),
    );
    const ids = added.map(({ id }) => Number(id));
    // Each organisation moves below its neighbour: even ones below the next, odd ones below the previous.
    const moves = await Promise.allSettled(
      ids.map((id, i) => organisations.update(id, { parent_id: ids[i ^ 1] }, as(ROOT))),
    );
    const refused = moves.filter((move) => move.status === 'rejected');
    expect(refused).toHaveLength(ids.length / 2);
    for (const { reason } of refused) expect(reason).toMatchObject({ problem: { rule: 'circle' } });
  });
});
