import { expect, it } from 'vitest';
import { mapPath, mapRoutes, providerOf } from '../../../../src/console/shell/mapRoutes';

const home = { path: '/home', url: 'dashboard' };
const earth = { path: '/earth', url: 'map/mapWorld' };
const amap = { path: '/amap', url: 'map/amap' };

it('knows the routes of maps by the page they open, not by their code', () => {
  expect([home, earth, amap].map(providerOf)).toEqual([undefined, 'mapWorld', 'amap']);
  expect(mapRoutes([home, earth, amap])).toEqual([earth, amap]);
});

it.each([
  ['the landing page', [home, earth, amap], undefined, '/amap'],
  ['the first where the landing page is not granted', [home, earth], null, '/earth'],
  ['the one of the operator’s choice', [amap, earth], 'mapWorld', '/earth'],
  ['another where the choice is not granted', [amap], 'mapWorld', '/amap'],
  ['nowhere without a map', [home], 'mapWorld', undefined],
])('"Map" leads to %s', (_, routes, wanted, path) => {
  expect(mapPath(routes, wanted)).toBe(path);
});
