import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Feature } from 'geojson';
import { zxyToTileId } from 'pmtiles';
import { archiveOf, makeTiles } from '../tools/worldFloor/tileArchive';

/** A grey pixel, which browsers stretch over a tile. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM4ceLEfwAIgwOAGyUUSwAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts a tile server: below `/ok` it returns tiles, below `/refuse` errors, and below `/hang` no answer. */
export const startTileServer = async () => {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    if (url.startsWith('/hang/')) return;
    if (url.startsWith('/ok/')) response.setHeader('content-type', 'image/png').end(PIXEL);
    else response.writeHead(403).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: paths,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Builds a PMTiles file in Protomaps' schema, with a road across a square of land around Shanghai. */
export const streetsFile = (): Buffer => {
  const layer = (name: string, geometry: Feature['geometry'], properties = {}) => ({
    name,
    features: [{ type: 'Feature' as const, geometry, properties }],
    shows: () => true,
    tolerance: 0,
    buffer: 64,
  });
  const corners = [
    [120, 30],
    [123, 30],
    [123, 32],
    [120, 32],
    [120, 30],
  ];
  const road = [
    [120, 31],
    [123, 31],
  ];
  return archiveOf(
    makeTiles([
      layer('earth', { type: 'Polygon', coordinates: [corners] }, { kind: 'earth' }),
      layer('roads', { type: 'LineString', coordinates: road }, { kind: 'highway', min_zoom: 3 }),
    ]),
    [120, 30, 123, 32],
  );
};

/** Positions in a PMTiles header of the tile compression and the tile type, set to none and PNG. */
const TILE_COMPRESSION = 98;
const TILE_TYPE = 99;

/** Maximum zoom in the header of `archiveOf`. */
const DEEPEST = 6;

/** Builds a PMTiles file with images of the whole world. */
export const imagesFile = (): Buffer => {
  const tiles = [];
  for (let z = 0; z <= DEEPEST; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) tiles.push({ id: zxyToTileId(z, x, y), bytes: PIXEL });
    }
  }
  const file = archiveOf(tiles.sort((a, b) => a.id - b.id));
  file.writeUInt8(1, TILE_COMPRESSION);
  file.writeUInt8(2, TILE_TYPE);
  return file;
};
