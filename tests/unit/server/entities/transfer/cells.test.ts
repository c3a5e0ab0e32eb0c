import { describe, expect, it } from 'vitest';
import { choices, entity, f } from '../../../../../src/config';
import { importFields } from '../../../../../src/fields';
import { CallError } from '../../../../../src/server/calls/endpoint';
import { fieldsOf } from '../../../../../src/server/entities/fieldsOf';
import { cellOf } from '../../../../../src/server/entities/transfer/export';
import { exportName } from '../../../../../src/server/entities/transfer/exportPlan';
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
    due: f.datetime(['Due', '到期']),
    inspected: f.datetime(['Inspected (last)', '检查']),
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

describe('an export', () => {
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
  ] as const)('writes %s as %j', (name, cell) => {
    expect(cellOf(row, name, fields[name], 'zh')).toEqual(cell);
    expect(cellOf({}, name, fields[name], 'zh') || null).toBeNull();
  });

  it('has a file name with its label and the day', () => {
    expect(exportName('设备', new Date(2026, 10, 20, 23, 59).getTime())).toBe('设备-20261120.xlsx');
  });
});

describe('an import', () => {
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
  ] as const)('reads for %s the cell %j as %j', (name, cell, value) => {
    expect(readCell(fields[name], cell, 'zh')).toEqual({ value });
  });

  it.each([
    ['kind', 'Ship', 'Not recognised'],
    ['axles', 'two', 'Not recognised'],
    ['checked', 'soon', 'Not recognised'],
    ['papers', '{"a":[1', 'Not recognised'],
    ['insured', 'perhaps', 'Not recognised'],
    ['plate', 8.98600123456789e19, 'The spreadsheet cut this number. Format the column as text'],
  ] as const)('refuses for %s the cell %j: %s', (name, cell, why) => {
    const read = readCell(fields[name], cell, 'en');
    expect('wrong' in read && read.wrong[0]).toBe(why);
  });
});

const utc = (...parts: [number, number, number, number?, number?, number?]) => Date.UTC(...parts);
const zonedCell = (at: number, zone: string) =>
  cellOf({ seen: at }, 'seen', fields.seen, 'en', zone);
const dateOf = (number: number) => new Date(Math.round((number - 25_569) * 86_400_000));

describe('a time in a column’s time zone', () => {
  it.each([
    ['Asia/Kolkata', utc(2026, 10, 28, 1, 39), utc(2026, 10, 28, 7, 9)],
    ['America/St_Johns', utc(2026, 6, 1, 0, 0, 1), utc(2026, 5, 30, 21, 30, 1)],
    ['Europe/Berlin', utc(2026, 2, 29, 0, 59, 59), utc(2026, 2, 29, 1, 59, 59)],
    ['Europe/Berlin', utc(2026, 2, 29, 1), utc(2026, 2, 29, 3)],
    ['Europe/Berlin', utc(2026, 9, 25, 0, 30), utc(2026, 9, 25, 2, 30)],
    ['Asia/Shanghai', utc(1969, 11, 31, 20, 15), utc(1970, 0, 1, 4, 15)],
    ['Europe/London', utc(1969, 0, 1), utc(1969, 0, 1, 1)],
    ['Pacific/Apia', utc(2011, 11, 30, 10), utc(2011, 11, 31)],
  ])('in %s is written in local time, and read back', (zone, at, wall) => {
    const cell = zonedCell(at, zone);
    if (typeof cell !== 'object' || cell === null) return expect.unreachable();
    expect(dateOf(cell.number).getTime()).toBe(wall);
    expect(readCell(fields.seen, dateOf(cell.number), 'en', zone)).toEqual({ value: at });
    const text = new Date(wall).toISOString().slice(0, 19).replace('T', ' ');
    expect(readCell(fields.seen, text, 'en', zone)).toEqual({ value: at });
  });

  it.each([
    [
      'that occurs twice on the clock, with its offset',
      'Europe/Berlin',
      utc(2026, 9, 25, 1, 30),
      '2026-10-25 02:30:00+01:00',
    ],
    [
      'before the first date of spreadsheets',
      'Asia/Kolkata',
      utc(1880, 0, 1, 12),
      '1880-01-01 17:21:10',
    ],
  ])('is written as text if it is one %s', (_, zone, at, text) => {
    expect(zonedCell(at, zone)).toBe(text);
  });

  it.each([
    ['2026-10-25 02:30:00+01:00', 'Europe/Berlin', utc(2026, 9, 25, 1, 30)],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', utc(2026, 9, 25, 0, 30)],
    ['2026-03-29 02:30:00', 'Europe/Berlin', utc(2026, 2, 29, 1, 30)],
    ['2026-11-28', 'Asia/Kolkata', utc(2026, 10, 27, 18, 30)],
    ['2026/11/28 7:09', 'Asia/Kolkata', utc(2026, 10, 28, 1, 39)],
    ['1795829940000', 'Asia/Kolkata', 1_795_829_940_000],
  ])('is read from the text %s in %s', (text, zone, value) => {
    expect(readCell(fields.seen, text, 'en', zone)).toEqual({ value });
  });

  it('keeps its milliseconds', () => {
    const at = utc(2026, 5, 1) + 123;
    const cell = zonedCell(at, 'Asia/Kolkata');
    expect(cell).toMatchObject({ number: expect.closeTo(at / 86_400_000 + 25_569 + 5.5 / 24, 8) });
  });
});

const columnsOf = (header: readonly (string | null)[]) =>
  importColumns(importFields(vehicle), fieldsOf(vehicle), header).columns;

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
    [
      ['Plate', 'Due (Asia/Kolkata)', '检查（Europe/Berlin）'],
      ['plate', 'due', 'inspected'],
    ],
  ])('%j has the columns %j', (header, names) => {
    const columns = columnsOf(header);
    expect(columns.map(({ name }) => name)).toEqual(names);
    expect(columns.map(({ index }) => header[index])).toEqual(
      header.filter((title) => title && !['Seen', '口令'].includes(title)),
    );
  });

  it('contains the time zone of a column', () => {
    const header = ['Plate', 'Due (Asia/Kolkata)', 'Inspected (last)'];
    expect(columnsOf(header).map(({ zone }) => zone)).toEqual([
      undefined,
      'Asia/Kolkata',
      undefined,
    ]);
  });

  it.each([
    [['Plate', 'Due (Mars/Phobos)'], '未知时区：Mars/Phobos，请使用类似 Asia/Shanghai 的名称'],
    [['Plate', 'Seen (Asia/Nowhere)'], '未知时区：Asia/Nowhere，请使用类似 Asia/Shanghai 的名称'],
    [['Plate', 'Type (UTC)'], '没有名为 Type (UTC) 的列'],
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
