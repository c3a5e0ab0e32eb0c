import L from 'leaflet';
import { CanvasLayer, type CanvasView } from '../canvasLayer';
import type { Box } from '../layout';
import type { MapColours } from '../look';
import { addObstacles, OBSTACLES_EVENT } from '../obstacles';
import { wrapToCentre } from '../view';
import { FleetPainter, Sprites } from './FleetPainter';
import { FleetPlane, type FleetStore } from './fleetStore';
import { cellAt, cellsOf, type GridCell, gridOf, groupRadius, sameCell } from './grid';

/** Callbacks of the layer; devices are identified by SN. */
export interface FleetLayerEvents {
  pick(sn: string): void;
  /** Called for a group that no zoom separates, with its position. */
  pickFrom(sns: readonly string[], place: L.LatLng): void;
  pickNothing(): void;
}

export const DRAW_EVENT = 'fleetdrawn';

/** Side of a grid square, px: neighbouring groups touch at most. */
const SQUARE = 64;
/** Zoom of the world map from which only overlapping marks are grouped. */
const STREET_ZOOM = 15;
const STREET_SQUARE = 30;
const LABEL_ZOOM = 12;
/** Members closer than this at the last zoom stay one mark, px. */
const INSEPARABLE = 24;
/** Minimum time between two redraws while the fleet loads, ms: each one visits all loaded devices. */
const WHILE_LOADING = 150;

/** Returns the position of a row of the fleet in the copy of the world nearest to the view; null if it is not drawn. */
export const placeOfRow = (
  map: L.Map,
  { lat, lon }: FleetStore,
  row: number | undefined,
): L.LatLng | null =>
  row === undefined ? null : wrapToCentre(map, lat[row] as number, lon[row] as number);

const isCoarsePointer = () => window.matchMedia('(pointer: coarse)').matches;

/** Draws the fleet on one canvas: groups, devices, the selection. It does its own hit testing. */
export class FleetLayer extends CanvasLayer {
  /** Cells of the last drawing, px of the canvas. */
  cells: readonly GridCell[] = [];
  private readonly plane: FleetPlane;
  private sprites: Sprites | null = null;
  private labels = true;
  private selected: string | null = null;
  private hovered: string | null = null;
  private pointedCell: GridCell | null = null;
  private paintedAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsubscribe = (): void => undefined;
  private clear = (): void => undefined;

  constructor(
    private readonly store: FleetStore,
    private readonly getCallbacks: () => FleetLayerEvents,
    private colours: MapColours,
  ) {
    super('fleet', 450);
    this.plane = new FleetPlane(store);
  }

  override onAdd(map: L.Map): this {
    this.plane.follow('all');
    this.unsubscribe = this.store.subscribe((change) => {
      this.plane.follow(change);
      if (this.store.fleet.expected) this.scheduleNextOfLoad();
      else this.schedule();
    });
    this.clear = addObstacles(map, () => this.boxes());
    return super.onAdd(map);
  }

  override onRemove(map: L.Map): this {
    this.unsubscribe();
    clearTimeout(this.timer);
    this.timer = undefined;
    this.clear();
    map.getContainer().style.cursor = '';
    return super.onRemove(map);
  }

  override getEvents() {
    return {
      ...super.getEvents(),
      click: (event: L.LeafletEvent) => this.click(event as L.LeafletMouseEvent),
      mousemove: (event: L.LeafletEvent) => this.hover(event as L.LeafletMouseEvent),
      mouseout: () => this.point(null),
    };
  }

  setColours(colours: MapColours): void {
    this.colours = colours;
    this.schedule();
  }

  setLabels(labels: boolean): void {
    this.labels = labels;
    this.schedule();
  }

  /** Draws a device on its own with a halo, even if it is grouped. */
  select(sn: string | null): void {
    this.selected = sn;
    this.schedule();
  }

  /** Highlights the device under the pointer or with the keyboard focus. */
  point(sn: string | null): void {
    if (sn === this.hovered) return;
    this.hovered = sn;
    this.schedule();
  }

  /** Highlights the group with the keyboard focus. */
  pointAt(cell: GridCell | null): void {
    this.pointedCell = cell;
    this.schedule();
  }

  /** Returns the position of a device in the copy of the world nearest to the view; null if it is not drawn. */
  placeOf(sn: string): L.LatLng | null {
    return placeOfRow(this._map, this.store, this.store.fleet.rowOf(sn));
  }

  /** Returns the cells whose centre is in the map's container, with their position there. */
  visibleCells(): { cell: GridCell; pixel: L.Point }[] {
    const { x, y } = this._map.getSize();
    return this.cells
      .map((cell) => ({ cell, pixel: this.toContainer(cell.x, cell.y) }))
      .filter(({ pixel }) => pixel.x >= 0 && pixel.y >= 0 && pixel.x <= x && pixel.y <= y);
  }

