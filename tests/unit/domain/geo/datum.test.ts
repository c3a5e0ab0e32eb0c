import { describe, expect, test } from 'vitest';
import {
  BD_MAX_LAT,
  bdToGcj,
  bdToMc,
  bdToWgs,
  gcjToBd,
  mcToBd,
  wgsToBd,
} from '../../../../src/domain/geo/bd09';
import { chinaBox, gcjToWgs, type Pair, wgsToGcj } from '../../../../src/domain/geo/gcj02';
import { distance } from '../../../../src/domain/geo/geometry';
import { randomPlaces } from './random';

const CHINA = randomPlaces(20_000, 73.7, 134.7, 18.2, 53.2);

const metres = (a: Pair, b: Pair) => distance({ lon: a[0], lat: a[1] }, { lon: b[0], lat: b[1] });

type Step = (a: number, b: number, out: Pair) => Pair;

const chain =
  (...steps: Step[]) =>
  (place: Pair): Pair =>
    steps.reduce<Pair>((at, step) => step(at[0], at[1], [0, 0]), place);

const worst = (trip: (place: Pair) => Pair, places = CHINA) =>
  Math.max(...places.map((place) => metres(trip(place), place)));

describe('conversion', () => {
  test.each<[string, (place: Pair) => Pair, Pair, Pair]>([
    // By gcoord 1.0.7, which agrees with the other converters in use.
    [
      'WGS-84 to GCJ-02',
      chain(wgsToGcj),
      [116.404, 39.915],
      [116.41024449916938, 39.91640428150164],
    ],
    ['GCJ-02 to BD-09', chain(gcjToBd), [116.404, 39.915], [116.41036949371029, 39.92133699351022]],
  ])('has the exact published result for %s', (_, forward, from, to) => {
    const [lon, lat] = forward(from);
    expect(lon).toBeCloseTo(to[0], 9);
    expect(lat).toBeCloseTo(to[1], 9);
  });

  // Published samples of the providers, and measurements of others, within a metre.
  test.each<[string, (place: Pair) => Pair, Pair, Pair]>([
    [
      "the sample in Amap's documents",
      chain(wgsToGcj),
      [116.481499, 39.990475],
      [116.487585177952, 39.991754014757],
    ],
    [
      'Shanghai, by eviltransform',
      chain(wgsToGcj),
      [121.5272106, 31.1774276],
      [121.531541859215, 31.17530398364597],
    ],
    [
      'Shenzhen, by eviltransform',
      chain(wgsToGcj),
      [113.912316, 22.543847],
      [113.9171764808363, 22.540796131694766],
    ],
    [
      'Beijing, by eviltransform',
      chain(wgsToGcj),
      [116.377817, 39.911954],
      [116.38404722455657, 39.91334545536069],
    ],
    [
      "the sample in Baidu's documents",
      chain(wgsToGcj, gcjToBd),
      [114.21892734521, 29.575429778924],
      [114.2307519546763, 29.57908428837437],
    ],
  ])('is within a metre of %s', (_, forward, from, to) => {
    expect(metres(forward(from), to)).toBeLessThan(1);
    expect(metres(forward(from), from)).toBeGreaterThan(300);
  });

  test('from BD-09 to BD09MC has the result of Baidu’s sample', () => {
    const [x, y] = bdToMc(116.404, 39.915, [0, 0]);
    expect(x).toBeCloseTo(12958175, 2);
    expect(y).toBeCloseTo(4825923.77, 2);
  });
});

