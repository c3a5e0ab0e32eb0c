import { readFileSync } from 'node:fs';
import type { MultiPolygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { describe, expect, test } from 'vitest';
import { unwrapRing } from '../../../tools/worldFloor/worldLayers';

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
        [180, -90],
        [-180, -90],
        [-180, -70],
      ],
    ],
  ])('unwraps %s', (_, ring, flat) => {
    expect(unwrapRing(ring)).toEqual(flat);
  });

  test.each(['land-50m', 'land-10m'])('no ring of %s jumps across the world', (name) => {
    const topology = JSON.parse(readFileSync(`node_modules/world-atlas/${name}.json`, 'utf8'));
    const { features } = feature(topology, topology.objects.land) as unknown as {
      features: { geometry: MultiPolygon }[];
    };
    const rings = features.flatMap(({ geometry }) => geometry.coordinates.flat());
    expect(rings.length).toBeGreaterThan(100);
    const steps = rings.flatMap((ring) => {
      const flat = unwrapRing(ring);
      // Steps along the pole are left out, because the map ends there.
      return flat.flatMap(([lon = 0, lat = 0], i) => {
        const [next = lon, nextLat = 0] = flat[i + 1] ?? [];
        return Math.min(lat, nextLat) > -90 ? [Math.abs(next - lon)] : [];
      });
    });
    expect(steps.filter((step) => step >= 180)).toEqual([]);
  });
});
