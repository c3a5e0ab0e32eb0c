import { expect, test } from 'vitest';
import { bdToWgs, wgsToBd } from '../../../../src/domain/geo/bd09';
import { baiduMask, chinaMask } from '../../../../src/domain/geo/chinaMask';
import { gcjToWgs, type Pair, wgsToGcj } from '../../../../src/domain/geo/gcj02';
import { distance } from '../../../../src/domain/geo/geometry';
import { randomPlaces } from './random';

test.each<[string, number, number]>([
  ['Beijing', 116.4, 39.9],
  ['Shenzhen', 114.06, 22.54],
  ['Xiamen', 118.09, 24.48],
  ['Zhuhai', 113.58, 22.27],
  ['Zhoushan', 122.2, 29.99],
  ['Yangshan port', 122.07, 30.62],
  ['Dalian', 121.61, 38.91],
  ['Sanya', 109.51, 18.25],
  ['Kashgar', 75.99, 39.47],
  ['Harbin', 126.53, 45.8],
  ['Urumqi', 87.62, 43.83],
  ['Dandong', 124.394, 40.144],
  ['the port of Dandong', 124.33, 40.03],
])('%s is shifted on each Chinese map', (_, lon, lat) => {
  expect(chinaMask(lon, lat)).toBe(true);
  expect(baiduMask(lon, lat)).toBe(true);
});

test.each<[string, number, number]>([
  ['Bangkok', 100.5, 13.75],
  ['Hanoi', 105.85, 21.03],
  ['Singapore', 103.82, 1.35],
  ['Seoul', 127, 37.5],
  ['Sinuiju', 124.421, 40.086],
  ['Almaty', 76.9, 43.25],
  ['Delhi', 77.21, 28.61],
  ['Ulaanbaatar', 106.9, 47.9],
  ['Vladivostok', 131.9, 43.1],
  ['Tokyo', 139.7, 35.7],
  ['Sydney', 151.2, -33.87],
])('%s is shifted on no map', (_, lon, lat) => {
  const out: Pair = [0, 0];
  expect(wgsToGcj(lon, lat, out, chinaMask)).toEqual([lon, lat]);
  expect(wgsToBd(lon, lat, out, baiduMask)).toEqual([lon, lat]);
  const [backLon, backLat] = bdToWgs(lon, lat, out, baiduMask);
  expect(backLon).toBeCloseTo(lon, 9);
  expect(backLat).toBeCloseTo(lat, 9);
});

test('Taipei is shifted on Baidu only', () => {
  expect(chinaMask(121.5, 25.04)).toBe(false);
  expect(baiduMask(121.5, 25.04)).toBe(true);
});

test('converts back exactly inside China, and outside except along the border', () => {
  let outside = 0;
  let wrongOutside = 0;
  for (const [lon, lat] of randomPlaces(100_000, 72, 138, 0.8, 55.8)) {
    const there = wgsToGcj(lon, lat, [0, 0], chinaMask);
    const back = gcjToWgs(there[0], there[1], [0, 0], chinaMask);
    const wrong = Math.hypot(back[0] - lon, back[1] - lat) > 1e-7;
    if (chinaMask(lon, lat)) {
      expect(wrong).toBe(false);
    } else {
      outside++;
      if (wrong) wrongOutside++;
    }
  }
  expect(outside).toBeGreaterThan(10_000);
  expect(wrongOutside / outside).toBeLessThan(0.005);
});

/**
 * Bisects a line across the border. Returns the last point on the side of its start, and the first on the other, a
 * metre apart.
 */
const borderOn = (from: Pair, to: Pair): [Pair, Pair] => {
  let [near, far] = [from, to];
  while (Math.hypot(far[0] - near[0], far[1] - near[1]) > 1e-5) {
    const middle: Pair = [(near[0] + far[0]) / 2, (near[1] + far[1]) / 2];
    if (chinaMask(...middle) === chinaMask(...from)) near = middle;
    else far = middle;
  }
  return [near, far];
};

/** Degrees, at least 1.5 km: more than any shift. */
const BESIDE = 0.02;

test('converts back within a metre on both sides of the border', () => {
  const places = randomPlaces(4000, 73, 135, 18, 53);
  const inside = places.filter(([lon, lat]) => chinaMask(lon, lat));
  const outside = places.filter(([lon, lat]) => !chinaMask(lon, lat));
  let looked = 0;
  outside.slice(0, inside.length).forEach((abroad, i) => {
    const home = inside[i] ?? abroad;
    const [out, within] = borderOn(abroad, home);
    const away = Math.hypot(home[0] - abroad[0], home[1] - abroad[1]) / BESIDE;
    const [dx, dy] = [(home[0] - abroad[0]) / away, (home[1] - abroad[1]) / away];
    const beside: [Pair, boolean][] = [
      [[out[0] - dx, out[1] - dy], false],
      [[within[0] + dx, within[1] + dy], true],
    ];
    for (const [place, isHome] of beside) {
      // Skipped if the line runs along the border or crosses it again.
      const around = [-BESIDE, 0, BESIDE].flatMap((x) =>
        [-BESIDE, 0, BESIDE].map((y): Pair => [x, y]),
      );
      const isClear = around.every(
        ([x, y]) => chinaMask(place[0] + x / 2, place[1] + y / 2) === isHome,
      );
      if (!isClear) continue;
      looked++;
      const [lon, lat] = wgsToGcj(place[0], place[1], [0, 0], chinaMask);
      const back = gcjToWgs(lon, lat, [0, 0], chinaMask);
      const metres = distance({ lon: place[0], lat: place[1] }, { lon: back[0], lat: back[1] });
      const moved = distance({ lon: place[0], lat: place[1] }, { lon, lat });
      if (metres > 1 || moved > 50 !== isHome) expect([place, isHome, metres, moved]).toEqual([]);
    }
  });
  expect(looked).toBeGreaterThan(500);
});
