import type { Pair } from '../../../../domain/geo/gcj02';
import type { Locale } from '../../../../domain/label';
import { CanvasLayer, type CanvasView } from '../../canvasLayer';
import { type Box, doOverlap, textWidth } from '../../layout';
import { MAP_FONT, type MapColours } from '../../look';
import { OBSTACLES_EVENT, obstaclesOn } from '../../obstacles';
import { graticuleStep, multiplesBetween } from './graticule';
import { type PlacedName, placeNames, zoomsOf } from './names';
import { floorTilesIn, type NamedPlace, type NameKind, tilesIn } from './tiles';

/** Margin around the canvas in which names are placed too, so that visible names keep their places in a pan, px. */
const OUTER_MARGIN = 200;

const FONTS: { readonly [kind in NameKind]: string } = {
  countries: `600 12px ${MAP_FONT}`,
  places: `500 12px ${MAP_FONT}`,
  ports: `500 11px ${MAP_FONT}`,
  airports: `500 11px ${MAP_FONT}`,
};

/** Layer with a faint graticule, and with names by importance where they collide with nothing. */
export class NamesLayer extends CanvasLayer {
  private readonly scratch: Pair = [0, 0];
  private placedNames: readonly PlacedName[] = [];

  private readonly awaitedLoads = new WeakSet<Promise<unknown>>();

  constructor(
    private colours: MapColours,
    private locale: Locale,
  ) {
    super('names', 250);
  }

  setColours(colours: MapColours, locale: Locale): void {
    this.colours = colours;
    this.locale = locale;
    this.schedule();
  }

  override getEvents() {
    return { ...super.getEvents(), [OBSTACLES_EVENT]: () => this.makeRoom() };
  }

  protected override paint(context: CanvasRenderingContext2D, view: CanvasView): void {
    this.paintGraticule(context, view);
    this.placedNames = this.layOutNames(context, view);
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = this.colours.labelHalo;
    for (const name of this.placedNames) paintName(context, name, this.colours);
    context.textAlign = 'left';
  }

  /** Redraws only if a mark now covers a name: a live fleet moves all the time. */
  private makeRoom(): void {
    const obstacles = this.obstacles();
    if (this.placedNames.some(({ box }) => obstacles.some((other) => doOverlap(box, other))))
      this.schedule();
  }

  /** Boxes that names must not cover, px of the canvas. */
  private obstacles(): Box[] {
    const { x, y } = this.toContainer(0, 0);
    return obstaclesOn(this._map).map(({ left, top, right, bottom }) => ({
      left: left - x,
      top: top - y,
      right: right - x,
      bottom: bottom - y,
    }));
  }

  private layOutNames(context: CanvasRenderingContext2D, view: CanvasView): PlacedName[] {
    const { plane, scale, left, top } = view;
    const zoom = Math.floor(view.zoom - plane.zoomOffset);
    const world = plane.worldWidth * scale;
    const names: NamedPlace[] = [];
    for (const name of this.namesIn(view, zoom)) {
      const [from, to] = zoomsOf(name);
      if (zoom < from || zoom > to) continue;
      for (const shift of [-world, 0, world]) {
        const pixelX = name.x * scale - left + shift;
        const pixelY = name.y * scale - top;
        if (isNear(pixelX, pixelY, view)) names.push({ ...name, x: pixelX, y: pixelY });
      }
    }
    return placeNames(names, {
      locale: this.locale,
      widthOf: (text, kind) => textWidth(context, FONTS[kind], text),
      obstacles: this.obstacles(),
    });
  }

  /** Returns the names of loaded tiles; requests the others, and redraws when they arrive. */
  private namesIn(
    { plane, scale, left, top, width, height }: CanvasView,
    zoom: number,
  ): NamedPlace[] {
    const window = {
      minX: (left - OUTER_MARGIN) / scale,
      minY: (top - OUTER_MARGIN) / scale,
      maxX: (left + width + OUTER_MARGIN) / scale,
      maxY: (top + height + OUTER_MARGIN) / scale,
    };
    const tiles = floorTilesIn(plane);
    return tilesIn(plane, window, zoom).flatMap((coords) => {
      const tile = tiles.peek(coords);
      // `FloorLayer` reports failed tiles, and loads them again.
      if (!tile) this.redrawAfter(tiles.load(coords));
      return tile?.names ?? [];
    });
  }

