import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { distance as turfDistance } from '@turf/distance';
import { lineString, point, polygon } from '@turf/helpers';
import { pointToLineDistance } from '@turf/point-to-line-distance';
import { describe, expect, it } from 'vitest';
import {
  type Area,
  boxOf,
  crossesItself,
  crossingOf,
  metresOutside,
  sizeOf,
} from '../../../../src/domain/geo/area';
import { interpolate, type LatLon } from '../../../../src/domain/geo/geometry';
import { randomSource } from './random';

const at = (lat: number, lon: number): LatLon => ({ lat, lon });
const position = ({ lat, lon }: LatLon): [number, number] => [lon, lat];

const random = randomSource(5);
const near = (): LatLon => at(22.55 + random() * 0.1, 114.2 + random() * 0.1);
const circle: Area = { kind: 'circle', centre: at(22.6, 114.25), radius: 2_500 };
const line: Area = {
  kind: 'line',
  path: [at(22.56, 114.21), at(22.6, 114.24), at(22.58, 114.29)],
  radius: 700,
};
const ring = [at(22.56, 114.21), at(22.63, 114.23), at(22.58, 114.29)];
const triangle: Area = { kind: 'polygon', ring };

describe('metresOutside agrees with an independent library for', () => {
  const places = Array.from({ length: 2_000 }, near);
  /** Tolerated difference between two methods to measure on a round earth, metres. */
  const SLACK = 3;

  it('a circle', () => {
    for (const place of places) {
      const metres = turfDistance(point(position(circle.centre)), point(position(place)), {
        units: 'meters',
      });
      expect(metresOutside(circle, place)).toBeCloseTo(metres - circle.radius, 3);
    }
  });

  it('a line', () => {
    const way = lineString(line.path.map(position));
    for (const place of places) {
      const metres = pointToLineDistance(point(position(place)), way, { units: 'meters' });
      expect(Math.abs(metresOutside(line, place) - (metres - line.radius))).toBeLessThan(SLACK);
    }
  });

  it('a polygon', () => {
    const drawn = polygon([[...ring, at(22.56, 114.21)].map(position)]);
    for (const place of places) {
      const metres = metresOutside(triangle, place);
      const border = lineString([...ring, at(22.56, 114.21)].map(position));
      const off = pointToLineDistance(point(position(place)), border, { units: 'meters' });
      if (off < SLACK) continue;
      expect(metres <= 0).toBe(booleanPointInPolygon(point(position(place)), drawn));
      if (metres > 0) expect(Math.abs(metres - off)).toBeLessThan(SLACK);
    }
  });
});

it.each([circle, line, triangle])('the box of a $kind contains all its points', (area) => {
  const { south, west, north, east } = boxOf(area);
  for (let i = 0; i < 2_000; i += 1) {
    const place = near();
    if (metresOutside(area, place) > 0) continue;
    expect(place.lat >= south && place.lat <= north).toBe(true);
    expect(place.lon >= west && place.lon <= east).toBe(true);
  }
});

describe('crossingOf', () => {
  it.each([circle, line, triangle])(
    'a $kind is crossed if points on the path are inside',
    (area) => {
      for (let i = 0; i < 300; i += 1) {
        const [from, to] = [near(), near()];
        if (metresOutside(area, from) <= 0 || metresOutside(area, to) <= 0) continue;
        const parts = crossingOf(area, from, to);
        const steps = Array.from({ length: 400 }, (_, n) => n / 400).filter(
          (part) => metresOutside(area, interpolate(from, to, part)) <= 0,
        );
        const [first] = steps;
        const last = steps.at(-1);
        if (first === undefined || last === undefined) {
          // The steps may miss a corner that the way cuts.
          expect(parts ? parts.left - parts.entered : 0).toBeLessThan(1 / 200);
          continue;
        }
        expect(parts?.entered).toBeLessThanOrEqual(first);
        expect(parts?.entered).toBeGreaterThan(first - 1 / 200);
        expect(parts?.left).toBeGreaterThanOrEqual(last);
        expect(parts?.left).toBeLessThan(last + 1 / 200);
      }
    },
  );

  it('works across the antimeridian', () => {
    const island: Area = { kind: 'circle', centre: at(-17, 179.99), radius: 5_000 };
    const parts = crossingOf(island, at(-17, 179.5), at(-17, -179.5));
    expect(parts?.entered).toBeCloseTo(0.443, 2);
    expect(parts?.left).toBeCloseTo(0.537, 2);
    expect(crossingOf(island, at(-18, 179.5), at(-18, -179.5))).toBeUndefined();
  });
});

it.each<[string, LatLon[], boolean]>([
  ['a triangle', [at(0, 0), at(1, 0), at(0, 1)], false],
  ['a square', [at(0, 0), at(0, 1), at(1, 1), at(1, 0)], false],
  ['a bow tie', [at(0, 0), at(1, 1), at(0, 1), at(1, 0)], true],
  ['an edge that turns back', [at(0, 0), at(0, 2), at(0, 1), at(1, 1)], true],
  ['a concave shape', [at(0, 0), at(0, 4), at(4, 4), at(1, 2)], false],
  ['a bow tie over the antimeridian', [at(0, 179), at(1, -179), at(0, -179), at(1, 179)], true],
  ['a square over the antimeridian', [at(0, 179), at(0, -179), at(1, -179), at(1, 179)], false],
])('%s crosses itself: %s', (_, corners, expected) => {
  expect(crossesItself(corners)).toBe(expected);
});

it('a smaller area has a smaller size', () => {
  expect(sizeOf({ ...circle, radius: 100 })).toBeCloseTo(Math.PI * 1e4, 3);
  expect(
    sizeOf({ kind: 'polygon', ring: [at(0, 0), at(0, 0.01), at(0.01, 0.01), at(0.01, 0)] }),
  ).toBeCloseTo(1112 ** 2, -4);
  expect(sizeOf(line)).toBeLessThan(sizeOf({ ...line, radius: 800 }));
});
