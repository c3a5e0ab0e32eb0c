import L from 'leaflet';
import type { Pair } from '../../domain/geo/gcj02';
import type { Datum } from './base/providers';
import { baiduPlane, gcjPlane, type Plane, worldPlane } from './plane';

/** Leaflet CRS with its plane, which projects without a Leaflet point per device. */
export interface MapCrs extends L.CRS {
  readonly plane: Plane;
}

/** Maximum zoom of the world map. Stored zooms use the world map's scale. */
const MAX_ZOOM = 18;

/** Minimum share of the map's width that the world fills: a wider view only repeats it. */
const WORLD_SHARE = 0.7;

/**
 * Creates a CRS. Leaflet sees WGS-84 only: `project` and `unproject` apply the shift, so that markers, fences, drawing
 * and events need no conversion.
 */
const crsOf = (code: string, plane: Plane, base: L.CRS): MapCrs => {
  const scratch: Pair = [0, 0];
  return L.extend({}, base, {
    code,
    plane,
    transformation: L.transformation(1, 0, 1, 0),
    scale: plane.scale,
    zoom: plane.zoom,
    projection: {
      project: ({ lat, lng }: L.LatLng) => {
        const [x, y] = plane.toPlane(lng, lat, scratch);
        return L.point(x, y);
      },
      unproject: (point: L.Point) => {
        const [lng, lat] = plane.fromPlane(point.x, point.y, scratch);
        return L.latLng(lat, lng);
      },
      bounds: L.bounds([0, 0], [1, 1]),
    },
  });
};

export const WORLD = crsOf('EPSG:3857', worldPlane, L.CRS.EPSG3857);
export const GCJ = crsOf('GCJ02', gcjPlane, L.CRS.EPSG3857);
/** Infinite, because Baidu counts its tiles from the point 0/0 and its world does not repeat. */
export const BAIDU = crsOf(
  'BD09MC',
  baiduPlane,
  L.extend({}, L.CRS.Earth, { infinite: true, wrapLng: undefined }),
);

export const crsByDatum: { readonly [datum in Datum]: MapCrs } = {
  wgs84: WORLD,
  gcj02: GCJ,
  bd09: BAIDU,
};

export const crsOfMap = (map: L.Map): MapCrs => map.options.crs as MapCrs;

/** Converts a zoom to the one that shows about the same ground in another CRS. The conversion is reversible. */
export const zoomAcross = (zoom: number, from: MapCrs, to: MapCrs): number =>
  zoom - from.plane.zoomOffset + to.plane.zoomOffset;

/**
 * Returns the zoom limits of a CRS.
 * @param width of the map, px
 */
export const zoomLimits = ({ plane }: MapCrs, width: number) => ({
  minZoom: Math.max(1, Math.ceil(Math.log2((width * WORLD_SHARE) / 256))) + plane.zoomOffset,
  maxZoom: MAX_ZOOM + plane.zoomOffset,
});

/**
 * Changes the CRS of a live map. The layers project themselves again, and the centre stays. Remove tile layers of the
 * old CRS before, and add those of the new one after.
 */
export const switchBase = (map: L.Map, crs: MapCrs): void => {
  const before = crsOfMap(map);
  if (before === crs) return;
  const centre = map.getCenter();
  const { minZoom, maxZoom } = zoomLimits(crs, map.getSize().x);
  const zoom = Math.max(minZoom, Math.min(maxZoom, zoomAcross(map.getZoom(), before, crs)));
  map.stop();
  map.options.crs = crs;
  map.options.minZoom = minZoom;
  map.options.maxZoom = maxZoom;
  const reset: L.ZoomPanOptions & { reset: boolean } = { animate: false, reset: true };
  map.setView(centre, zoom, reset);
};

/** Tile layer for Baidu, which counts rows northward. */
export class BaiduTileLayer extends L.TileLayer {
  override getTileUrl(coords: L.Coords): string {
    return super.getTileUrl(Object.assign(L.point(coords.x, -coords.y - 1), { z: coords.z }));
  }
}
