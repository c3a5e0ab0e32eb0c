import L from 'leaflet';
import type { MapCrs } from '../../crs';
import type { MapColours } from '../../look';
import { type FlatRing, type Picture, pictureOf } from './picture';
import { type FloorTile, floorTilesIn, tilesIn } from './tiles';

/**
 * Embedded base map: land, built-up areas, lakes, rivers and undisputed borders (Natural Earth), in any provider's
 * plane. It needs neither a key nor another server.
 */
export class FloorLayer extends L.GridLayer {
  /** Tiles of the map that failed to load, with what loads them again. */
  private readonly failedTiles = new Map<HTMLElement, () => void>();

  constructor(
    private readonly crs: MapCrs,
    private colours: MapColours,
  ) {
    // Below all tile layers, which are at 1, and at every zoom. Shapes are clipped for each tile, so use few large
    // ones.
    super({ zIndex: 0, maxZoom: 22, tileSize: 512 });
    this.on('tileunload', ({ tile }) => this.failedTiles.delete(tile));
  }

  get isMissingTiles(): boolean {
    return this.failedTiles.size > 0;
  }

  /** Loads the tiles that failed again. Fires `load` when they are there. */
  retry(): void {
    for (const load of this.failedTiles.values()) load();
  }

  setColours(colours: MapColours): void {
    if (colours === this.colours) return;
    this.colours = colours;
    this.redraw();
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const { plane } = this.crs;
    const { x: size } = this.getTileSize();
    const scale = plane.scale(coords.z);
    const square = { scale, left: coords.x * size, top: coords.y * size, size };
    const zoom = coords.z - plane.zoomOffset;
    const window = {
      minX: square.left / scale,
      minY: square.top / scale,
      maxX: (square.left + size) / scale,
      maxY: (square.top + size) / scale,
    };
    const needed = tilesIn(plane, window, zoom);
    const tiles = floorTilesIn(plane);
    const element = document.createElement('div');
    const show = (loadedTiles: readonly FloorTile[]) => {
      const picture = pictureOf(loadedTiles, plane.worldWidth, square);
      // Most tiles are all land or all sea, and a canvas costs more than everything else.
      if (picture.cover === 'land') element.style.background = this.colours.land;
      else if (picture.cover === 'mixed') element.append(paint(picture, size, zoom, this.colours));
    };
    const cachedTiles = needed.flatMap((each) => tiles.peek(each) ?? []);
    if (cachedTiles.length === needed.length) {
      show(cachedTiles);
      queueMicrotask(() => done(undefined, element));
      return element;
    }
    const load = () =>
      Promise.all(needed.map((each) => tiles.load(each))).then(
        (loadedTiles) => {
          this.failedTiles.delete(element);
          show(loadedTiles);
          done(undefined, element);
        },
        (error: Error) => {
          const isOnMap = element.parentNode !== null;
          if (isOnMap) this.failedTiles.set(element, load);
          done(error, element);
        },
      );
    load();
    return element;
  }
}

type Context = CanvasRenderingContext2D;

const trace = (context: Context, points: FlatRing): void => {
  context.moveTo(points[0] as number, points[1] as number);
  for (let i = 2; i < points.length; i += 2) {
    context.lineTo(points[i] as number, points[i + 1] as number);
  }
};

const fillAreas = (
  context: Context,
  areas: readonly (readonly FlatRing[])[],
  color: string,
): void => {
  context.fillStyle = color;
  // Fill one by one: in a common path, overlapping areas of two tiles would cut each other out.
  for (const rings of areas) {
    context.beginPath();
    for (const ring of rings) {
      trace(context, ring);
      context.closePath();
    }
    context.fill('evenodd');
  }
};

const strokeLines = (
  context: Context,
  lines: Picture['lines'][keyof Picture['lines']],
  color: string,
  width: number,
): void => {
  context.beginPath();
  for (const { points } of lines) trace(context, points);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
};

/** Width of a river, px: rank 0 has 1.6 px at zoom 6; it shrinks with the rank and grows with the zoom. */
const riverWidth = (rank: number, zoom: number): number =>
  Math.max(0.5, Math.min(4, 1.6 - rank * 0.14 + (zoom - 6) * 0.25));

const paint = (
  { areas, lines }: Picture,
  size: number,
  zoom: number,
  colours: MapColours,
): HTMLCanvasElement => {
  const density = window.devicePixelRatio || 1;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(size * density);
  canvas.style.width = canvas.style.height = `${size}px`;
  canvas.style.display = 'block';
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(density, density);
  context.lineJoin = 'round';
  fillAreas(context, areas.land, colours.land);
  fillAreas(context, areas.urban, colours.urban);
  fillAreas(context, areas.lakes, colours.sea);
  for (let rank = 0; rank <= 10; rank++) {
    const rivers = lines.rivers.filter((river) => Math.min(10, river.rank) === rank);
    if (rivers.length > 0) strokeLines(context, rivers, colours.river, riverWidth(rank, zoom));
  }
  strokeLines(context, lines.shores, colours.coast, 0.75);
  strokeLines(context, lines.coasts, colours.coast, 1);
  strokeLines(context, lines.borders, colours.border, zoom >= 6 ? 1.5 : 1);
  return canvas;
};
