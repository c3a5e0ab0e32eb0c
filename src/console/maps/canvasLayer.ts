import L from 'leaflet';
import { PRINT } from '../look/theme';
import { crsOfMap } from './crs';
import type { Plane, PlaneWindow } from './plane';

/** Window of the plane that a canvas shows at a zoom, in CSS pixels. */
export interface CanvasView extends PlaneWindow {
  readonly plane: Plane;
  readonly zoom: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
}

/**
 * Margin of the canvas beyond each edge of the map, as a share of the map's size, so that a drag shows no blank edge.
 */
const MARGIN = 0.2;
/** Rest of the margin at which the canvas is redrawn, px. */
const RESERVE = 24;

/**
 * Canvas over the whole map. It draws at most once per frame, and moves with Leaflet's pan and zoom between two
 * drawings. It ignores pointer events.
 */
export abstract class CanvasLayer extends L.Layer {
  private readonly canvas: HTMLCanvasElement;
  private frame = 0;
  private zooming = false;
  /** View of the last drawing, from which the transform of a zoom starts. */
  private drawnView = { centre: L.latLng(0, 0), zoom: 0, min: L.point(0, 0) };

  /** @param zIndex level of its pane among Leaflet's: tiles 200, fences and tracks 400, markers 600 */
  constructor(
    private readonly paneName: string,
    private readonly zIndex: number,
  ) {
    super();
    this.canvas = L.DomUtil.create('canvas', `leaflet-zoom-animated ${paneName}-canvas`);
    this.canvas.style.pointerEvents = 'none';
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  /** Draws everything; `context` is cleared and in CSS pixels. */
  protected abstract paint(context: CanvasRenderingContext2D, view: CanvasView): void;

  override onAdd(map: L.Map): this {
    const pane = map.getPane(this.paneName) ?? map.createPane(this.paneName);
    pane.style.zIndex = String(this.zIndex);
    pane.append(this.canvas);
    this.redraw();
    return this;
  }

  override onRemove(_map: L.Map): this {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.canvas.remove();
    return this;
  }

  override getEvents(): { [name: string]: L.LeafletEventHandlerFn } {
    return {
      zoomanim: (event) => this.animateTo(event as L.ZoomAnimEvent),
      zoom: () => this.stretch(this._map.getCenter(), this._map.getZoom()),
      move: () => this.followDrag(),
      moveend: () => this.settle(),
      viewreset: () => this.settle(),
      resize: () => this.settle(),
    };
  }

  /** Schedules a redraw in the next frame. While the browser prints there is none, so it redraws at once. */
  readonly schedule = (): void => {
    if (this.zooming || !this._map) return;
    if (matchMedia(PRINT).matches) {
      // Chromium prints the operations of a drawing, and a cleared rectangle is white on paper: a new size clears too.
      this.canvas.width = 0;
      this.redraw();
    } else this.frame ||= requestAnimationFrame(() => this.redraw());
  };

  /** Converts pixels of the canvas to pixels of the map's container. */
  protected toContainer(x: number, y: number): L.Point {
    return this._map.layerPointToContainerPoint(this.drawnView.min.add([x, y]));
  }

  /** Converts layer pixels, as in Leaflet's mouse events, to pixels of the canvas. */
  protected toCanvas(layerPoint: L.Point): L.Point {
    return layerPoint.subtract(this.drawnView.min);
  }

  private redraw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const view = this.place();
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.setTransform(view.density, 0, 0, view.density, 0, 0);
    this.paint(context, view);
  }

  private settle(): void {
    this.zooming = false;
    this.schedule();
  }

  private place(): CanvasView {
    const map = this._map;
    const size = map.getSize();
    const width = Math.round(size.x * (1 + 2 * MARGIN));
    const height = Math.round(size.y * (1 + 2 * MARGIN));
    const density = window.devicePixelRatio || 1;
    this.resize(width, height, density);
    const min = map.containerPointToLayerPoint(size.multiplyBy(-MARGIN)).round();
    this.drawnView = { centre: map.getCenter(), zoom: map.getZoom(), min };
    L.DomUtil.setTransform(this.canvas, min, 1);
    const { x: left, y: top } = map.getPixelOrigin().add(min);
    const { plane } = crsOfMap(map);
    const zoom = map.getZoom();
    return { plane, zoom, scale: plane.scale(zoom), left, top, width, height, density };
  }

  private resize(width: number, height: number, density: number): void {
    const [w, h] = [Math.round(width * density), Math.round(height * density)];
    if (this.canvas.width === w && this.canvas.height === h) {
      const context = this.canvas.getContext('2d');
      context?.setTransform(1, 0, 0, 1, 0, 0);
      context?.clearRect(0, 0, w, h);
      return;
    }
    this.canvas.width = w;
    this.canvas.height = h;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  private animateTo({ center, zoom }: L.ZoomAnimEvent): void {
    this.zooming = true;
    this.stretch(center, zoom);
  }

  /** Transforms the last drawing to another view, as Leaflet's own renderers do. */
  private stretch(centre: L.LatLng, zoom: number): void {
    const map = this._map;
    const half = map.getSize().multiplyBy(0.5);
    const origin = map
      .project(centre, zoom)
      .subtract(half)
      .add(L.DomUtil.getPosition(map.getPanes().mapPane))
      .round();
    const scale = map.getZoomScale(zoom, this.drawnView.zoom);
    const topLeft = map
      .project(this.drawnView.centre, zoom)
      .subtract(half.multiplyBy((1 + 2 * MARGIN) * scale))
      .subtract(origin);
    L.DomUtil.setTransform(this.canvas, topLeft, scale);
  }

  private followDrag(): void {
    const map = this._map;
    if (this.zooming || map.getZoom() !== this.drawnView.zoom) return;
    const size = map.getSize();
    const offset = map.containerPointToLayerPoint([0, 0]).subtract(this.drawnView.min);
    const outside =
      offset.x < RESERVE ||
      offset.y < RESERVE ||
      offset.x > 2 * MARGIN * size.x - RESERVE ||
      offset.y > 2 * MARGIN * size.y - RESERVE;
    if (outside) this.schedule();
  }
}
