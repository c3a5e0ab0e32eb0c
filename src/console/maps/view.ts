import L from 'leaflet';
import type { GeoBounds } from '../../domain/geo/geometry';
import type { OperHobbyConfigVo } from '../../protocol';
import { crsOfMap, WORLD, zoomAcross } from './crs';

/** View of a map, independent of the provider: WGS-84 degrees, zoom of the world map. */
export interface MapView {
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
}

/** Default view, on the main trade routes. */
export const worldView: MapView = { lat: 25, lon: 60, zoom: 3 };

/** Returns the operator's preferred initial view; undefined if there is none. */
export const preferredView = ({
  lat,
  lon,
  map_level: zoom,
}: Pick<OperHobbyConfigVo, 'lat' | 'lon' | 'map_level'>): MapView | undefined =>
  typeof lat === 'number' && typeof lon === 'number' && typeof zoom === 'number'
    ? { lat, lon, zoom }
    : undefined;

/** Returns the view of a live map, longitude between -180 and 180. */
export const currentView = (map: L.Map): MapView => {
  const { lat, lng } = map.getCenter();
  const lon = L.Util.wrapNum(lng, [-180, 180], true);
  return { lat, lon, zoom: zoomAcross(map.getZoom(), crsOfMap(map), WORLD) };
};

export const showView = (map: L.Map, { lat, lon, zoom }: MapView) =>
  map.setView([lat, lon], zoomAcross(zoom, WORLD, crsOfMap(map)));

/** Shows a box. @param maxZoom of the world map */
export const fitBox = (
  map: L.Map,
  { south, west, north, east }: GeoBounds,
  maxZoom: number,
  options: L.FitBoundsOptions,
) =>
  map.fitBounds(
    [
      [south, west],
      [north, east],
    ],
    { ...options, maxZoom: zoomAcross(maxZoom, WORLD, crsOfMap(map)) },
  );

/** Returns a controller that aborts as soon as the operator uses the map. */
export const abortOnUse = (map: L.Map): AbortController => {
  const controller = new AbortController();
  const options = { signal: controller.signal, passive: true };
  for (const type of ['pointerdown', 'wheel', 'keydown'])
    map.getContainer().addEventListener(type, () => controller.abort(), options);
  return controller;
};

/** Returns a place in the copy of the world nearest to a map's centre; null for NaN, which means no place. */
export const wrapToCentre = (map: L.Map, lat: number, lon: number): L.LatLng | null => {
  if (Number.isNaN(lat) || Number.isNaN(lon)) return null;
  const turns = Math.round((map.getCenter().lng - lon) / 360);
  return L.latLng(lat, lon + turns * 360);
};
