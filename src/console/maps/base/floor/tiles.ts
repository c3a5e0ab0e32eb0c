import { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { FetchSource, PMTiles } from 'pmtiles';
import type { Pair } from '../../../../domain/geo/gcj02';
import type { Point } from '../../layout';
import { type Plane, worldPlane } from '../../plane';
import archiveUrl from './world.pmtiles?url';

/** Edges of a box, in plane units. */
interface PlaneBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Points of a path in plane units, x0, y0, x1, y1, …, with their bounding box. */
export interface Path extends PlaneBox {
  readonly points: Float64Array;
}

/** Feature with its rank in the data: 0 is the most important. */
interface Ranked {
  readonly rank: number;
}

/** Area with its outer rings and holes. */
export interface TileArea extends Ranked {
  readonly rings: readonly Path[];
}

export interface TileLine extends Ranked {
  readonly path: Path;
}

export const areaClasses = ['land', 'urban', 'lakes'] as const;
export const lineClasses = ['coasts', 'shores', 'rivers', 'borders'] as const;
const nameKinds = ['countries', 'places', 'ports', 'airports'] as const;

export type NameKind = (typeof nameKinds)[number];

export interface NamedPlace extends Ranked {
  readonly kind: NameKind;
  /** Key that is the same in every tile with the feature. */
  readonly key: string;
  readonly en: string;
  readonly zh: string | undefined;
  /** ISO code of a country, IATA code of an airport. */
  readonly code: string | undefined;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

export interface FloorTile {
  readonly areas: { readonly [kind in (typeof areaClasses)[number]]: readonly TileArea[] };
  readonly lines: { readonly [kind in (typeof lineClasses)[number]]: readonly TileLine[] };
  readonly names: readonly NamedPlace[];
}

/** Coordinates of a tile in the world's square. */
export interface TileCoords {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Minimum zoom of the world map, and the zoom of the archive's tiles from there. */
const LEVELS = [
  [7, 6],
  [5, 4],
  [3, 2],
] as const;

/** Upper bound of the shift between datums, degrees. */
const SHIFT = 0.02;

/**
 * Returns the archive's tiles in a window, in any copy of the world.
 * @param zoom of the world map
 */
export const tilesIn = (plane: Plane, window: PlaneBox, zoom: number): TileCoords[] => {
  const z = LEVELS.find(([from]) => zoom >= from)?.[1] ?? 0;
  const count = 2 ** z;
  const { worldLeft, worldWidth } = plane;
  const coordsByKey = new Map<number, TileCoords>();
  const numberOf = (share: number) => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
  for (const copy of [-1, 0, 1]) {
    const west = Math.max(window.minX - copy * worldWidth, worldLeft);
    const east = Math.min(window.maxX - copy * worldWidth, worldLeft + worldWidth);
    if (west >= east) continue;
    const [lon0, lat0] = plane.fromPlane(west, window.minY, [0, 0]);
    const [lon1, lat1] = plane.fromPlane(east, window.maxY, [0, 0]);
    const [x0, y0] = worldPlane.toPlane(lon0 - SHIFT, lat0 + SHIFT, [0, 0]);
    const [x1, y1] = worldPlane.toPlane(lon1 + SHIFT, lat1 - SHIFT, [0, 0]);
    for (let x = numberOf(x0); x <= numberOf(x1); x++) {
      for (let y = numberOf(y0); y <= numberOf(y1); y++)
        coordsByKey.set(x * count + y, { z, x, y });
    }
  }
  return [...coordsByKey.values()];
};

type ToPlane = (point: Point) => Pair;

const pathOf = (points: readonly Point[], toPlane: ToPlane): Path => {
  const flat = new Float64Array(points.length * 2);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  points.forEach((point, i) => {
    const [x, y] = toPlane(point);
    flat[2 * i] = x;
    flat[2 * i + 1] = y;
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  });
  return { points: flat, minX, minY, maxX, maxY };
};

/** Returns true if a segment runs along a cut of the archive: a tile's edge, or the edge of the world's square. */
type IsCut = (from: Point, to: Point) => boolean;

const cutsOf = ({ z, x, y }: TileCoords, extent: number): IsCut => {
  const last = 2 ** z - 1;
  const isBeyond = (value: number, tile: number) =>
    value < 0 ||
    value > extent ||
    // Rounding has moved some points by one.
    (tile === 0 && value <= 1) ||
    (tile === last && value >= extent - 1);
  return (from, to) =>
    (isBeyond(from.x, x) && Math.abs(from.x - to.x) <= 1) ||
    (isBeyond(from.y, y) && from.y === to.y);
};

/** Returns the parts of a ring that are outline, without the edges along which the tile cuts it. */
const outlinesOf = (ring: readonly Point[], isCut: IsCut): Point[][] => {
  const parts: Point[][] = [];
  let part: Point[] = [];
  ring.forEach((point, i) => {
    const before = ring[i - 1];
    if (before && isCut(before, point)) {
      if (part.length > 1) parts.push(part);
      part = [];
    }
    part.push(point);
  });
  return part.length > 1 ? [...parts, part] : parts;
};

const textIn = (value: unknown): string | undefined =>
  value === undefined ? undefined : String(value);

export const readTile = (bytes: Uint8Array, { z, x, y }: TileCoords, plane: Plane): FloorTile => {
  const { layers } = new VectorTile(new PbfReader(bytes));
  const count = 2 ** z;
  const pair: Pair = [0, 0];
  const featuresOf = (name: string): VectorTileFeature[] => {
    const layer = layers[name];
    return layer ? Array.from({ length: layer.length }, (_, i) => layer.feature(i)) : [];
  };
  const toPlane =
    (extent: number): ToPlane =>
    (point) => {
      const left = (x + point.x / extent) / count;
      const top = (y + point.y / extent) / count;
      worldPlane.fromPlane(left, top, pair);
      return plane.toPlane(pair[0], pair[1], pair);
    };
  const rankOf = ({ properties }: VectorTileFeature) => Number(properties.rank ?? 0);

  const areasOf = (name: string): TileArea[] =>
    featuresOf(name).map((feature) => ({
      rank: rankOf(feature),
      rings: feature.loadGeometry().map((ring) => pathOf(ring, toPlane(feature.extent))),
    }));
  const linesOf = (name: string): TileLine[] =>
    featuresOf(name).flatMap((feature) => {
      const isCut = cutsOf({ z, x, y }, feature.extent);
      const lines = feature.loadGeometry();
      const isArea = VectorTileFeature.types[feature.type] === 'Polygon';
      return (isArea ? lines.flatMap((ring) => outlinesOf(ring, isCut)) : lines).map((line) => ({
        rank: rankOf(feature),
        path: pathOf(line, toPlane(feature.extent)),
      }));
    });

  const namesOf = (kind: NameKind): NamedPlace[] =>
    featuresOf(kind).flatMap((feature): NamedPlace[] => {
      const [[at] = []] = feature.loadGeometry();
      if (!at) return [];
      const { en, zh, code, iata, size } = feature.properties;
      const [planeX, planeY] = toPlane(feature.extent)(at);
      const shortCode = textIn(code ?? iata);
      return [
        {
          kind,
          key: `${kind} ${shortCode ?? en} ${z} ${x + at.x / feature.extent}`,
          en: textIn(en) ?? '',
          zh: textIn(zh),
          code: shortCode,
          rank: rankOf(feature),
          size: Number(size ?? 0),
          x: planeX,
          y: planeY,
        },
      ];
    });

  return {
    areas: { land: areasOf('land'), urban: areasOf('urban'), lakes: areasOf('lakes') },
    lines: {
      coasts: linesOf('land'),
      shores: linesOf('lakes'),
      rivers: linesOf('rivers'),
      borders: linesOf('borders'),
    },
    names: nameKinds.flatMap(namesOf),
  };
};

/** A tile without land is not in the archive. */
const SEA = new Uint8Array();

/** Cache limit: several views of tiles. */
const MAX_CACHED_TILES = 160;

/** Loads the archive's tiles for one plane, each once, and caches the latest used. */
export class FloorTiles {
  private readonly cache = new Map<string, FloorTile>();
  private readonly loading = new Map<string, Promise<FloorTile>>();

  constructor(
    private readonly plane: Plane,
    private readonly bytesOf: (coords: TileCoords) => Promise<Uint8Array | undefined> = readArchive,
  ) {}

  peek(coords: TileCoords): FloorTile | undefined {
    const key = keyOf(coords);
    const tile = this.cache.get(key);
    if (tile) {
      this.cache.delete(key);
      this.cache.set(key, tile);
    }
    return tile;
  }

  /** Loads a tile. A failed one is requested again the next time. */
  load(coords: TileCoords): Promise<FloorTile> {
    const cached = this.peek(coords);
    if (cached) return Promise.resolve(cached);
    const key = keyOf(coords);
    const running = this.loading.get(key);
    if (running) return running;
    const promise = this.bytesOf(coords)
      .then((bytes) => {
        const tile = readTile(bytes ?? SEA, coords, this.plane);
        this.cache.set(key, tile);
        const [oldest] = this.cache.keys();
        if (this.cache.size > MAX_CACHED_TILES && oldest !== undefined) this.cache.delete(oldest);
        return tile;
      })
      .finally(() => this.loading.delete(key));
    this.loading.set(key, promise);
    return promise;
  }
}

const keyOf = ({ z, x, y }: TileCoords): string => `${z}/${x}/${y}`;

let archive: PMTiles | undefined;

/**
 * Reads past the browser's cache, as the library does for Chromium on Windows: a page that is left while it reads a
 * range leaves the cached file locked, and the next page's reads wait or fail.
 */
const uncached = (source: FetchSource): FetchSource =>
  Object.assign(source, { chromeWindowsNoCache: true });

const readArchive = async ({ z, x, y }: TileCoords): Promise<Uint8Array | undefined> => {
  archive ??= new PMTiles(uncached(new FetchSource(new URL(archiveUrl, location.href).href)));
  try {
    const tile = await archive.getZxy(z, x, y);
    return tile && new Uint8Array(tile.data);
  } catch (error) {
    // The archive caches the failure to read its directory, so create a new one.
    archive = undefined;
    throw error;
  }
};

const byPlane = new Map<Plane, FloorTiles>();

/** Returns the tiles of a plane, shared by all maps of the page. */
export const floorTilesIn = (plane: Plane): FloorTiles => {
  const existing = byPlane.get(plane);
  if (existing) return existing;
  const created = new FloorTiles(plane);
  byPlane.set(plane, created);
  return created;
};
