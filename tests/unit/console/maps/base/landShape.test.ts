import { readFileSync } from 'node:fs';
import type { MultiPolygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { describe, expect, test } from 'vitest';
import {
  clipRing,
  coverOf,
  landShape,
  ringsInTile,
  unwrapRing,
} from '../../../../../src/console/maps/base/landShape';
import { worldPlane } from '../../../../../src/console/maps/plane';

describe('unwrapRing', () => {
  test.each<[string, Position[], Position[]]>([
    [
      'a ring that does not cross',
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
    ],
    [
      'a ring over the antimeridian',
      [
        [179, 1],
        [-179, 1],
        [-179, 2],
        [179, 1],
      ],
      [
        [179, 1],
        [181, 1],
        [181, 2],
        [179, 1],
      ],
    ],
    [
      'a ring around the south pole is closed along it',
      [
        [-180, -70],
        [-60, -70],
        [60, -70],
        [180, -70],
      ],
      [
        [-180, -70],
        [-60, -70],
        [60, -70],
        [180, -70],
        [180, -85],
        [-180, -85],
      ],
    ],
  ])('%s', (_, ring, flat) => {
    expect(unwrapRing(ring)).toEqual(flat);
  });

  test.each(['land-110m', 'land-50m'])('no ring of %s jumps across the world', (name) => {
    const topology = JSON.parse(readFileSync(`node_modules/world-atlas/${name}.json`, 'utf8'));
    const { features } = feature(topology, topology.objects.land) as unknown as {
      features: { geometry: MultiPolygon }[];
    };
    const rings = features.flatMap(({ geometry }) => geometry.coordinates.flat());
    expect(rings.length).toBeGreaterThan(100);
    for (const ring of rings) {
      const open = unwrapRing(ring).filter(([, lat = 0]) => lat > -85);
      open.forEach(([lon = 0], i) => {
        const [next = lon] = open[i + 1] ?? [];
        expect(Math.abs(next - lon)).toBeLessThan(180);
      });
    }
  });
});

describe('clipRing', () => {
  test.each<[string, number[], number[]]>([
    ['inside', [1, 1, 9, 1, 9, 9], [1, 1, 9, 1, 9, 9]],
    ['outside', [20, 20, 30, 20, 30, 30], []],
    ['around', [-5, -5, 15, -5, 15, 15, -5, 15], [10, 0, 10, 10, 0, 10, 0, 0]],
    ['nothing', [], []],
  ])('%s', (_, ring, clipped) => {
    const points = (flat: readonly number[]) =>
      Array.from({ length: flat.length / 2 }, (_unused, i) => `${flat[2 * i]}/${flat[2 * i + 1]}`);
    expect(points(clipRing(ring, 0, 10)).sort()).toEqual(points(clipped).sort());
  });

  test('an edge is cut where it crosses', () => {
    expect(clipRing([5, 5, 15, 5, 5, 9], 0, 10)).toEqual(expect.arrayContaining([10, 5, 10, 7]));
  });
});

describe('ringsInTile', () => {
  /** 90 to 135 degrees east, around the equator. */
  const land: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [90, -10],
          [135, -10],
          [135, 10],
          [90, 10],
          [90, -10],
        ],
      ],
    ],
  };
  const shape = landShape(land, worldPlane);
  const tile = (left: number) => ringsInTile(shape, { scale: 512, left, top: 128, size: 256 });

  test('cut to the tile', () => {
    const [ring = [], ...others] = tile(256);
    expect(others).toEqual([]);
    const xs = ring.filter((_, i) => i % 2 === 0);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([128, 192]);
  });

  test('nothing in a tile of open sea', () => {
    expect(tile(0)).toEqual([]);
  });

  test('again in the next copy of the world', () => {
    expect(tile(256 + 512)).toEqual(tile(256));
    expect(tile(256 - 512)).toEqual(tile(256));
  });

  test.each<[string, number, number, string]>([
    ['in the middle of the land', 0.8, 0.5, 'land'],
    ['on the coast', 0.75, 0.5, 'coast'],
    ['at sea', 0.3, 0.5, 'sea'],
  ])('a tile %s', (_, x, y, cover) => {
    const scale = 256 * 2 ** 12;
    const rings = ringsInTile(shape, {
      scale,
      left: x * scale - 128,
      top: y * scale - 128,
      size: 256,
    });
    expect(coverOf(rings, 256)).toBe(cover);
  });

  test('a tile in the middle of a lake is sea', () => {
    const square = (half: number): Position[] => {
      const corners = [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
        [-half, -half],
      ];
      return corners.map(([lon = 0, lat = 0]) => [lon + 100, lat]);
    };
    const lake = landShape(
      { type: 'MultiPolygon', coordinates: [[square(20), square(10)]] },
      worldPlane,
    );
    const scale = 256 * 2 ** 12;
    const left = (100 / 360 + 0.5) * scale;
    expect(coverOf(ringsInTile(lake, { scale, left, top: scale / 2, size: 256 }), 256)).toBe('sea');
  });

  test('nothing reaches far beyond the tile, however near one looks', () => {
    const near = { scale: 256 * 2 ** 18, left: 256 * 2 ** 18 * 0.8, top: 256 * 2 ** 17, size: 256 };
    const [ring = []] = ringsInTile(shape, near);
    expect(ring.length).toBeGreaterThanOrEqual(8);
    for (const value of ring) expect(value >= -4 && value <= 260).toBe(true);
  });
});
