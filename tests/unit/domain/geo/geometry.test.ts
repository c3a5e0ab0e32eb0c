import { describe, expect, test } from 'vitest';
import {
  bearing,
  boundsOf,
  collectBounds,
  distance,
  distanceToPath,
  formatLatLon,
  isPlace,
  type LatLon,
  parseLatLon,
  pointInRing,
  shapeOf,
  vertices,
} from '../../../../src/domain/geo/geometry';

const shanghai = { lat: 31.2304, lon: 121.4737 };

test.each([
  ['31.2304, 121.4737', shanghai],
  ['31.2304 121.4737', shanghai],
  ['(31.2304°, 121.4737°)', shanghai],
  ['31.2304，121.4737', shanghai],
  ['-33.86, -151.2', { lat: -33.86, lon: -151.2 }],
  [{ lat: '31.2304', lng: '121.4737' }, shanghai],
  [{ lat: 31.2304, lon: 121.4737, zoom: 3 }, shanghai],
  [[121.4737, 31.2304], shanghai],
  ['0, 0', { lat: 0, lon: 0 }],
])('reads %o as a place', (given, place) => {
  expect(parseLatLon(given)).toEqual(place);
});

test.each([
  '',
  'Shanghai',
  '31.2304',
  '91, 0',
  '121.4737, 31.2304',
  '1,2,3',
  null,
  7,
  { lat: null, lon: null },
  { lat: 1 },
  [],
])('refuses %o as a place', (given) => {
  expect(parseLatLon(given)).toBeUndefined();
});

