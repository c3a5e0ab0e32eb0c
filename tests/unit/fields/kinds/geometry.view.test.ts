import { describe, expect, it, test } from 'vitest';
import { parseShape, thumbnailPoints } from '../../../../src/fields/kinds/geometry.view';

const SIZE = 100;

test('fits a shape into a square with north up', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0, 10],
    ],
  } as const;
  const [south = [0, 0], north = [0, 0]] = thumbnailPoints(line, SIZE);
  expect(south[1]).toBeGreaterThan(north[1]);
  expect(south[0]).toBeCloseTo(SIZE / 2);
  expect([north[1], south[1]].map(Math.round)).toEqual([12, 88]);
});

test('scales longitude for a shape at 60° north', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 60],
      [2, 60],
      [2, 61],
    ],
  } as const;
  const [a = [0, 0], b = [0, 0], c = [0, 0]] = thumbnailPoints(line, SIZE);
  expect((b[0] - a[0]) / (b[1] - c[1])).toBeCloseTo(1, 1);
});

test('puts a point in the middle', () => {
  expect(thumbnailPoints({ type: 'Point', coordinates: [121, 31] }, SIZE)).toEqual([[50, 50]]);
});

describe('entered points', () => {
  const triangle = '22.5, 114.2\n22.6 114.3\n\n22.5, 114.3\n';
  it.each<[string, string, 'circle' | 'line' | 'polygon', unknown]>([
    ['nothing', ' \n', 'circle', null],
    ['one point', '22.5, 114.2', 'circle', { type: 'Point', coordinates: [114.2, 22.5] }],
    [
      'a ring, which closes itself',
      triangle,
      'polygon',
      {
        type: 'Polygon',
        coordinates: [
          [
            [114.2, 22.5],
            [114.3, 22.6],
            [114.3, 22.5],
            [114.2, 22.5],
          ],
        ],
      },
    ],
    [
      'GeoJSON, as the expected kind',
      '{"type":"LineString","coordinates":[[1,2],[3,4]]}',
      'circle',
      { type: 'Point', coordinates: [1, 2] },
    ],
    ['too few points for a line', '22.5, 114.2', 'line', '22.5, 114.2'],
    ['a line with an invalid point', '22.5, 114.2\nhere', 'line', '22.5, 114.2\nhere'],
  ])('are parsed: %s', (_, text, kind, shape) => {
    expect(parseShape(text, kind)).toEqual(shape);
  });
});
