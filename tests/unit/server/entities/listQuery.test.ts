import { describe, expect, it } from 'vitest';
import { choices, entity, f, wireDefaults } from '../../../../src/config';
import { CallError } from '../../../../src/server/calls/endpoint';
import { listQueryOf, parseSelection } from '../../../../src/server/entities/listQuery';

const kind = choices([
  [1, 'Truck', '卡车'],
  [2, 'Van', '厢车'],
]);
const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    plate: f.text(['Plate', '车牌']),
    kind: f.choice(['Type', '类型'], kind),
    axles: f.number(['Axles', '轴数'], { integer: true, min: 2 }),
    seen: f.datetime(['Seen', '时间']),
    towing: f.boolean(['Towing', '牵引']),
    hidden: f.text(['Hidden', '隐藏'], { on: ['create'] }),
    pin: f.password(['PIN', '口令']),
    papers: f.json(['Papers', '证件']),
    riders: f.refs(['Riders', '乘员'], 'rider'),
    secret: f.text(['Secret', '秘密'], { virtual: true }),
  },
});

const refusedFields = (run: () => unknown): string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof CallError) return Object.keys(error.refused.fields ?? {});
    throw error;
  }
  return [];
};

describe('a list request', () => {
  it('returns the first page in declared order by default', () => {
    expect(listQueryOf(vehicle, wireDefaults, {})).toEqual({
      page: 1,
      pageSize: 20,
      sort: undefined,
      filters: {},
    });
  });

  it.each([
    [{ plate: 'A' }, { plate: 'A' }],
    [{ plate: 7 }, { plate: '7' }],
    [{ kind: [1, 2] }, { kind: [1, 2] }],
    [{ axles: '3' }, { axles: 3 }],
    [{ axles_from: -5 }, { axles_from: -5 }],
    [{ seen_from: '2026-01-01T00:00:00Z' }, { seen_from: 1_767_225_600_000 }],
    [{ seen_to: 1_767_225_600 }, { seen_to: 1_767_225_600_000 }],
    [{ plate: '', kind: null, axles_to: undefined }, {}],
    [{ id: ['1', 2, 2] }, { id: [1, 2] }],
    [{ riders: 3 }, { riders: 3 }],
    [{ riders: ['3', 4] }, { riders: [3, 4] }],
  ])('%j filters by %j', (body, filters) => {
    expect(parseSelection(vehicle, wireDefaults, body).filters).toEqual(filters);
  });

  it.each([
    [{ hidden: 'x' }, ['hidden']],
    [{ pin: 'x' }, ['pin']],
    [{ papers: 'x' }, ['papers']],
    [{ plate: 'x'.repeat(201) }, ['plate']],
    [{ kind: Array(1001).fill(1) }, ['kind']],
    [{ kind: [1, 9] }, ['kind']],
    [{ kind: [[1]] }, ['kind']],
    [{ seen_from: 'soon' }, ['seen_from']],
    [{ axles_from: Number.POSITIVE_INFINITY }, ['axles_from']],
    [{ nothing: 1, axles_from: 'x', kind: 1 }, ['nothing', 'axles_from']],
    [{ axles: [[3]] }, ['axles']],
    [{ axles_from: [2] }, ['axles_from']],
    [{ axles_to: [2, 3] }, ['axles_to']],
    [{ seen_to: [1_767_225_600] }, ['seen_to']],
    [{ towing: [[true]] }, ['towing']],
    [{ plate: [] }, ['plate']],
    [{ plate_is: [] }, ['plate_is']],
    [{ kind: [] }, ['kind']],
    [{ axles: [] }, ['axles']],
    [{ axles_from: [] }, ['axles_from']],
    [{ seen: [] }, ['seen']],
    [{ seen_to: [] }, ['seen_to']],
    [{ towing: [] }, ['towing']],
    [{ riders: [] }, ['riders']],
    [{ sortField: [] }, ['sortField']],
    [{ sortField: 'plate', sortOrder: [] }, ['sortOrder']],
    [{ riders: 'x' }, ['riders']],
    [{ riders: [[3]] }, ['riders']],
    [{ secret: 'x' }, ['secret']],
    [{ sortField: 'secret' }, ['sortField']],
    [{ sortField: 'hidden' }, ['sortField']],
    [{ sortField: 'plate,hidden' }, ['sortField']],
    [{ sortField: 'plate,plate' }, ['sortField']],
    [{ sortField: 'plate,' }, ['sortField']],
    [{ sortField: 'id,plate,kind,axles,seen,riders' }, ['sortField']],
    [{ sortField: 'plate,kind', sortOrder: 'asc,up' }, ['sortOrder']],
    [{ sortField: 'plate', sortOrder: 'asc,desc' }, ['sortOrder']],
    [{ toString: 'x' }, ['toString']],
  ])('%j is refused with the fields %j', (body, fields) => {
    expect(refusedFields(() => parseSelection(vehicle, wireDefaults, body))).toEqual(fields);
  });

  it.each([
    [{ sortField: 'plate' }, [{ field: 'plate', order: 'asc' }]],
    [
      { sortField: 'plate,id,kind', sortOrder: 'desc,asc' },
      [
        { field: 'plate', order: 'desc' },
        { field: 'id', order: 'asc' },
        { field: 'kind', order: 'asc' },
      ],
    ],
    [{ sortField: '' }, undefined],
  ])('%j sorts by %j', (body, sort) => {
    expect(parseSelection(vehicle, wireDefaults, body).sort).toEqual(sort);
  });

  it('refuses several sort columns if the wire has no joiner', () => {
    const wire = { ...wireDefaults, sortJoiner: '' };
    const body = { sortField: 'plate,kind' };
    expect(refusedFields(() => parseSelection(vehicle, wire, body))).toEqual(['sortField']);
  });

  it('uses the names of the wire', () => {
    const wire = {
      ...wireDefaults,
      pageNum: 'current',
      pageSize: 'size',
      firstPage: 0 as const,
      sortField: 'orderBy',
      sortOrder: 'direction',
      ascending: 'up',
      descending: 'down',
      from: 'Begin',
      to: 'End',
      id: 'key',
    };
    const body = { current: 2, size: 5, orderBy: 'key', direction: 'down', axlesBegin: 3, key: 4 };
    expect(listQueryOf(vehicle, wire, body)).toEqual({
      page: 3,
      pageSize: 5,
      sort: [{ field: 'id', order: 'desc' }],
      filters: { axlesBegin: 3, id: [4] },
    });
    expect(refusedFields(() => listQueryOf(vehicle, wire, { current: -1 }))).toEqual(['current']);
    expect(refusedFields(() => listQueryOf(vehicle, wire, { pageNum: 1 }))).toEqual(['pageNum']);
  });
});
