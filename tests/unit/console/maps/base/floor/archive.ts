import { readFileSync } from 'node:fs';
import { PMTiles } from 'pmtiles';
import type { TileCoords } from '../../../../../../src/console/maps/base/floor/tiles';

/** Bytes of the embedded map. */
export const file = readFileSync('src/console/maps/base/floor/world.pmtiles');
const archive = new PMTiles({
  getKey: () => 'world',
  getBytes: async (offset, length) => ({
    data: file.buffer.slice(
      file.byteOffset + offset,
      file.byteOffset + offset + length,
    ) as ArrayBuffer,
  }),
});

/** Reads a tile of the embedded map from its file; undefined for the sea. */
export const bytesOf = async ({ z, x, y }: TileCoords) => {
  const tile = await archive.getZxy(z, x, y);
  return tile && new Uint8Array(tile.data);
};
