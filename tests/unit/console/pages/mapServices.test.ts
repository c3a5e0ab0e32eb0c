import { expect, it } from 'vitest';
import { mapPath, providerOf } from '../../../../src/console/pages/fleet/mapRoutes';
import { mapServicesOf } from '../../../../src/console/pages/map/mapServices';

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
])('the map service "%s"', (mapService, urls) => {
  const { tiles = {} } = mapServicesOf(mapService, ids);
  expect(Object.fromEntries(Object.entries(tiles).map(([id, { url }]) => [id, url]))).toEqual(urls);
});

it('knows the routes of maps by the page they open, not by their code', () => {
  const routes = [
    { path: '/home', url: 'dashboard' },
    { path: '/earth', url: 'map/mapWorld' },
    { path: '/amap', url: 'map/amap' },
  ];
  expect(routes.map(providerOf)).toEqual([undefined, 'mapWorld', 'amap']);
  expect(mapPath(routes)).toBe('/earth');
  expect(mapPath(routes.slice(0, 1))).toBeUndefined();
});
