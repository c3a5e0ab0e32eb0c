import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { LatLon } from '../../../src/domain/geo/geometry';

type Edge = readonly [from: Position, to: Position];

const coastlines = (): Position[][] => {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8'));
  const land = feature(topology, topology.objects.land) as unknown as {
    features: { geometry: MultiPolygon }[];
  };
  return land.features.flatMap(({ geometry }) => geometry.coordinates.flat());
};

/** Edges of every coast by the degrees of latitude that they touch. */
const edgesByLatitude = (): Map<number, Edge[]> => {
  const rows = new Map<number, Edge[]>();
  for (const line of coastlines()) {
    line.forEach((to, i) => {
      const from = line[i - 1];
      if (!from) return;
      const [low = 0, high = 0] = [from[1] ?? 0, to[1] ?? 0].sort((a, b) => a - b);
      for (let row = Math.floor(low); row <= Math.floor(high); row++) {
        const edges = rows.get(row) ?? [];
        edges.push([from, to]);
        rows.set(row, edges);
      }
    });
  }
  return rows;
};

const rows = edgesByLatitude();

/** True if a place is on land on the world map: a line eastwards from it crosses coasts an odd number of times. */
export const isOnLand = ({ lat, lon }: LatLon): boolean => {
  const crossings = (rows.get(Math.floor(lat)) ?? []).filter(
    ([[x = 0, y = 0], [px = 0, py = 0]]) =>
      y > lat !== py > lat && lon < ((px - x) * (lat - y)) / (py - y) + x,
  );
  return crossings.length % 2 === 1;
};