  /** Zooms to the members of a group or, if no zoom separates them, offers a choice. */
  openGroup(cell: GridCell): void {
    const map = this._map;
    const members = this.membersOf(cell);
    const places = members.flatMap((row) => placeOfRow(map, this.store, row) ?? []);
    if (places.length === 0) return;
    const bounds = L.latLngBounds(places);
    const last = map.getMaxZoom();
    const corner = (place: L.LatLng) => map.project(place, last);
    const extent = corner(bounds.getNorthWest()).distanceTo(corner(bounds.getSouthEast()));
    if (map.getZoom() >= last || extent < INSEPARABLE) {
      this.getCallbacks().pickFrom(
        members.map((row) => this.store.fleet.snAt(row)),
        bounds.getCenter(),
      );
      return;
    }
    const fitZoom = map.getBoundsZoom(bounds, false, L.point(80, 80));
    const zoom = Math.min(last, Math.max(map.getZoom() + 1, fitZoom));
    map.setView(bounds.getCenter(), zoom);
  }

  private scheduleNextOfLoad(): void {
    const wait = this.paintedAt + WHILE_LOADING - performance.now();
    if (wait <= 0) this.schedule();
    else this.timer ??= setTimeout(this.schedule, wait);
  }

  protected override paint(context: CanvasRenderingContext2D, view: CanvasView): void {
    const { store, plane } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.paintedAt = performance.now();
    if (this.sprites?.colours !== this.colours || this.sprites.density !== view.density) {
      this.sprites = new Sprites(this.colours, view.density);
    }
    plane.switchTo(view.plane);
    const wide = view.zoom - view.plane.zoomOffset < STREET_ZOOM;
    const columns = { x: plane.x, y: plane.y, marks: store.marks, size: store.size };
    const { worldLeft, worldWidth } = view.plane;
    const window = { ...view, worldLeft, worldWidth };
    const size = wide ? SQUARE : STREET_SQUARE;
    this.cells = gridOf(columns, window, size).flatMap((squares) => cellsOf(squares, size));
    const painter = new FleetPainter(context, this.sprites, store);
    painter.cells(this.cells);
    if (this.labels && view.zoom - view.plane.zoomOffset >= LABEL_ZOOM) {
      painter.labels(this.cells, [this.selected, this.hovered]);
    }
    const group = this.pointedCell;
    const hoveredCell = group && this.cells.find((cell) => sameCell(cell, group));
    if (hoveredCell) painter.pointedGroup(hoveredCell);
    this.paintMarked(painter, this.hovered, false);
    this.paintMarked(painter, this.selected, true);
    this.fire(DRAW_EVENT);
    this._map.fire(OBSTACLES_EVENT);
  }

  private paintMarked(painter: FleetPainter, sn: string | null, strong: boolean): void {
    const row = sn === null ? undefined : this.store.fleet.rowOf(sn);
    const place = placeOfRow(this._map, this.store, row);
    if (row === undefined || !place) return;
    const { x, y } = this.toCanvas(this._map.latLngToLayerPoint(place));
    painter.marked(row, x, y, strong);
  }

  private boxes(): Box[] {
    return this.cells.map(({ x, y, count }) => {
      const pixel = this.toContainer(x, y);
      const reach = groupRadius(count) + 4;
      return {
        left: pixel.x - reach,
        top: pixel.y - reach,
        right: pixel.x + reach,
        bottom: pixel.y + reach,
      };
    });
  }

  private membersOf(cell: GridCell): number[] {
    const members: number[] = [];
    for (let row = 0; row < this.store.size; row++) {
      const x = this.plane.x[row] as number;
      const y = this.plane.y[row] as number;
      const inside = cell.boxes.some(
        ({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom,
      );
      if (inside) members.push(row);
    }
    return members;
  }

  private cellUnder(event: L.LeafletMouseEvent): GridCell | null {
    const { x, y } = this.toCanvas(event.layerPoint);
    return cellAt(this.cells, x, y, isCoarsePointer() ? 10 : 3);
  }

  private click(event: L.LeafletMouseEvent): void {
    const cell = this.cellUnder(event);
    if (!cell) this.getCallbacks().pickNothing();
    else if (cell.count > 1) this.openGroup(cell);
    else this.getCallbacks().pick(this.store.fleet.snAt(cell.row));
  }

  private hover(event: L.LeafletMouseEvent): void {
    const cell = this.cellUnder(event);
    this._map.getContainer().style.cursor = cell ? 'pointer' : '';
    this.point(cell?.count === 1 ? this.store.fleet.snAt(cell.row) : null);
  }
}
