import type { Pair } from '../../../../domain/geo/gcj02';
import type { Point } from '../../layout';
import type { Plane } from '../../plane';
import { zoomsOf } from './names';
import { type FloorTiles, floorTilesIn, type NamedPlace, tilesIn } from './tiles';

/** Least zoom of the world map at which a single place is shown. */
const MIN_ZOOM = 5;

/** Distance between a town and the edge of the map, so that its name is in the picture too, px. */
const EDGE = 24;

/**
 * Returns the largest zoom at which a town of the embedded map is in the picture; `MIN_ZOOM` if there is none.
 * @param largest zoom of the world map at most
 */
export const townZoom = async (
  plane: Plane,
  [x, y]: Pair,
  { x: width, y: height }: Point,
  largest: number,
  tiles: Pick<FloorTiles, 'load'> = floorTilesIn(plane),
): Promise<number> => {
  for (let zoom = largest; zoom > MIN_ZOOM; zoom--) {
    const scale = plane.scale(zoom + plane.zoomOffset);
    const [halfX, halfY] = [(width / 2 - EDGE) / scale, (height / 2 - EDGE) / scale];
    const isTown = (name: NamedPlace) =>
      name.kind === 'places' &&
      zoomsOf(name)[0] <= zoom &&
      Math.abs(name.x - x) <= halfX &&
      Math.abs(name.y - y) <= halfY;
    const window = { minX: x - halfX, minY: y - halfY, maxX: x + halfX, maxY: y + halfY };
    const loads = tilesIn(plane, window, zoom).map((coords) => tiles.load(coords));
    if ((await Promise.all(loads)).some(({ names }) => names.some(isTown))) return zoom;
  }
  return MIN_ZOOM;
};
