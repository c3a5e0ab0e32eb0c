import { expect, test } from 'vitest';
import {
  graticuleStep,
  multiplesBetween,
} from '../../../../../../src/console/maps/base/floor/graticule';

test.each([
  [1, 30],
  [4, 30],
  [12, 10],
  [200, 1],
  [400, 0.5],
  [1e9, 0.001],
])('at %d pixels per degree, lines are %d degrees apart', (pixelsPerDegree, step) => {
  expect(graticuleStep(pixelsPerDegree)).toBe(step);
});

test.each<[number, number, number, number[]]>([
  [-35, 65, 30, [-30, 0, 30, 60]],
  [120.05, 120.35, 0.1, [120.1, 120.2, 120.3]],
  [10, 20, 10, [10, 20]],
  [1, 2, 5, []],
])('between %d and %d, the multiples of %d are %j', (from, to, step, lines) => {
  expect(multiplesBetween(from, to, step)).toEqual(lines);
});
