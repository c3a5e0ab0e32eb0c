import type { MultiPolygon } from 'geojson';
import L from 'leaflet';
import { feature } from 'topojson-client';
import type {
  GeometryCollection,
  Topology,
  MultiPolygon as TopoMultiPolygon,
} from 'topojson-specification';
import fineUrl from 'world-atlas/land-50m.json?url';
import coarseUrl from 'world-atlas/land-110m.json?url';
import type { MapCrs } from '../crs';
import type { MapLook } from '../look';
import { coverOf, type FlatRing, type LandShape, landShape, ringsInTile } from './landShape';

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
    const shape = this.shapeAt(coords.z);
    const scale = this.crs.plane.scale(coords.z);
    const tile = { scale, left: coords.x * size, top: coords.y * size, size };
    const rings = shape ? ringsInTile(shape, tile) : [];
    const cover = coverOf(rings, size);
    if (cover === 'coast') return this.drawCoast(rings, size);
    // Most tiles are all land or all sea, and a canvas costs more than all the rest.
    const plain = document.createElement('div');
    if (cover === 'land') plain.style.background = this.look.land;
    return plain;
  }

  private drawCoast(rings: readonly FlatRing[], size: number): HTMLElement {
    const density = window.devicePixelRatio || 1;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.round(size * density);
    const context = canvas.getContext('2d');
    if (!context) return canvas;
    context.scale(density, density);
    context.beginPath();
    for (const ring of rings) {
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

type Land = Topology<{ land: GeometryCollection | TopoMultiPolygon }>;

const urls = { coarse: coarseUrl, fine: fineUrl };

const load = async (detail: keyof typeof urls): Promise<MultiPolygon> => {
  const answer = await fetch(urls[detail]);
  if (!answer.ok) throw new Error(`${answer.status} ${urls[detail]}`);
  const topology: Land = await answer.json();
  const land = feature(topology, topology.objects.land);
  const features = land.type === 'FeatureCollection' ? land.features : [land];
  const coordinates = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
  return { type: 'MultiPolygon', coordinates };
};

const loading = new Map<string, Promise<MultiPolygon>>();

/** The world's land (Natural Earth by world-atlas): coarse 21 KB, fine 169 KB. Loaded once; a failure is tried again. */
export const loadLand = (detail: keyof typeof urls): Promise<MultiPolygon> => {
  const known = loading.get(detail);
  if (known) return known;
  const promise = load(detail).catch((error: unknown) => {
    loading.delete(detail);
    throw error;
  });
  loading.set(detail, promise);
  return promise;
};
