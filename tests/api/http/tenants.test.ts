import { beforeAll, describe, expect, it } from 'vitest';
import { unpackedColumns } from '../../../src/domain/liveColumns';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let harbour: string;
let northern: string;
beforeAll(async () => {
  server = await testServer();
  harbour = await server.signIn('harbour');
  northern = await server.signIn('northern');
});

const idOfNew = async (plate: string, token: string): Promise<number> =>
  (await server.call('/vehicle/add', { plate }, { token })).data.id;

describe('an operator of another tenant', () => {
  let id: number;
  beforeAll(async () => {
    id = await idOfNew('MINE', harbour);
  });

  it.each([
    ['/vehicle/get', (own: number) => ({ id: own }), 'notFound'],
    ['/vehicle/update', (own: number) => ({ id: own, axles: 3 }), 'notFound'],
    ['/vehicle/delete', (own: number) => ({ ids: [own] }), 'notFound'],
    ['/device/get', () => ({ id: 1 }), 'notFound'],
    ['/device/update', () => ({ id: 1, device_name: 'stolen' }), 'notFound'],
    ['/device/delete', () => ({ ids: [1, 3] }), 'notFound'],
    ['/org/get', () => ({ id: 2 }), 'notFound'],
    ['/org/update', () => ({ id: 2, org_name: 'stolen' }), 'notFound'],
    ['/org/delete', () => ({ ids: [2, 4] }), 'notFound'],
    ['/org/get', () => ({ id: 1 }), 'notFound'],
    ['/oper/get', () => ({ id: 2 }), 'notFound'],
    ['/command/seal', () => ({ sns: ['H1'] }), 'notFound'],
    ['/device/add', () => ({ sn: 'NEW', org_id: 2 }), 'invalid'],
    ['/device/update', () => ({ id: 4, org_id: 2 }), 'invalid'],
    ['/device/update', () => ({ id: 4, org_id: 1 }), 'invalid'],
    ['/vehicle/add', () => ({ plate: 'N1', device_id: 1 }), 'invalid'],
    ['/org/add', () => ({ org_name: 'X', org_type: 2, parent_id: 2 }), 'invalid'],
  ] as const)('is refused by %s', async (path, body, code) => {
    const { verify } = await server.call(path, body(id), { token: northern });
    expect(verify.sign).toBe(code);
  });

  it.each([
    ['vehicle', 'plate', []],
    ['device', 'sn', ['N1']],
    ['org', 'org_name', ['Northern']],
    ['oper', 'loginName', ['northern']],
    ['appointmentCommandRecord', 'sn', []],
    ['operationLog', 'operate_name', ['Nora']],
  ])('lists only their own rows of %s', async (entity, field, own) => {
    await server.call('/command/seal', { sns: ['H1'] }, { token: harbour });
    const { data } = await server.call(`/${entity}/list`, { pageSize: 1000 }, { token: northern });
    const values = new Set(data.list.map((row: Record<string, unknown>) => row[field]));
    expect([...values]).toEqual(own);
    if (entity !== 'operationLog') expect(data.total).toBe(own.length);
  });

  it('sees none of its locks in the live view', async () => {
    const { data } = await server.call('/live/snapshot', {}, { token: northern });
    expect(unpackedColumns(data.columns).sn).toEqual(['N1']);
  });

  it('has changed nothing', async () => {
    const { data } = await server.call('/device/get', { id: 1 }, { token: harbour });
    expect([data.device_name, data.org_id]).toEqual(['Harbour one', 2]);
    expect((await server.call('/vehicle/get', { id }, { token: harbour })).data.axles).toBeNull();
  });

  it('sees only that a value is in use', async () => {
    const { verify, data } = await server.call(
      '/vehicle/add',
      { plate: 'MINE' },
      { token: northern },
    );
    expect([verify.sign, data]).toEqual(['invalid', { fields: { plate: 'Already in use' } }]);
  });
});

it('an operator sees and changes the rows below their organisation', async () => {
  const options = { token: harbour };
  const { data } = await server.call(
    '/device/list',
    { sortField: 'sn', sortOrder: 'asc' },
    options,
  );
  expect(data.list.map(({ sn, org_name }: Record<string, string>) => [sn, org_name])).toEqual([
    ['H1', 'Harbour'],
    ['H2', 'Harbour'],
    ['Y1', 'Yard'],
  ]);
  const moved = await server.call('/device/update', { id: 3, org_id: 2 }, options);
  expect(moved.data.org_name).toBe('Harbour');
});
