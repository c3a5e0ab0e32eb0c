import { beforeAll, describe, expect, it } from 'vitest';
import { device } from '../../../src/resources';
import {
  entityTable,
  type Row,
  type Selection,
  type Sort,
  type TableQueries,
} from '../../../src/server/db';
import { declared, vehicle } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, QUAY, ROOT } from './world';

let vehicles: TableQueries;
const locks: number[] = [];

const vehicleRows: Row[] = [
  {
    plate: 'AB-1',
    kind: 1,
    axles: 2,
    weight: 1.5,
    insured: true,
    checked: '2025-01-31',
    create_time: 100,
  },
  {
    plate: 'ab_2',
    kind: 2,
    axles: 4,
    weight: 2.25,
    insured: false,
    checked: '2025-02-01',
    create_time: 300,
  },
  {
    plate: '100%',
    kind: 2,
    axles: null,
    weight: null,
    insured: null,
    checked: null,
    create_time: 200,
  },
  {
    plate: 'C\\3',
    kind: 1,
    axles: 4,
    weight: 9,
    insured: true,
    checked: '2024-12-31',
    create_time: 200,
  },
];

beforeAll(async () => {
  const store = await testStore();
  await addOrganisations(store);
  const devices = entityTable(store, device, declared);
  const added = await devices.add([{ sn: 'S2' }, { sn: 'S1' }], as(QUAY));
  locks.push(...added.map(({ id }) => Number(id)));
  vehicles = entityTable(store, vehicle, declared);
  const references = [locks[0], locks[1], undefined, null];
  await vehicles.add(
    vehicleRows.map((row, i) => ({ ...row, device_id: references[i] })),
    as(QUAY),
  );
});

const plates = async (selection: Partial<Selection>) => {
  const query = { page: 1, pageSize: 50, filters: {}, ...selection };
  const { list, total } = await vehicles.list(query, as(ROOT));
  expect(total).toBe(list.length);
  return list.map(({ plate }) => plate);
};

describe('filters find', () => {
  it.each<[string, Row, string[]]>([
    ['part of a text in any case', { plate: 'ab' }, ['AB-1', 'ab_2']],
    ['a percent sign', { plate: '0%' }, ['100%']],
    ['an underscore', { plate: 'b_' }, ['ab_2']],
    ['a backslash', { plate: '\\' }, ['C\\3']],
    ['nothing by an attack', { plate: "' or 1=1 --" }, []],
    ['whole texts', { plate: ['AB-1', 'ab'] }, ['AB-1']],
    ['a choice', { kind: 2 }, ['ab_2', '100%']],
    ['several', { kind: [1, 2] }, ['AB-1', 'ab_2', '100%', 'C\\3']],
    ['none of none', { kind: [] }, []],
    ['yes', { insured: true }, ['AB-1', 'C\\3']],
    ['no', { insured: false }, ['ab_2']],
    ['numbers from', { axles_from: 3 }, ['ab_2', 'C\\3']],
    ['numbers to, inclusive', { axles_to: 2 }, ['AB-1']],
    ['numbers between fractions', { axles_from: 1.5, axles_to: 2.5 }, ['AB-1']],
    ['fractions', { weight_from: 1.5, weight_to: 2.25 }, ['AB-1', 'ab_2']],
    ['days', { checked_from: '2025-01-31', checked_to: '2025-02-01' }, ['AB-1', 'ab_2']],
    ['moments', { create_time_from: 200, create_time_to: 200 }, ['100%', 'C\\3']],
    ['ids', { id: [1, 4] }, ['AB-1', 'C\\3']],
    ['an id', { id: 2 }, ['ab_2']],
    ['no ids', { id: [] }, []],
    ['all of several filters', { kind: 1, axles_from: 4 }, ['C\\3']],
    [
      'everything by empty ones',
      { plate: '', kind: null, axles_from: undefined },
      ['AB-1', 'ab_2', '100%', 'C\\3'],
    ],
  ])('%s', async (_, filters, expected) => {
    expect(await plates({ filters, sort: { field: 'id', order: 'asc' } })).toEqual(expected);
  });

  it('rows by a reference', async () => {
    expect(await plates({ filters: { device_id: locks[1] } })).toEqual(['ab_2']);
  });

  it.each(['pin', 'papers', 'org_id', 'nope', 'plate_from'])(
    'no rows by %s, which is no filter',
    async (name) => {
      await expect(plates({ filters: { [name]: 1 } })).rejects.toThrow(`no filter ${name}`);
    },
  );
});