  /** Redraws once after a load, however often the names are painted meanwhile. In print, each redraw is immediate. */
  private redrawAfter(load: Promise<unknown>): void {
    if (this.awaitedLoads.has(load)) return;
    this.awaitedLoads.add(load);
    load.then(this.schedule, () => undefined);
  }

  private paintGraticule(context: CanvasRenderingContext2D, view: CanvasView): void {
    const { plane, scale, left, top, width, height } = view;
    const [west, north] = plane.fromPlane(left / scale, top / scale, [0, 0]);
    const [east, south] = plane.fromPlane((left + width) / scale, (top + height) / scale, [0, 0]);
    const step = graticuleStep((plane.worldWidth * scale) / 360);
    context.beginPath();
    for (const lon of multiplesBetween(west, east, step)) {
      const x = Math.round(this.project(view, 0, lon)[0]) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, height);
    }
    for (const lat of multiplesBetween(Math.max(-80, south), Math.min(80, north), step)) {
      const y = Math.round(this.project(view, lat, west)[1]) + 0.5;
      context.moveTo(0, y);
      context.lineTo(width, y);
    }
    context.lineWidth = 1;
    context.strokeStyle = this.colours.graticule;
    context.stroke();
  }

  /** Converts degrees to pixels of the canvas. */
  private project({ plane, scale, left, top }: CanvasView, lat: number, lon: number): Pair {
    const [x, y] = plane.toPlane(lon, lat, this.scratch);
    return [x * scale - left, y * scale - top];
  }
}

const isNear = (x: number, y: number, { width, height }: CanvasView): boolean =>
  x > -OUTER_MARGIN && y > -OUTER_MARGIN && x < width + OUTER_MARGIN && y < height + OUTER_MARGIN;

const paintName = (
  context: CanvasRenderingContext2D,
  { name, text, x, y }: PlacedName,
  colours: MapColours,
): void => {
  const isCountry = name.kind === 'countries';
  const isTown = name.kind === 'places';
  context.font = FONTS[name.kind];
  context.textAlign = isCountry ? 'center' : 'left';
  const at = isCountry ? x : x + 7;
  context.lineWidth = 3;
  context.strokeText(text, at, y);
  context.fillStyle = isCountry ? colours.country : isTown ? colours.label : colours.harbour;
  context.fillText(text, at, y);
  if (isTown) {
    context.beginPath();
    context.arc(x, y, name.rank <= 2 ? 2.5 : 2, 0, Math.PI * 2);
    context.fill();
  } else if (!isCountry) paintSign(context, name.kind, x, y, colours);
};

const ANCHOR = 'M0-4.5a1.3 1.3 0 1 1 0 .1M0-2.5V4.5M-2.5-1H2.5M-4 1Q-3.5 4.5 0 4.5Q3.5 4.5 4 1';
const PLANE = 'M0-5L1-1.5L5 1V2L1 1L.7 3.5L2 5H-2L-.7 3.5L-1 1L-5 2V1L-1-1.5Z';

/** Draws an anchor for a port, an aeroplane for an airport. */
const paintSign = (
  context: CanvasRenderingContext2D,
  kind: NameKind,
  x: number,
  y: number,
  colours: MapColours,
): void => {
  const sign = new Path2D(kind === 'ports' ? ANCHOR : PLANE);
  context.save();
  context.translate(x, y);
  context.stroke(sign);
  if (kind === 'ports') {
    context.lineWidth = 1.25;
    context.strokeStyle = colours.harbour;
    context.stroke(sign);
  } else context.fill(sign);
  context.restore();
};
