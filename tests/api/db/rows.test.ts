import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { device, deviceType, oper, org, role } from '../../../src/resources';
import {
  BadValue,
  entityTable,
  ReferenceViolation,
  type Row,
  RowRefusal,
  type Store,
  type TableQueries,
} from '../../../src/server/db';
import { declared, vehicle } from './declared';
import { testStore, waitingForLock } from './testStore';
import { addOrganisations, as, HARBOUR, NORTHERN, QUAY, ROOT } from './world';

let store: Store;
let vehicles: TableQueries;
let devices: TableQueries;

beforeAll(async () => {
  store = await testStore();
  await addOrganisations(store);
  vehicles = entityTable(store, vehicle, declared);
  devices = entityTable(store, device, declared);
});

const added = async (
  table: TableQueries,
  row: Row,
  orgId = ROOT,
): Promise<Row & { id: number }> => {
  const [first] = await table.add([row], as(orgId));
  return { ...first, id: Number(first?.id) };
};

const counted = async () =>
  (await vehicles.list({ page: 1, pageSize: 1, filters: {} }, as(ROOT))).total;

describe('a row', () => {
  it('is read as it was written, with its defaults', async () => {
    const before = Date.now();
    const values = {
      plate: '京A·"1"',
      axles: 3,
      weight: 0.1,
      insured: false,
      checked: '2024-02-29',
      papers: { list: [1, null, "it's"], text: '"' },
    };
    const row = await added(vehicles, { ...values, pin: '1234' }, QUAY);
    expect(row).toMatchObject({ ...values, kind: 1, device_id: null, device_sn: null });
    expect(row).not.toHaveProperty('pin');
    expect(row).not.toHaveProperty('org_id');
    expect(Number(row.create_time)).toBeGreaterThanOrEqual(before);
    expect(await vehicles.get(row.id, as(QUAY))).toEqual(row);
  });

  it.each([
    ['a list', [1, 'x']],
    ['a text', 'text'],
    ['no', false],
    ['zero', 0],
    ['nothing', null],
    ['a tree', { a: { b: [] } }],
  ])('stores any JSON: %s', async (plate, papers) => {
    const row = await added(vehicles, { plate, papers });
    expect(row.papers).toEqual(papers);
    const changed = await vehicles.update(row.id, { papers: [papers] }, as(ROOT));
    expect(changed?.papers).toEqual([papers]);
  });

  it('changes only in the given fields', async () => {
    const { id, ...row } = await added(vehicles, { plate: 'U1', axles: 2, pin: '1' });
    const changed = await vehicles.update(id, { axles: 5, weight: undefined }, as(ROOT));
    expect(changed).toEqual({ ...row, id, axles: 5 });
    expect(await vehicles.update(id, {}, as(ROOT))).toEqual(changed);
    expect(await vehicles.update(id, { axles: null }, as(ROOT))).toMatchObject({ axles: null });
  });

  it('refuses undeclared fields', async () => {
    const { id } = await added(vehicles, { plate: 'X1' });
    for (const values of [{ org_id: NORTHERN }, { nope: 1 }, { id: 7 }, { 'plate" = 1 --': 1 }]) {
      await expect(vehicles.add([{ plate: 'X2', ...values }], as(ROOT))).rejects.toThrow(
        'no field',
      );
      await expect(vehicles.update(id, values, as(ROOT))).rejects.toThrow('no field');
    }
  });

  it('refuses a value beyond its column instead of truncating it', async () => {
    const { id } = await added(vehicles, { plate: 'Y1' });
    const wrong = [
      { plate: 'longer than ten' },
      { axles: 1e30 },
      { checked: '2024-02-30' },
      { plate: null },
    ];
    for (const values of wrong) {
      await expect(vehicles.add([{ plate: 'Y2', ...values }], as(ROOT))).rejects.toThrow(BadValue);
      await expect(vehicles.update(id, values, as(ROOT))).rejects.toThrow(BadValue);
    }
  });

  it('with an unknown id is neither changed nor deleted', async () => {
    expect(await vehicles.update(999_999, { axles: 1 }, as(ROOT))).toBeUndefined();
    expect(await vehicles.remove([999_999], as(ROOT))).toBe(0);
    expect(await vehicles.remove([], as(ROOT))).toBe(0);
  });
});

describe('many rows', () => {
  it('are added in order, however many and different', async () => {
    const rows = Array.from({ length: 2_500 }, (_, i) =>
      i % 2 ? { plate: `M${i}`, axles: i } : { plate: `M${i}`, weight: i },
    );
    const answer = await vehicles.add(rows, as(QUAY));
    expect(answer.map(({ plate }) => plate)).toEqual(rows.map(({ plate }) => plate));
    expect(answer[2_499]).toMatchObject({ axles: 2_499, weight: null, kind: 1 });
    expect(await vehicles.add([], as(QUAY))).toEqual([]);
  });

  it('are added completely or not at all', async () => {
    const before = await counted();
    const rows = Array.from({ length: 1_500 }, (_, i) => ({ plate: `N${i}` }));
    const again = vehicles.add([...rows, { plate: 'N7' }], as(ROOT));
    await expect(again).rejects.toMatchObject({ problem: { field: 'plate', rule: 'unique' } });
    expect(await counted()).toBe(before);
  });

  it('are checked before they are added, against the values of all tenants', async () => {
    await added(vehicles, { plate: 'Q0' }, NORTHERN);
    const lock = await added(devices, { sn: 'Q-LOCK' }, NORTHERN);
    const rows = [
      { plate: 'Q1' },
      { plate: 'Q0' },
      { plate: 'Q1', device_id: lock.id },
      { plate: 'Q2', device_id: null },
    ];
    const before = await counted();
    expect(await vehicles.problems(rows, as(QUAY))).toEqual([
      { row: 1, field: 'plate', rule: 'taken' },
      { row: 2, field: 'device_id', rule: 'reference' },
      { row: 2, field: 'plate', rule: 'unique' },
    ]);
    expect(await vehicles.problems([], as(QUAY))).toEqual([]);
    expect(await counted()).toBe(before);
  });
});

