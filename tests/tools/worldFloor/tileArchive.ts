import { gzipSync } from 'node:zlib';
import type { Feature } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { zxyToTileId } from 'pmtiles';
import { fromGeojsonVt } from 'vt-pbf';

/** Zooms with tiles of their own. Each level also serves the next zoom; nearer views enlarge the last one. */
const ZOOMS = [0, 2, 4, 6];
const MAX_ZOOM = 6;
const EXTENT = 4096;

export interface Layer {
  readonly name: string;
  readonly features: readonly Feature[];
  /** Returns true if a feature of this rank is in the tiles of a zoom. */
  readonly shows: (rank: number, zoom: number) => boolean;
  /** Maximum error of simplified lines, in units of the tile. */
  readonly tolerance: number;
  /** Margin around the tile, in units. Areas overlap so that no seam shows; lines only touch. */
  readonly buffer: number;
}

interface Tile {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** Cuts the visible features of a layer into tiles. */
const cut = ({ name, features, shows, tolerance, buffer }: Layer, zoom: number) => {
  const visible = features.filter(({ properties }) => shows(Number(properties?.rank ?? 0), zoom));
  // One zoom more than is used, because geojson-vt does not simplify the last one.
  const options = { maxZoom: MAX_ZOOM + 1, extent: EXTENT, tolerance, buffer };
  return { name, index: new GeoJSONVT({ type: 'FeatureCollection', features: visible }, options) };
};

/** Creates the tiles of all layers at the zooms of the embedded map. */
export const makeTiles = (layers: readonly Layer[]): Tile[] => {
  const tiles: Tile[] = [];
  for (const z of ZOOMS) {
    const cuts = layers.map((layer) => cut(layer, z));
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const layerTiles = cuts.flatMap(({ name, index }) => {
          const tile = index.getTile(z, x, y);
          return tile && tile.features.length > 0 ? [[name, tile] as const] : [];
        });
        if (layerTiles.length === 0) continue;
        const bytes = fromGeojsonVt(Object.fromEntries(layerTiles), { version: 2, extent: EXTENT });
        tiles.push({ id: zxyToTileId(z, x, y), bytes: gzipSync(bytes, { level: 9 }) });
      }
    }
  }
  return tiles.sort((a, b) => a.id - b.id);
};

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
};

/** Maximum bytes of the header and the root directory, which PMTiles clients read in one request. */
const ROOT_LIMIT = 16_384;
const HEADER = 127;
const GZIP = 2;
const MVT = 1;

type Bounds = readonly [west: number, south: number, east: number, north: number];

const WORLD: Bounds = [-180, -85, 180, 85];

/** Creates a PMTiles archive, version 3, with all tiles in the root directory. */
export const archiveOf = (tiles: readonly Tile[], bounds: Bounds = WORLD): Buffer => {
  const blobs: Uint8Array[] = [];
  const offsets = new Map<string, number>();
  let end = 0;
  const entries: { id: number; run: number; length: number; offset: number }[] = [];
  for (const { id, bytes } of tiles) {
    const key = Buffer.from(bytes).toString('base64');
    let offset = offsets.get(key);
    const last = entries.at(-1);
    if (last && offset === last.offset && last.id + last.run === id) {
      last.run += 1;
      continue;
    }
    if (offset === undefined) {
      offset = end;
      offsets.set(key, end);
      blobs.push(bytes);
      end += bytes.length;
    }
    entries.push({ id, run: 1, length: bytes.length, offset });
  }
  const directory = gzipSync(
    Buffer.from([
      ...varint(entries.length),
      ...entries.flatMap(({ id }, i) => varint(id - (entries[i - 1]?.id ?? 0))),
      ...entries.flatMap(({ run }) => varint(run)),
      ...entries.flatMap(({ length }) => varint(length)),
      ...entries.flatMap(({ offset }, i) => {
        const before = entries[i - 1];
        return varint(before && before.offset + before.length === offset ? 0 : offset + 1);
      }),
    ]),
    { level: 9 },
  );
  if (HEADER + directory.length > ROOT_LIMIT)
    throw new Error(`The directory has ${directory.length} bytes.`);
  const about = gzipSync(
    JSON.stringify({
      name: 'World floor',
      attribution: 'Natural Earth',
      vector_layers: [],
    }),
  );
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles', 0);
  header.writeUInt8(3, 7);
  const dataAt = HEADER + directory.length + about.length;
  const numbers = [
    HEADER,
    directory.length,
    HEADER + directory.length,
    about.length,
    0,
    0,
    dataAt,
    end,
    tiles.length,
    entries.length,
    blobs.length,
  ];
  numbers.forEach((value, i) => {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  });
  Buffer.from([1, GZIP, GZIP, MVT, 0, MAX_ZOOM]).copy(header, 96);
  bounds.forEach((degrees, i) => {
    header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  });
  return Buffer.concat([header, directory, about, ...blobs]);
};
