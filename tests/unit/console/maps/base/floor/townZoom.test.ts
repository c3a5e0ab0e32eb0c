import { expect, test } from 'vitest';
import { FloorTiles } from '../../../../../../src/console/maps/base/floor/tiles';
import { townZoom } from '../../../../../../src/console/maps/base/floor/townZoom';
import { baiduPlane, gcjPlane, worldPlane } from '../../../../../../src/console/maps/plane';
import { bytesOf } from './archive';

const planes = { world: worldPlane, gcj: gcjPlane, baidu: baiduPlane };

test.each<[string, number, number, keyof typeof planes, number]>([
  ['Shanghai', 31.23, 121.47, 'world', 11],
  ['Uberaba', -19.75, -47.93, 'world', 11],
  ['23 km south of Uberaba', -19.96, -47.93, 'world', 9],
  ['the plains of Mato Grosso', -13, -55, 'world', 6],
  ['the Sahara', 23, 10, 'world', 5],
  ['the Pacific', 0, -150, 'world', 5],
  ['Shanghai on Amap', 31.23, 121.47, 'gcj', 11],
  ['Shanghai on Baidu', 31.23, 121.47, 'baidu', 11],
])('a picture has a town: %s', async (_, lat, lon, name, zoom) => {
  const plane = planes[name];
  const at = plane.toPlane(lon, lat, [0, 0]);
  const size = { x: 340, y: 240 };
  expect(await townZoom(plane, at, size, 11, new FloorTiles(plane, bytesOf))).toBe(zoom);
});
