import { expect, it } from 'vitest';
import { mapServicesOf } from '../../../../../src/console/maps/base/mapServicesOf';

const ids = ['amap', 'mapWorld'] as const;

it.each([
  ['', {}],
  [
    'https://tiles.example/',
    {
      amap: 'https://tiles.example/amap/{z}/{x}/{y}.png',
      mapWorld: 'https://tiles.example/mapWorld/{z}/{x}/{y}.png',
    },
  ],
  [
    'https://t.example/{provider}/{z}/{y}/{x}?k=1',
    {
      amap: 'https://t.example/amap/{z}/{y}/{x}?k=1',
      mapWorld: 'https://t.example/mapWorld/{z}/{y}/{x}?k=1',
    },
  ],
  ['https://osm.example/{z}/{x}/{y}.png', { mapWorld: 'https://osm.example/{z}/{x}/{y}.png' }],
  [
    'amap=https://a.example/{x}/{y}/{z}?key={key}  https://osm.example/{z}/{x}/{y}.png',
    {
      amap: 'https://a.example/{x}/{y}/{z}?key={key}',
      mapWorld: 'https://osm.example/{z}/{x}/{y}.png',
    },
  ],
  [
    'https://t.example amap=https://a.example/{x}/{y}/{z}',
    {
      amap: 'https://a.example/{x}/{y}/{z}',
      mapWorld: 'https://t.example/mapWorld/{z}/{x}/{y}.png',
    },
  ],
])('the map service "%s"', (mapService, urls) => {
  const { tiles = {} } = mapServicesOf(mapService, ids);
  expect(Object.fromEntries(Object.entries(tiles).map(([id, { url }]) => [id, url]))).toEqual(urls);
});
