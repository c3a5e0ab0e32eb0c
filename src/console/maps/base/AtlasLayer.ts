import type { Pair } from '../../../domain/geo/gcj02';
import { type Locale, textOf } from '../../../domain/label';
import { CanvasLayer, type CanvasView } from '../canvasLayer';
import { LabelRoom } from '../layout';
import type { MapLook } from '../look';
import { type City, cities, graticuleStep, multiplesBetween } from './atlas';

export const ATLAS_PANE = 'atlas';

const FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";

/** Lowest zoom of the world map at which a rank of city shows. */
const FROM_ZOOM = { 1: 0, 2: 4, 3: 5, 4: 6 };

/** What makes bare land a map: a faint graticule, and names of ports and cities. */
export class AtlasLayer extends CanvasLayer {
  private readonly scratch: Pair = [0, 0];

  constructor(
    private look: MapLook,
    private locale: Locale,
  ) {
    super(ATLAS_PANE, 'atlas-canvas');
  }

  setLook(look: MapLook, locale: Locale): void {
    this.look = look;
    this.locale = locale;
    this.schedule();
  }

  protected override paint(context: CanvasRenderingContext2D, view: CanvasView): void {
    this.paintGraticule(context, view);
    this.paintCities(context, view);
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
    context.strokeStyle = this.look.graticule;
    context.stroke();
  }

  /** Room is given out over the whole world, in the order of rank: a name does not come and go while dragged. */
  private paintCities(context: CanvasRenderingContext2D, view: CanvasView): void {
    const zoom = view.zoom - view.plane.zoomOffset;
    const room = new LabelRoom();
    context.font = `500 12px ${FONT}`;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    for (const city of cities) {
      const [en, zh, lat, lon, rank] = city;
      if (zoom < FROM_ZOOM[rank]) continue;
      const [x, y] = this.project(view, lat, lon);
      const text = textOf([en, zh], this.locale);
      const right = x + 8 + context.measureText(text).width;
      const free = room.tryTake({ left: x - 4, top: y - 8, right, bottom: y + 8 });
      if (free) this.paintCity(context, view, city, text, x, y);
    }
  }

  private paintCity(
    context: CanvasRenderingContext2D,
    view: CanvasView,
    [, , , , rank]: City,
    text: string,
    worldX: number,
    y: number,
  ): void {
    const world = view.plane.worldWidth * view.scale;
    for (let x = (((worldX % world) + world) % world) - world; x < view.width; x += world) {
      if (x < -150 || y < -20 || y > view.height + 20) continue;
      context.strokeStyle = this.look.labelHalo;
      context.strokeText(text, x + 7, y);
      context.fillStyle = this.look.label;
      context.fillText(text, x + 7, y);
      context.beginPath();
      context.arc(x, y, rank === 1 ? 2.5 : 2, 0, Math.PI * 2);
      context.fill();
    }
  }

  /** Degrees to pixels of the canvas. */
  private project({ plane, scale, left, top }: CanvasView, lat: number, lon: number): Pair {
    const [x, y] = plane.toPlane(lon, lat, this.scratch);
    return [x * scale - left, y * scale - top];
  }
}
