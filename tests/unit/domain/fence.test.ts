import { describe, expect, it } from 'vitest';
import { areaOf, maxPointsHint, pointsOf, shapeError } from '../../../src/domain/fence';

const point = { type: 'Point', coordinates: [114, 22] };
const way = {
  type: 'LineString',
  coordinates: [
    [114, 22],
    [114.1, 22],
  ],
};
const ring = {
  type: 'Polygon',
  coordinates: [
    [
      [114, 22],
      [114.1, 22],
      [114, 22.1],
      [114, 22],
    ],
  ],
};
const bow = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  ],
};
const flat = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  ],
};
const spot = {
  type: 'LineString',
  coordinates: [
    [1, 1],
    [1, 1],
  ],
};

describe('shapeError', () => {
  it.each<[string, object, string | undefined]>([
    ['a circle', { fence_type: 'circle', fence_context: point, radius: 5 }, undefined],
    [
      'a circle as text',
      { fence_type: 'circle', fence_context: JSON.stringify(point), radius: '5' },
      undefined,
    ],
    ['a polygon', { fence_type: 'polygon', fence_context: ring }, undefined],
    ['a line', { fence_type: 'line', fence_context: way, radius: 5 }, undefined],
    [
      'a circle without a radius',
      { fence_type: 'circle', fence_context: point, radius: 0 },
      'radius',
    ],
    [
      'a line with a radius below 0',
      { fence_type: 'line', fence_context: way, radius: -4 },
      'radius',
    ],
    [
      'a circle drawn as a ring',
      { fence_type: 'circle', fence_context: ring, radius: 5 },
      'fence_context',
    ],
    ['a polygon drawn as a way', { fence_type: 'polygon', fence_context: way }, 'fence_context'],
    [
      'a border that crosses itself',
      { fence_type: 'polygon', fence_context: bow },
      'fence_context',
    ],
    ['a polygon of two points', { fence_type: 'polygon', fence_context: flat }, 'fence_context'],
    [
      'a line of one point',
      { fence_type: 'line', fence_context: spot, radius: 5 },
      'fence_context',
    ],
    [
      'a missing shape, which the field reports',
      { fence_type: 'polygon', fence_context: null },
      undefined,
    ],
  ])('checks %s', (_, fence, field) => {
    const complaint = shapeError(fence);
    expect(Object.keys(complaint ?? {})).toEqual(field === undefined ? [] : [field]);
    if (field === undefined) return;
    expect(Object.values(complaint ?? {})[0]).toHaveLength(2);
  });
});

it('a complete fence is an area', () => {
  expect(areaOf({ fence_type: 'circle', fence_context: point, radius: 5 })).toEqual({
    kind: 'circle',
    centre: { lat: 22, lon: 114 },
    radius: 5,
  });
  expect(areaOf({ fence_type: 'polygon', fence_context: ring })).toMatchObject({
    kind: 'polygon',
    ring: [
      { lat: 22, lon: 114 },
      { lat: 22, lon: 114.1 },
      { lat: 22.1, lon: 114 },
    ],
  });
  expect(areaOf({ fence_type: 'line', fence_context: way })).toBeUndefined();
  expect(areaOf({ fence_type: 'line', fence_context: ring, radius: 5 })).toBeUndefined();
});

it('counts drawn points, and 0 for a circle', () => {
  expect([point, way, ring, 'nothing'].map(pointsOf)).toEqual([0, 2, 3, 0]);
  expect(maxPointsHint(3)).toEqual(['Fence data has at most 3 points', '围栏数据最多 3 个点']);
});
