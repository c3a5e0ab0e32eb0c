import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { device } from '../../../src/resources';
import { type Database, entityTable, type Store, type TableQueries } from '../../../src/server/db';
import { describeEntity } from '../../../src/server/db/queries/describe';
import { resolveSort } from '../../../src/server/db/queries/order';
import { pageKeys } from '../../../src/server/db/queries/pageKeys';
import { addLocks } from '../locks';
import { ownPlace } from '../place';
import { declared } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, HARBOUR, QUAY, ROOT } from './world';

const columnsOf = async (db: Database, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(db);
  return rows.map(({ name }) => name);
};

it('a start adds the new columns of lock states', async () => {
  const place = await ownPlace(declared);
  const { db } = await testStore({ place });
  await sql`alter table device_state drop column seen_at`.execute(db);
  const opened = await testStore({ place });
  expect(await columnsOf(opened.db, 'device_state')).toContain('seen_at');
});

it('a start refuses to lose the values of a column that becomes reported', async () => {
  const place = await ownPlace(declared);
  const { db } = await testStore({ place });
  await addOrganisations({ db } as Store);
  await addLocks(db, { sn: 'A', org_id: ROOT });
  await sql`alter table device add column electric smallint`.execute(db);
  await sql`insert into declared_column values ('device', 'electric', '{}')`.execute(db);
  await sql`update device set electric = 5`.execute(db);
  await expect(testStore({ place })).rejects.toThrow(
    'device.electric is declared as a column of device_state, while rows hold a value: move them there (1 row: id 1)',
  );
});

describe('the state of a lock', () => {
  let store: Store;
  let devices: TableQueries;
  beforeAll(async () => {
    store = await testStore();
    await addOrganisations(store);
    devices = entityTable(store, device, declared);
  });

  const stateOf = async (sn: string) => {
    const { rows } = await sql`select * from device_state where sn = ${sn}`.execute(store.db);
    return rows;
  };

  it('is added with the lock, follows its organisation and SN, and is deleted with it', async () => {
    const [row] = await devices.add([{ sn: 'NEW', protocol: 1 }], as(QUAY));
    const id = Number(row?.id);
    expect(row).toMatchObject({ sn: 'NEW', status: 255, communicate_status: 0, electric: null });
    expect(await stateOf('NEW')).toMatchObject([{ device_id: id, org_id: QUAY, protocol: 1 }]);
    await sql`update device set sn = 'MOVED', org_id = ${HARBOUR}, protocol = 2 where id = ${id}`.execute(
      store.db,
    );
    expect(await stateOf('NEW')).toEqual([]);
    expect(await stateOf('MOVED')).toMatchObject([{ org_id: HARBOUR, protocol: 2 }]);
    await devices.remove([id], as(ROOT));
    expect(await stateOf('MOVED')).toEqual([]);
  });

  it('cannot be written by operators', async () => {
    await expect(devices.add([{ sn: 'ENTERED', electric: 5 }], as(QUAY))).rejects.toThrow(
      'There is no field electric to write',
    );
    const [id = 0] = await addLocks(store.db, { sn: 'EDITED', org_id: QUAY, electric: 9 });
    await expect(devices.update(id, { electric: 5 }, as(QUAY))).rejects.toThrow(TypeError);
    expect(await devices.update(id, { device_name: 'x' }, as(QUAY))).toMatchObject({
      device_name: 'x',
      electric: 9,
    });
  });

  it.each([
    ['electric', 'desc', 'device_state_electric_device_id_desc_idx'],
    ['electric', 'asc', 'device_state_electric_device_id_idx'],
    ['status', 'desc', 'device_state_status_device_id_desc_idx'],
    ['create_time', 'desc', 'device_create_time_id_desc_idx'],
    ['create_time', 'asc', 'device_create_time_id_idx'],
  ] as const)('sorted by %s %s comes from an index', async (field, order, index) => {
    const entity = describeEntity(device, declared);
    const page = { orgs: [ROOT, QUAY], filters: {}, names: declared.wire, skip: 0, limit: 20 };
    const keys = pageKeys(entity, { ...page, order: resolveSort(entity, { field, order }) });
    const plan = await store.db.transaction().execute(async (trx) => {
      // PostgreSQL would sort the few rows of a test.
      await sql`set local enable_sort = off`.execute(trx);
      return (await sql<{ 'QUERY PLAN': string }>`explain ${keys}`.execute(trx)).rows;
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain(index);
    expect(text).not.toContain('Sort');
  });

  it('is filtered, sorted and counted together with entered values', async () => {
    const named = { device_name: 'Sorted', org_id: HARBOUR };
    await addLocks(
      store.db,
      { sn: 'S1', ...named, electric: 20, status: 2 },
      { sn: 'S2', ...named, status: 2 },
      { sn: 'S3', ...named, electric: 80, status: 0 },
      { sn: 'S4', org_id: HARBOUR, electric: 90, status: 2 },
    );
    const filters = { device_name: 'Sorted', electric_from: 10 };
    const sort = { field: 'electric', order: 'desc' } as const;
    const list = await devices.list({ page: 1, pageSize: 1, filters, sort }, as(HARBOUR));
    expect(list).toMatchObject({
      total: 2,
      list: [{ sn: 'S3', electric: 80, org_name: 'Harbour' }],
    });
    const visited: unknown[] = [];
    const onlyStates = { filters: { sn: 'S', status: 2 }, sort };
    await devices.each(onlyStates, as(HARBOUR), 1, (rows) => {
      visited.push(...rows.map(({ sn }) => sn));
    });
    expect(visited).toEqual(['S4', 'S1', 'S2']);
    const count = { by: { field: 'status' }, filters: { device_name: 'Sorted' } };
    expect(await devices.count(count, as(HARBOUR))).toEqual([
      { value: 0, count: 1 },
      { value: 2, count: 2 },
    ]);
  });
});
