import { expect, test } from 'vitest';
import { boundsOfGroups, openingBounds } from '../../../../../src/console/maps/fleet/openingView';
import type { GeoBounds } from '../../../../../src/domain/geo/geometry';
import type { LockGroup } from '../../../../../src/domain/liveSnapshot';

type Place = readonly [lat: number, lon: number, count?: number];

const groupsAt = (places: readonly Place[]): LockGroup[] =>
  places.map(([lat, lon, count = 1]) => ({ count, box: [lon, lat, lon, lat] }));

const box = (south: number, west: number, north: number, east: number): GeoBounds => ({
  south,
  west,
  north,
  east,
});

/** Eighty locks along the coast of China. */
const CHINA: readonly Place[] = [
  [22, 114, 30],
  [31, 121, 30],
  [39, 117, 20],
];
const AWAY: readonly Place[] = [
  [52, 4, 6],
  [51, 7, 5],
  [-23, -46, 4],
  [1, 104, 3],
  [55, 37, 2],
];

/** A third in a depot, and the others evenly over the world. */
const SPREAD: readonly Place[] = [
  [31, 121, 15],
  ...[-40, -20, 0, 20, 40, 60].flatMap((lat) =>
    [-100, -50, 10, 90, 140].map((lon): Place => [lat, lon]),
  ),
];

test.each<[string, readonly Place[], GeoBounds]>([
  ['eighty in China, twenty elsewhere', [...CHINA, ...AWAY], box(22, 114, 39, 121)],
  ['all in one place', [[31, 121, 9]], box(31, 121, 31, 121)],
  ['one lock', [[31, 121]], box(31, 121, 31, 121)],
  [
    'halves far apart, of which neither is most of them',
    [
      [52, 4, 50],
      [31, 121, 50],
    ],
    box(31, 4, 52, 121),
  ],
  [
    'half in China, and the rest in small parts elsewhere',
    [...CHINA, [-23, -46, 4], [52, 4, 15], [20, 78, 20], [-5, 35, 20]],
    box(22, 114, 39, 121),
  ],
  [
    'half in China, and the rest in Europe',
    [...CHINA, [52, 4, 40], [50, 8, 20]],
    box(22, 4, 52, 121),
  ],
  ['a third in a depot, and the rest all over', SPREAD, box(-40, -100, 60, 140)],
  [
    'all within a country, a few a little apart',
    [
      [22, 114, 40],
      [31, 121, 45],
      [25, 108, 15],
    ],
    box(22, 108, 31, 121),
  ],
  [
    'most around the antimeridian',
    [
      [-17, 178, 45],
      [-18, -179, 45],
      [-33, 151, 10],
    ],
    box(-18, 178, -17, 181),
  ],
])('opens where most locks are: %s', (_, places, opening) => {
  const groups = groupsAt(places);
  const lons = places.map(([, lon]) => (_.includes('antimeridian') && lon < 0 ? lon + 360 : lon));
  const lats = places.map(([lat]) => lat);
  const all = box(Math.min(...lats), Math.min(...lons), Math.max(...lats), Math.max(...lons));
  expect(openingBounds(groups, all, 1.5)).toEqual(opening);
});

test('measures by the map: on a phone it leaves out what makes it wide, on a wide screen what makes it high', () => {
  const groups = groupsAt([
    [30, 100, 60],
    [31, 101, 20],
    [30, 140, 20],
    [58, 100, 20],
  ]);
  const all = box(30, 100, 58, 140);
  expect(openingBounds(groups, all, 0.2).east).toBeLessThan(140);
  expect(openingBounds(groups, all, 5).north).toBeLessThan(58);
});

test('shows the whole of a group that a server sends in one', () => {
  const groups: LockGroup[] = [
    { count: 5000, box: [100, 20, 125, 45] },
    { count: 900, box: [-80, -30, -40, 10] },
  ];
  const all = boundsOfGroups(groups);
  expect(all).toEqual(box(-30, -80, 45, 125));
  expect(openingBounds(groups, all ?? box(0, 0, 0, 0), 1.5)).toEqual(box(20, 100, 45, 125));
});

test('has no bounds without groups', () => {
  expect(boundsOfGroups([])).toBeUndefined();
});