// From china-cities.json in the tests of gcoord 1.0.7, with seven decimals of a degree.
describe.each<[city: string, wgs: Pair, gcj: Pair, bd: Pair, mc: Pair]>([
  [
    'Zhengzhou',
    [113.6192856, 34.7478004],
    [113.6253334, 34.7466173],
    [113.6317519, 34.7528605],
    [12649566.397, 4105763.647],
  ],
  [
    'Shantou',
    [116.6775114, 23.3567569],
    [116.6819735, 23.3540964],
    [116.6885014, 23.3598884],
    [12989845.895, 2658504.617],
  ],
  [
    'Shenyang',
    [123.4253306, 41.8032629],
    [123.4314787, 41.8057023],
    [123.438095, 41.8114013],
    [13741215.395, 5104015.047],
  ],
  [
    'Nagqu',
    [92.0499619, 31.4784436],
    [92.0512438, 31.4762063],
    [92.0576832, 31.4824421],
    [10247925.918, 3673043.553],
  ],
  [
    'Xilinhot',
    [116.0414035, 43.9312805],
    [116.0482308, 43.9334573],
    [116.0546232, 43.9397782],
    [12919282.125, 5426197.163],
  ],
  [
    'Qinzhou',
    [108.6503952, 21.9828281],
    [108.6541485, 21.9799392],
    [108.6607283, 21.9856319],
    [12096188.561, 2493660.013],
  ],
])('the city of %s', (_, wgs, gcj, bd, mc) => {
  test.each<[string, Pair, Pair]>([
    ['WGS-84 to GCJ-02', chain(wgsToGcj)(wgs), gcj],
    ['GCJ-02 to WGS-84', chain(gcjToWgs)(gcj), wgs],
    ['GCJ-02 to BD-09', chain(gcjToBd)(gcj), bd],
    ['BD-09 to GCJ-02', chain(bdToGcj)(bd), gcj],
    ['BD09MC to BD-09', chain(mcToBd)(mc), bd],
  ])('converts from %s to a metre', (__, ours, theirs) => {
    expect(metres(ours, theirs)).toBeLessThan(1);
  });

  test('converts from BD-09 to BD09MC to a metre', () => {
    const [x, y] = chain(bdToMc)(bd);
    expect(Math.hypot(x - mc[0], y - mc[1])).toBeLessThan(1);
  });
});

const gcj = chain(wgsToGcj, gcjToWgs);
const bd = chain(wgsToGcj, gcjToBd, bdToGcj, gcjToWgs);
const mc = chain(wgsToGcj, gcjToBd, bdToMc, mcToBd, bdToGcj, gcjToWgs);

test.each([
  ['GCJ-02', gcj, 1e-6],
  ['BD-09', bd, 1e-5],
  ['BD09MC', mc, 1e-4],
])('converts to %s and back within the limit', (_, trip, limit) => {
  expect(worst(trip)).toBeLessThan(limit);
});

test.each([
  ['GCJ-02', gcj, 1e-5],
  ['BD09MC', mc, 1e-3],
])('twenty conversions to %s and back do not drift', (_, trip, limit) => {
  const twenty = (place: Pair) => Array.from({ length: 20 }).reduce<Pair>((at) => trip(at), place);
  expect(worst(twenty, CHINA.slice(0, 500))).toBeLessThan(limit);
});

test('the inverse conversion ends everywhere along the edge of the box', () => {
  for (let k = 0; k < 4000; k++) {
    const f = k / 4000;
    for (const inset of [0, 1e-4, 1e-3, 4e-3]) {
      const edge: Pair[] = [
        [72.004 + inset, 0.8293 + f * 55],
        [137.8347 - inset, 0.8293 + f * 55],
        [72.004 + f * 65.83, 0.8293 + inset],
        [72.004 + f * 65.83, 55.8271 - inset],
      ];
      for (const [lon, lat] of edge) {
        expect(gcjToWgs(lon, lat, [0, 0]).every(Number.isFinite)).toBe(true);
      }
    }
  }
});

test.each<[string, Pair]>([
  ['equator', [113, 0]],
  ['southern hemisphere', [151.2, -33.87]],
  ['western hemisphere', [-74, 40.7]],
  ['beyond the last band', [20, 89]],
])('BD09MC is finite and converts back: %s', (_, place) => {
  const plane = bdToMc(place[0], place[1], [0, 0]);
  expect(plane.every(Number.isFinite)).toBe(true);
  const back = mcToBd(plane[0], plane[1], [0, 0]);
  expect(back[0]).toBeCloseTo(place[0], 6);
  expect(back[1]).toBeCloseTo(Math.min(place[1], BD_MAX_LAT), 6);
});

test.each<[string, Pair]>([
  ['Sydney', [151.2, -33.87]],
  ['New York', [-74, 40.7]],
])('shifts nothing outside the box: %s', (_, place) => {
  expect(wgsToGcj(place[0], place[1], [0, 0])).toEqual(place);
  expect(gcjToWgs(place[0], place[1], [0, 0])).toEqual(place);
  expect(wgsToBd(place[0], place[1], [0, 0], chinaBox)).toEqual(place);
  expect(bdToWgs(place[0], place[1], [0, 0], chinaBox)).toEqual(place);
});
