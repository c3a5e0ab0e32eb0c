import { expect, test } from 'vitest';
import { shapeOf, vertices } from '../../../../src/domain/geo/shape';

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
    'an altitude',
    { type: 'Point', coordinates: [1, 2, 30] },
    { type: 'Point', coordinates: [1, 2, 30] },
  ],
])('takes %s', (_, given, shape) => {
  expect(shapeOf(given)).toEqual(shape);
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another type', { type: 'GeometryCollection', geometries: [] }],
  ['a type of the prototype', { type: 'toString', coordinates: [] }],
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
  ['words for numbers', { type: 'Point', coordinates: ['a', 'b'] }],
])('refuses %s', (_, given) => {
  expect(shapeOf(given)).toBeUndefined();
});

test.each([
  [point, 1],
  [line, 2],
  [polygon, 3],
])('counts what was drawn of %o', (shape, count) => {
  expect(vertices(shape as never)).toHaveLength(count);
});