describe('a duplicate value', () => {
  it('is refused with the name of its field', async () => {
    await added(vehicles, { plate: 'T1' }, NORTHERN);
    const { id } = await added(vehicles, { plate: 'T2' }, QUAY);
    await expect(vehicles.add([{ plate: 'T1' }], as(QUAY))).rejects.toThrow(RowRefusal);
    const changed = vehicles.update(id, { plate: 'T1' }, as(QUAY));
    await expect(changed).rejects.toMatchObject({ problem: { field: 'plate' } });
  });
});

describe('a reference', () => {
  it.each([999_999, 0, -1, 1.5, 'x', 1e30])(
    'to an unknown id (%s) is refused with its field and row',
    async (device_id) => {
      const row = { plate: `Z${device_id}`, device_id };
      await expect(vehicles.add([{ plate: 'Z' }, row], as(ROOT))).rejects.toMatchObject({
        problem: { row: 1, field: 'device_id', rule: 'reference' },
      });
    },
  );

  it('protects its target from deletion, and the refusal counts the visible ones', async () => {
    const types = entityTable(store, deviceType, declared);
    const type = await added(types, { device_type: 'K', device_type_name: 'Kite' });
    const locks = await devices.add(
      [{ sn: 'K1' }, { sn: 'K2' }].map((row) => ({ ...row, device_type_id: type.id })),
      as(QUAY),
    );
    const remove = (orgId: number) => types.remove([type.id], as(orgId));
    await expect(remove(ROOT)).rejects.toMatchObject({ by: [{ entity: 'device', count: 2 }] });
    await expect(remove(NORTHERN)).rejects.toMatchObject({ by: [{ entity: 'device', count: 0 }] });
    await devices.remove(
      locks.map(({ id }) => Number(id)),
      as(QUAY),
    );
    expect(await remove(NORTHERN)).toBe(1);
  });

  it('protects its target even if both are written at the same moment', async () => {
    const types = entityTable(store, deviceType, declared);
    const type = await added(types, { device_type: 'R', device_type_name: 'Race' });
    const other = await store.db.startTransaction().execute();
    await sql`insert into device (sn, org_id, device_type_id)
      values ('RACE', ${QUAY}, ${type.id})`.execute(other);
    const removing = types.remove([type.id], as(ROOT)).catch((error) => error);
    await waitingForLock(store);
    await other.commit().execute();
    expect(await removing).toBeInstanceOf(ReferenceViolation);
    expect(await removing).toMatchObject({ by: [{ entity: 'device' }] });
  });

  it('does not protect a target that is deleted with it', async () => {
    const roles = entityTable(store, role, declared);
    const upper = await added(roles, { roleName: 'Upper' });
    const lower = await added(roles, { roleName: 'Lower', parent_id: upper.id });
    await expect(roles.remove([upper.id], as(ROOT))).rejects.toThrow(ReferenceViolation);
    expect(await roles.remove([upper.id, lower.id], as(ROOT))).toBe(2);
  });
});

describe('an organisation', () => {
  it('cannot be deleted while it has rows or records', async () => {
    const organisations = entityTable(store, org, declared);
    const { id } = await added(organisations, { org_name: 'Short', org_type: 2 }, HARBOUR);
    const remove = () => organisations.remove([id], as(HARBOUR));
    const operators = entityTable(store, oper, declared);
    const roles = entityTable(store, role, declared);
    const { id: role_id } = await added(roles, { roleName: 'Clerk' }, id);
    const clerk = { operName: 'C', loginName: 'c', role_id };
    const person = await added(operators, clerk, id);
    const truck = await added(vehicles, { plate: 'SHORT' }, id);
    await sql`insert into "alertRecord" (create_time, sn, org_id) values (1, 'S', ${id})`.execute(
      store.db,
    );
    await expect(remove()).rejects.toMatchObject({
      by: expect.arrayContaining(
        ['oper', 'vehicle', 'alertRecord'].map((entity) => ({ entity, count: 1 })),
      ),
    });
    await operators.remove([person.id], as(id));
    await roles.remove([role_id], as(id));
    await vehicles.remove([truck.id], as(id));
    await expect(remove()).rejects.toMatchObject({ by: [{ entity: 'alertRecord', count: 1 }] });
    await sql`delete from "alertRecord" where org_id = ${id}`.execute(store.db);
    expect(await remove()).toBe(1);
  });
});
