import type { MultiPolygon } from 'geojson';
import L from 'leaflet';
import type { MapCrs } from '../crs';
import type { MapLook } from '../look';
import { type LandShape, landShape, ringsInTile } from './landShape';

/** Up to this zoom of the world map the fine coast shows nothing the coarse one does not. */
export const COARSE_ZOOM = 3;

/** The embedded base map: land, without borders. Needs no key and no network beyond its own file. */
export class LandLayer extends L.GridLayer {
  private coarse: LandShape | null = null;
  private fine: LandShape | null = null;

  constructor(
    private readonly crs: MapCrs,
    private look: MapLook,
  ) {
    // Below every tile layer, which is at 1; at every zoom there is.
    super({ zIndex: 0, maxZoom: 22 });
  }

  setLand(detail: 'coarse' | 'fine', land: MultiPolygon): void {
    this[detail] = landShape(land, this.crs.plane);
    this.redraw();
  }

  setLook(look: MapLook): void {
    if (look === this.look) return;
    this.look = look;
    this.redraw();
  }

  protected override createTile(coords: L.Coords): HTMLElement {
    const { x: size } = this.getTileSize();
    const density = window.devicePixelRatio || 1;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.round(size * density);
    const context = canvas.getContext('2d');
    const shape = this.shapeAt(coords.z);
    if (!context || !shape) return canvas;
    context.scale(density, density);
    context.beginPath();
    const { scale } = this.crs.plane;
    const tile = { scale: scale(coords.z), left: coords.x * size, top: coords.y * size, size };
    for (const ring of ringsInTile(shape, tile)) {
      context.moveTo(ring[0] as number, ring[1] as number);
      for (let i = 2; i < ring.length; i += 2) {
        context.lineTo(ring[i] as number, ring[i + 1] as number);
      }
      context.closePath();
    }
    context.fillStyle = this.look.land;
    context.fill('evenodd');
    context.strokeStyle = this.look.coast;
    context.stroke();
    return canvas;
  }

  private shapeAt(zoom: number): LandShape | null {
    const wide = zoom - this.crs.plane.zoomOffset <= COARSE_ZOOM;
    return wide ? (this.coarse ?? this.fine) : (this.fine ?? this.coarse);
  }
}
