import { describe, expect, it } from 'vitest';
import { choices, entity, f } from '../../../../../src/config';
import { importFields } from '../../../../../src/fields';
import { CallError } from '../../../../../src/server/calls/endpoint';
import { fieldsOf } from '../../../../../src/server/entities/fieldsOf';
import { cellOf, exportName } from '../../../../../src/server/entities/transfer/export';
import { importColumns, readCell } from '../../../../../src/server/entities/transfer/sheetRows';

const kind = choices([
  [1, 'Truck', '卡车'],
  [2, 'Van', '厢车'],
]);
const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    plate: f.text(['Plate', '车牌'], { required: true }),
    kind: f.choice(['Type', '类型'], kind),
    org_id: f.refTree(['Company', '机构'], 'org'),
    axles: f.number(['Axles', '轴数']),
    checked: f.date(['Checked', '检查日期']),
    seen: f.datetime(['Seen', '时间'], { on: ['list', 'export'] }),
    insured: f.boolean(['Insured', '已投保']),
    papers: f.json(['Papers', '证件']),
    pin: f.password(['PIN', '口令']),
    worked: f.duration(['Worked', '工时'], { unit: 's' }),
    reach: f.radius(['Reach', '半径']),
    load: f.number(['Load', '载重'], { unit: 't' }),
    driven: f.number(['Driven', '里程'], { unit: 'km', decimals: 1 }),
    drivers: f.refs(['Drivers', '司机'], 'oper'),
  },
});
const { fields } = vehicle;

describe('a cell of an export', () => {
  const row = {
    plate: '=1+1',
    kind: 2,
    org_id: 3,
    org_name: 'Harbour',
    axles: 2.5,
    checked: '2026-02-03',
    seen: new Date(2026, 1, 3, 4, 5, 6).getTime(),
    insured: false,
    papers: { a: [1] },
    worked: 5400,
    reach: 500,
    load: 7.5,
    driven: 153_233.981822,
    drivers: [1, 2],
    drivers_titles: ['Lin', 'Smith, "Bo"'],
  };
  it.each([
    ['plate', '=1+1'],
    ['kind', '厢车'],
    ['org_id', 'Harbour'],
    ['axles', { number: 2.5, format: 'General' }],
    ['checked', { number: 46_056, format: 'yyyy-mm-dd' }],
    [
      'seen',
      {
        number: expect.closeTo(46_056 + (4 * 3600 + 5 * 60 + 6) / 86_400, 9),
        format: 'yyyy-mm-dd hh:mm:ss',
      },
    ],
    ['insured', '否'],
    ['papers', '{"a":[1]}'],
    ['worked', { number: 0.0625, format: '[h]:mm:ss' }],
    ['reach', { number: 500, format: 'General" m"' }],
    ['load', { number: 7.5, format: 'General" t"' }],
    ['driven', { number: 153_233.981822, format: '#,##0.0" km"' }],
    ['drivers', 'Lin, "Smith, ""Bo"""'],
  ] as const)('of %s is %j', (name, cell) => {
    expect(cellOf(row, name, fields[name], 'zh')).toEqual(cell);
    expect(cellOf({}, name, fields[name], 'zh') || null).toBeNull();
  });

  it('is in a file named after what it is and the day', () => {
    expect(exportName('设备', new Date(2026, 10, 20, 23, 59).getTime())).toBe('设备-20261120.xlsx');
  });
});

describe('a cell of an import', () => {
  it.each([
    ['plate', ' A1 ', 'A1'],
    ['plate', 12345, '12345'],
    ['plate', true, 'true'],
    ['plate', 12.5, '12.5'],
    ['plate', '', null],
    ['plate', null, null],
    ['kind', '卡车', 1],
    ['kind', 'Van', 2],
    ['kind', 2, 2],
    ['org_id', 'Harbour', 'Harbour'],
    ['axles', '2.5', 2.5],
    ['axles', 1e300, 1e300],
    ['checked', new Date(Date.UTC(2026, 1, 3)), '2026-02-03'],
    ['checked', '2026-02-03', '2026-02-03'],
    ['seen', new Date(Date.UTC(2026, 1, 3, 4, 5, 6)), new Date(2026, 1, 3, 4, 5, 6).getTime()],
    ['seen', new Date(Date.UTC(2026, 1, 3, 4, 5, 5, 999)), new Date(2026, 1, 3, 4, 5, 6).getTime()],
    ['worked', new Date(Date.UTC(1899, 11, 30, 1, 30)), 5400],
    ['worked', new Date(Date.UTC(1899, 11, 31, 2, 0)), 26 * 3600],
    ['worked', '26:00:01', 93_601],
    ['worked', 90, 90],
    ['reach', 500, 500],
    ['reach', '2 km', 2000],
    ['papers', '{"a":[1]}', { a: [1] }],
    ['drivers', 'Lin, "Smith, ""Bo"""', ['Lin', 'Smith, "Bo"']],
    ['drivers', 'Lin，Wu、Lin\nBo', ['Lin', 'Wu', 'Bo']],
    ['insured', '是', true],
    ['insured', false, false],
  ] as const)('of %s that holds %j is %j', (name, cell, value) => {
    expect(readCell(fields[name], cell, 'zh')).toEqual({ value });
  });

  it.each([
    ['kind', 'Ship', 'Not recognised'],
    ['axles', 'two', 'Not recognised'],
    ['checked', 'soon', 'Not recognised'],
    ['papers', '{"a":[1', 'Not recognised'],
    ['insured', 'perhaps', 'Not recognised'],
    ['plate', 8.98600123456789e19, 'The spreadsheet cut this number. Format the column as text'],
  ] as const)('of %s that holds %j says: %s', (name, cell, why) => {
    const read = readCell(fields[name], cell, 'en');
    expect('wrong' in read && read.wrong[0]).toBe(why);
  });
});

const columnsOf = (header: readonly (string | null)[]) =>
  importColumns(importFields(vehicle), fieldsOf(vehicle), header);

describe('the header of an import', () => {
  it.each([
    [
      ['Plate', 'Type'],
      ['plate', 'kind'],
    ],
    [
      ['类型', ' 车牌 '],
      ['kind', 'plate'],
    ],
    [
      ['PLATE', null, 'axles'],
      ['plate', 'axles'],
    ],
    [['plate', 'Seen', '口令'], ['plate']],
  ])('%j brings %j', (header, names) => {
    const columns = columnsOf(header);
    expect(columns.map(({ name }) => name)).toEqual(names);
    expect(columns.map(({ index }) => header[index])).toEqual(
      header.filter((title) => title && !['Seen', '口令'].includes(title)),
    );
  });

  it.each([
    [['Plate', 'Wheels', 'Doors'], '没有名为 Wheels, Doors 的列'],
    [['Type'], '缺少以下列：车牌'],
    [['Plate', 'plate'], '重复的列：车牌'],
  ])('%j is refused: %s', (header, why) => {
    try {
      columnsOf(header);
      expect.unreachable();
    } catch (error) {
      expect(error instanceof CallError && error.refused.fields?.path?.[1]).toBe(why);
    }
  });
});
