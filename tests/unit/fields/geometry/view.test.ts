import { expect, test } from 'vitest';
import { sketchPoints } from '../../../../src/fields/geometry/view';

const SIZE = 100;

test('fits a shape into its square, north up', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0, 10],
    ],
  } as const;
  const [south = [0, 0], north = [0, 0]] = sketchPoints(line, SIZE);
  expect(south[1]).toBeGreaterThan(north[1]);
  expect(south[0]).toBeCloseTo(SIZE / 2);
  expect([north[1], south[1]].map(Math.round)).toEqual([12, 88]);
});

test('draws degrees of longitude as short as they are at 60° north', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 60],
      [2, 60],
      [2, 61],
    ],
  } as const;
  const [a = [0, 0], b = [0, 0], c = [0, 0]] = sketchPoints(line, SIZE);
  expect((b[0] - a[0]) / (b[1] - c[1])).toBeCloseTo(1, 1);
});

test('puts a point in the middle', () => {
  expect(sketchPoints({ type: 'Point', coordinates: [121, 31] }, SIZE)).toEqual([[50, 50]]);
});
