import { expect, it } from 'vitest';
import declared from '../../../../../../resources.config';
import { entity, f } from '../../../../../../src/config';
import {
  exportableColumns,
  nonExportableColumns,
} from '../../../../../../src/console/entity/list/bar/export';
import { importFields } from '../../../../../../src/fields';
import { fieldsOf } from '../../../../../../src/server/entities/fieldsOf';
import { importColumns } from '../../../../../../src/server/entities/transfer/sheetRows';

const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    plate: f.text(['Plate', '车牌']),
    photo: f.image(['Photo', '照片'], { on: ['list', 'show'] }),
    axles: f.number(['Axles', '轴数']),
    place: f.lngLat(['Place', '位置'], { columns: ['lat', 'lon'], on: ['list', 'show'] }),
    lat: f.number(['Latitude', '纬度'], { on: ['export'] }),
    lon: f.number(['Longitude', '经度'], { on: ['export'] }),
  },
});

it.each([
  [
    ['axles', 'photo', 'plate'],
    ['axles', 'plate'],
  ],
  [
    ['place', 'plate'],
    ['lat', 'lon', 'plate'],
  ],
  [['photo'], undefined],
  [[], undefined],
])('exports of the visible columns %j the columns %j', (columns, expected) => {
  expect(exportableColumns(vehicle, columns)).toEqual(expected);
});

it('names the visible columns that no file can have', () => {
  const names = nonExportableColumns(vehicle, ['axles', 'photo', 'place']).map(
    ({ label: [en] }) => en,
  );
  expect(names).toEqual(['Photo']);
});

const imported = declared.entities.filter(({ verbs }) => verbs.includes('import'));

it.each(imported.map((each) => [each.name, each] as const))(
  'can import a list of %s that was exported with one visible column',
  (_, each) => {
    const [column = ''] = each.columns;
    const header = exportableColumns(each, [column]) ?? [];
    const { columns } = importColumns(importFields(each), fieldsOf(each), header);
    expect(columns.map(({ name }) => name)).toContain(each.title);
  },
);
