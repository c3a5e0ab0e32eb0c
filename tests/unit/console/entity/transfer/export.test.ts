import { expect, it, test } from 'vitest';
import { entity, f } from '../../../../../src/config';
import { exportable, exportQuery } from '../../../../../src/console/entity/transfer/export';

const shown = {
  filter: { sn: 'A', at_last: '24h' },
  sort: [
    { field: 'state', order: 'DESC' },
    { field: 'sn', order: 'ASC' },
  ],
} as const;
const DAY = 24 * 60 * 60 * 1000;
const sort = { field: 'state,sn', order: 'DESC,ASC' };

test.each([
  [
    'all matching, as a job',
    { columns: ['sn'], job: true, now: 2 * DAY },
    { sort, filter: { sn: 'A', at_from: DAY }, columns: ['sn'], job: true },
  ],
  [
    'all matching of a server without jobs',
    { job: false, now: 2 * DAY },
    { sort, filter: { sn: 'A', at_from: DAY } },
  ],
  ['rows by name', { ids: [3, 1], now: 2 * DAY }, { sort, ids: [3, 1] }],
])('%s', (_, choice, query) => {
  expect(exportQuery(shown, choice)).toEqual(query);
});

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
])('of %j a file has %j', (columns, expected) => {
  expect(exportable(vehicle, columns)).toEqual(expected);
});
