import { expect, it } from 'vitest';
import { entity, f } from '../../../../../src/config';
import { exportable } from '../../../../../src/console/screens/transfer/exportable';

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