describe('rows are sorted by', () => {
  it.each([
    ['id', 'asc', ['AB-1', 'ab_2', '100%', 'C\\3']],
    ['plate', 'asc', ['100%', 'AB-1', 'C\\3', 'ab_2']],
    ['axles', 'asc', ['AB-1', 'ab_2', 'C\\3', '100%']],
    ['axles', 'desc', ['C\\3', 'ab_2', 'AB-1', '100%']],
    ['weight', 'desc', ['C\\3', 'ab_2', 'AB-1', '100%']],
    ['checked', 'asc', ['C\\3', 'AB-1', 'ab_2', '100%']],
    ['insured', 'desc', ['C\\3', 'AB-1', 'ab_2', '100%']],
    ['create_time', 'asc', ['AB-1', '100%', 'C\\3', 'ab_2']],
    ['device_sn', 'asc', ['ab_2', 'AB-1', '100%', 'C\\3']],
    ['device_sn', 'desc', ['AB-1', 'ab_2', 'C\\3', '100%']],
    ['papers', 'asc', ['AB-1', 'ab_2', '100%', 'C\\3']],
  ] as const)('%s %s, in one page, in many, and in batches', async (field, order, expected) => {
    const sort = { field, order };
    expect(await plates({ sort })).toEqual(expected);
    const paged = [];
    for (const page of [1, 2, 3, 4]) {
      const { list } = await vehicles.list({ page, pageSize: 1, filters: {}, sort }, as(ROOT));
      paged.push(...list.map(({ plate }) => plate));
    }
    expect(paged).toEqual(expected);
    for (const batch of [1, 2, 3, 4, 5]) {
      const visited: unknown[] = [];
      await vehicles.each({ filters: {}, sort }, as(ROOT), batch, (rows) => {
        expect(rows.length).toBeLessThanOrEqual(batch);
        visited.push(...rows.map(({ plate }) => plate));
      });
      expect(visited).toEqual(expected);
    }
  });

  it.each<[Sort[], string[]]>([
    [
      [
        { field: 'kind', order: 'desc' },
        { field: 'axles', order: 'asc' },
      ],
      ['ab_2', '100%', 'AB-1', 'C\\3'],
    ],
    [
      [
        { field: 'axles', order: 'desc' },
        { field: 'device_sn', order: 'asc' },
      ],
      ['ab_2', 'C\\3', 'AB-1', '100%'],
    ],
    [
      [
        { field: 'insured', order: 'asc' },
        { field: 'create_time', order: 'desc' },
        { field: 'weight', order: 'asc' },
      ],
      ['ab_2', 'C\\3', 'AB-1', '100%'],
    ],
    [
      [
        { field: 'create_time', order: 'asc' },
        { field: 'id', order: 'desc' },
      ],
      ['AB-1', 'C\\3', '100%', 'ab_2'],
    ],
  ])('%j, in one page, in many, and in batches', async (sort, expected) => {
    expect(await plates({ sort })).toEqual(expected);
    const second = { page: 2, pageSize: 3, filters: {}, sort };
    const { list } = await vehicles.list(second, as(ROOT));
    expect(list.map(({ plate }) => plate)).toEqual(expected.slice(3));
    for (const batch of [1, 2, 3]) {
      const visited: unknown[] = [];
      await vehicles.each({ filters: {}, sort }, as(ROOT), batch, (rows) => {
        visited.push(...rows.map(({ plate }) => plate));
      });
      expect(visited).toEqual(expected);
    }
  });

  it.each(['pin', 'org_id', 'nope'])('no field such as %s', async (field) => {
    await expect(plates({ sort: { field, order: 'asc' } })).rejects.toThrow('to sort by');
  });
});
