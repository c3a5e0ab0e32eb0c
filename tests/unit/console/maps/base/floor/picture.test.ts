import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import {
  clipLine,
  clipRing,
  coverOf,
  type FlatRing,
  pictureOf,
  type Square,
} from '../../../../../../src/console/maps/base/floor/picture';
import type { FloorTile, Path } from '../../../../../../src/console/maps/base/floor/tiles';
import { worldPlane } from '../../../../../../src/console/maps/plane';

describe('clipRing', () => {
  test.each<[string, number[], number[]]>([
    ['inside', [1, 1, 9, 1, 9, 9], [1, 1, 9, 1, 9, 9]],
    ['outside', [20, 20, 30, 20, 30, 30], []],
    ['around', [-5, -5, 15, -5, 15, 15, -5, 15], [10, 0, 10, 10, 0, 10, 0, 0]],
    ['nothing', [], []],
  ])('clips a ring %s', (_, ring, clipped) => {
    const points = (flat: readonly number[]) =>
      Array.from({ length: flat.length / 2 }, (_unused, i) => `${flat[2 * i]}/${flat[2 * i + 1]}`);
    expect(points(clipRing(ring, 0, 10)).sort()).toEqual(points(clipped).sort());
  });

  test('cuts an edge at the border', () => {
    expect(clipRing([5, 5, 15, 5, 5, 9], 0, 10)).toEqual(expect.arrayContaining([10, 5, 10, 7]));
  });
});

describe('clipLine', () => {
  test.each<[string, number[], number[][]]>([
    ['inside', [1, 1, 9, 9], [[1, 1, 9, 9]]],
    ['outside', [20, 20, 30, 30], []],
    ['along the outside', [-1, -1, -1, 11], []],
    ['through', [-5, 5, 15, 5], [[0, 5, 10, 5]]],
    [
      'out and in again',
      [5, 5, 15, 5, 15, 8, 5, 8],
      [
        [5, 5, 10, 5],
        [10, 8, 5, 8],
      ],
    ],
    ['over a corner', [-2, 5, 5, -2], [[0, 3, 3, 0]]],
    ['a single point', [5, 5], []],
  ])('clips a line %s', (_, line, parts) => {
    expect(clipLine(line, 0, 10)).toEqual(parts);
  });
});

const pathOf = (places: readonly Position[]): Path => {
  const points = Float64Array.from(
    places.flatMap(([lon = 0, lat = 0]) => [...worldPlane.toPlane(lon, lat, [0, 0])]),
  );
  const xs = [...points].filter((_, i) => i % 2 === 0);
  const ys = [...points].filter((_, i) => i % 2 === 1);
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  return { points, minX, minY, maxX: Math.max(...xs), maxY: Math.max(...ys) };
};

const box = (west: number, east: number, half: number): Path =>
  pathOf([
    [west, -half],
    [east, -half],
    [east, half],
    [west, half],
    [west, -half],
  ]);

const tileOf = (...lands: Path[][]): FloorTile => ({
  areas: { land: lands.map((rings) => ({ rank: 0, rings })), urban: [], lakes: [] },
  lines: { coasts: [], shores: [], rivers: [], borders: [] },
  names: [],
});

const landIn = (tiles: FloorTile[], square: Square): FlatRing[] =>
  pictureOf(tiles, worldPlane.worldWidth, square).areas.land.flat();

const coverAt = (tiles: FloorTile[], x: number, y: number, zoom = 12) => {
  const scale = 256 * 2 ** zoom;
  const square = { scale, left: x * scale - 128, top: y * scale - 128, size: 256 };
  return pictureOf(tiles, worldPlane.worldWidth, square).cover;
};

describe('land in a square', () => {
  /** Land from 90 to 135 degrees east, around the equator. */
  const land = tileOf([box(90, 135, 10)]);
  const at = (left: number) => landIn([land], { scale: 512, left, top: 128, size: 256 });

  test('is clipped to the square', () => {
    const [ring = [], ...others] = at(256);
    expect(others).toEqual([]);
    const xs = ring.filter((_, i) => i % 2 === 0);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([128, 192]);
  });

  test('is empty at open sea', () => {
    expect(at(0)).toEqual([]);
  });

  test('repeats in the next copy of the world', () => {
    expect(at(256 + 512)).toEqual(at(256));
    expect(at(256 - 512)).toEqual(at(256));
  });

  test.each<[string, number, number, string]>([
    ['in the middle of the land', 0.8, 0.5, 'land'],
    ['on the coast', 0.75, 0.5, 'mixed'],
    ['at sea', 0.3, 0.5, 'sea'],
  ])('classifies a square %s', (_, x, y, cover) => {
    expect(coverAt([land], x, y)).toBe(cover);
  });

  test('a square in the middle of a lake is sea', () => {
    const lake = tileOf([box(80, 120, 20), box(90, 110, 10)]);
    expect(coverAt([lake], 100 / 360 + 0.5, 0.5)).toBe('sea');
  });

  test('a square where the land of two tiles overlaps is land', () => {
    const both = [tileOf([box(80, 101, 20)]), tileOf([box(99, 120, 20)])];
    expect(coverAt(both, 100 / 360 + 0.5, 0.5)).toBe('land');
  });

  test('a square with a river is not plain', () => {
    const path = pathOf([
      [100, 0],
      [100.001, 0.001],
    ]);
    const { areas, lines } = land;
    const tile = { ...land, areas, lines: { ...lines, rivers: [{ rank: 3, path }] } };
    expect(coverAt([tile], 100 / 360 + 0.5, 0.5)).toBe('mixed');
  });

  test('land reaches little beyond the square, even at high zoom', () => {
    const near = { scale: 256 * 2 ** 18, left: 256 * 2 ** 18 * 0.8, top: 256 * 2 ** 17, size: 256 };
    const [ring = []] = landIn([land], near);
    expect(ring.length).toBeGreaterThanOrEqual(8);
    for (const value of ring) expect(value >= -4 && value <= 260).toBe(true);
  });
});

test('a ring that surrounds the square twice is a hole', () => {
  const around = [-4, -4, 260, -4, 260, 260, -4, 260];
  expect(coverOf([around], 256)).toBe('land');
  expect(coverOf([around, around], 256)).toBe('sea');
  expect(coverOf([[10, 10, 20, 10, 20, 20]], 256)).toBe('coast');
});
