import { expect, it } from 'vitest';
import { menuName } from '../../../../src/fields/kinds/grants.calls';

it.each([
  ['Amap', 'map/amap', 'en', 'Map: Amap'],
  ['高德地图', 'map/amap', 'zh', '地图：高德地图'],
  ['Map management', 'mapManage', 'en', 'Map management'],
  ['General', undefined, 'en', 'General'],
] as const)('names the menu %s of the page %s in %s as %s', (name, page, locale, text) => {
  expect(menuName(name, page, locale)).toBe(text);
});