test('requires two numbers for a place', () => {
  expect([isPlace(shanghai), isPlace({ lat: '31', lon: 121 }), isPlace(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('reads back a place as written', () => {
  expect(formatLatLon(shanghai)).toBe('31.230400, 121.473700');
  expect(parseLatLon(formatLatLon(shanghai))).toEqual(shanghai);
});

const at = (lat: number, lon: number): LatLon => ({ lat, lon });

const BEIJING = at(39.9042, 116.4074);
const SHANGHAI = at(31.2304, 121.4737);

test.each<[string, LatLon, LatLon, number, number]>([
  ['Beijing to Shanghai', BEIJING, SHANGHAI, 1_067_000, 2000],
  ['a degree of latitude', at(0, 0), at(1, 0), 111_195, 1],
  ['a degree of longitude at 60 north', at(60, 0), at(60, 1), 55_597, 5],
  ['over the antimeridian', at(0, 179.5), at(0, -179.5), 111_195, 1],
  ['pole to pole', at(90, 0), at(-90, 0), Math.PI * 6371008.8, 1],
  ['no distance', BEIJING, BEIJING, 0, 0.001],
])('measures %s', (_, a, b, metres, tolerance) => {
  expect(Math.abs(distance(a, b) - metres)).toBeLessThanOrEqual(tolerance);
});

test.each<[string, LatLon, LatLon, number]>([
  ['north', at(0, 0), at(1, 0), 0],
  ['east', at(0, 0), at(0, 1), 90],
  ['south', at(1, 0), at(0, 0), 180],
  ['west over the antimeridian', at(0, -179.5), at(0, 179.5), 270],
])('returns the bearing for %s', (_, a, b, degrees) => {
  expect(bearing(a, b)).toBeCloseTo(degrees, 6);
});

describe('boundsOf', () => {
  test.each<[string, LatLon[], ReturnType<typeof boundsOf>]>([
    ['nothing', [], undefined],
    ['one place', [at(5, 6)], { south: 5, west: 6, north: 5, east: 6 }],
    ['two', [at(5, 6), at(-1, 9)], { south: -1, west: 6, north: 5, east: 9 }],
    [
      'both sides of the Pacific',
      [at(0, 170), at(1, -160), at(2, 175)],
      { south: 0, west: 170, north: 2, east: 200 },
    ],
  ])('encloses %s', (_, points, bounds) => {
    expect(boundsOf(points)).toEqual(bounds);
  });
});

const SQUARE = [at(0, 0), at(0, 10), at(10, 10), at(10, 0)];
const PACIFIC = [at(-5, 175), at(-5, -175), at(5, -175), at(5, 175)];
const HORSESHOE = [at(0, 0), at(0, 9), at(9, 9), at(9, 6), at(3, 6), at(3, 3), at(9, 3), at(9, 0)];

test.each<[string, LatLon, LatLon[], boolean]>([
  ['inside', at(5, 5), SQUARE, true],
  ['inside, ring closed', at(5, 5), [...SQUARE, at(0, 0)], true],
  ['inside, ring the other way round', at(5, 5), [...SQUARE].reverse(), true],
  ['east of it', at(5, 11), SQUARE, false],
  ['west of it', at(5, -1), SQUARE, false],
  ['north of it', at(11, 5), SQUARE, false],
  ['on the other side of the earth', at(5, -175), SQUARE, false],
  ['over the antimeridian, east of it', at(0, -178), PACIFIC, true],
  ['over the antimeridian, west of it', at(0, 178), PACIFIC, true],
  ['ring that straddles the far side', at(0, 0), PACIFIC, false],
  ['between the legs of a horseshoe', at(6, 4.5), HORSESHOE, false],
  ['in a leg of a horseshoe', at(6, 1), HORSESHOE, true],
  ['no ring', at(0, 0), [], false],
])('decides if a point is in a ring: %s', (_, point, ring, inside) => {
  expect(pointInRing(point, ring)).toBe(inside);
});

test.each<[string, LatLon, LatLon[], number, number]>([
  ['beside the middle', at(0.01, 5), [at(0, 0), at(0, 10)], 1112, 1],
  ['past the end', at(0, 10.01), [at(0, 0), at(0, 10)], 1112, 1],
  ['on it', at(0, 5), [at(0, 0), at(0, 10)], 0, 0.01],
  ['nearest of several', at(1, 1.01), [at(0, 0), at(0, 1), at(2, 1)], 1112, 1],
  ['at high latitude', at(60.01, 5), [at(60, 0), at(60, 10)], 1112, 1],
  ['over the antimeridian', at(0.01, 180), [at(0, 179), at(0, -179)], 1112, 1],
  ['a line of one place', at(0, 0.01), [at(0, 0)], 1112, 1],
])('measures the distance to a path: %s', (_, point, path, metres, tolerance) => {
  expect(Math.abs(distanceToPath(point, path) - metres)).toBeLessThan(tolerance);
});

test('an empty path is infinitely far away', () => {
  expect(distanceToPath(at(0, 0), [])).toBe(Number.POSITIVE_INFINITY);
});

const point = { type: 'Point', coordinates: [121, 31] };
const line = {
  type: 'LineString',
  coordinates: [
    [121, 31],
    [122, 32],
  ],
};
const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

test.each([
  ['a point', point, point],
  ['a line', line, line],
  ['a polygon', polygon, polygon],
  ['text', JSON.stringify(line), line],
  ['a feature', { type: 'Feature', properties: { a: 1 }, geometry: polygon }, polygon],
  [
    'numbers as text, and altitudes',
    {
      type: 'LineString',
      coordinates: [
        ['121', '31', '5'],
        [122, 32, 6],
      ],
    },
    line,
  ],
])('reads the shape in %s', (_, given, shape) => {
  expect(shapeOf(given)).toEqual(shape);
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another type', { type: 'GeometryCollection', geometries: [] }],
  ['a type named like an inherited property', { type: 'toString', coordinates: [] }],
  ['a line of one point', { type: 'LineString', coordinates: [[1, 1]] }],
  [
    'an open ring',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
    },
  ],
  [
    'a ring of two points',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [0, 0],
        ],
      ],
    },
  ],
  ['a hole', { type: 'Polygon', coordinates: [polygon.coordinates[0], polygon.coordinates[0]] }],
  ['a place off the earth', { type: 'Point', coordinates: [31, 121] }],
  ['texts as coordinates', { type: 'Point', coordinates: ['a', 'b'] }],
])('refuses the shape in %s', (_, given) => {
  expect(shapeOf(given)).toBeUndefined();
});

test.each([
  [point, 1],
  [line, 2],
  [polygon, 3],
])('counts the drawn points of %o', (shape, count) => {
  expect(vertices(shape as never)).toHaveLength(count);
});

test.each<[string, LatLon[], number[]]>([
  ['no place', [], []],
  ['one place', [shanghai], [0]],
  ['most in China', [{ lat: 53.5, lon: 9.9 }, shanghai, { lat: 30.6, lon: 114.3 }], [1, 2]],
  [
    'a few over the antimeridian',
    [shanghai, { lat: -17, lon: 178 }, { lat: -14, lon: -172 }, { lat: -18, lon: -179 }],
    [1, 2, 3],
  ],
  ['as many in China as elsewhere', [shanghai, { lat: 53.5, lon: 9.9 }], [0]],
])('finds where most places are: %s', (_, places, found) => {
  expect(collectBounds(places, 1_200_000)).toEqual(found.map((i) => places[i]));
});
