import L from 'leaflet';
import type { Pair } from '../../domain/geo/gcj02';
import type { Datum } from './base/providers';
import { baiduPlane, gcjPlane, type Plane, worldPlane } from './plane';

/** A Leaflet CRS whose plane can be asked without making a Leaflet point per device. */
export interface MapCrs extends L.CRS {
  readonly plane: Plane;
}

/** Zoom of the world map, the scale every stored zoom is in. */
const MAX_ZOOM = 18;

/** How much of the map's width the world fills at least: a wider view only repeats it. */
const WORLD_SHARE = 0.7;

/**
 * Leaflet sees WGS-84 only: the shift happens in `project` and `unproject`, so that markers, fences, drawing and
 * events need no conversion.
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
/** Infinite, because Baidu numbers its tiles from the point 0/0 and its world does not repeat. */
export const BAIDU = crsOf(
  'BD09MC',
  baiduPlane,
  L.extend({}, L.CRS.Earth, { infinite: true, wrapLng: undefined }),
);

/** The CRS of a provider's datum. */
export const crsByDatum: { readonly [datum in Datum]: MapCrs } = {
  wgs84: WORLD,
  gcj02: GCJ,
  bd09: BAIDU,
};

/** The CRS of a live map. */
export const crsOfMap = (map: L.Map): MapCrs => map.options.crs as MapCrs;

/** The zoom that shows about the same ground in another CRS; there and back is lossless. */
export const zoomAcross = (zoom: number, from: MapCrs, to: MapCrs): number =>
  zoom - from.plane.zoomOffset + to.plane.zoomOffset;

/** The limits of zoom in a CRS, for a map of so many pixels in width. */
export const zoomLimits = ({ plane }: MapCrs, width: number) => ({
  minZoom: Math.max(1, Math.ceil(Math.log2((width * WORLD_SHARE) / 256))) + plane.zoomOffset,
  maxZoom: MAX_ZOOM + plane.zoomOffset,
});

/**
 * Changes the CRS of a live map; layers project themselves again and the centre stays. Tile layers of the old CRS
 * must have been removed, those of the new one are added after.
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

/** Tiles of Baidu, which count rows northward. */
export class BaiduTileLayer extends L.TileLayer {
  override getTileUrl(coords: L.Coords): string {
    return super.getTileUrl(Object.assign(L.point(coords.x, -coords.y - 1), { z: coords.z }));
  }
}
