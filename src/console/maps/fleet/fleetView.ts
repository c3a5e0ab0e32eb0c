import type L from 'leaflet';
import { boundsOf, type LatLon } from '../../../domain/geo/geometry';
import { crsOfMap, WORLD, zoomAcross } from '../crs';
import { placeNear } from '../placeNear';
import type { FleetStore } from './fleetStore';

/** Where a street is known by its bends. */
const DEVICE_ZOOM = 15;

const MARGIN: L.PointTuple = [56, 56];

const placesOf = (store: FleetStore): LatLon[] => {
  const places: LatLon[] = [];
  for (let row = 0; row < store.size; row++) {
    const lat = store.lat[row] as number;
    const lon = store.lon[row] as number;
    if (!Number.isNaN(lat)) places.push({ lat, lon });
  }
  return places;
};

/** Shows every device that is drawn; false when none is. */
export const fitFleet = (
  map: L.Map,
  store: FleetStore,
  options: L.ZoomPanOptions = {},
): boolean => {
  const bounds = boundsOf(placesOf(store));
  if (!bounds) return false;
  const { south, west, north, east } = bounds;
  const maxZoom = zoomAcross(DEVICE_ZOOM, WORLD, crsOfMap(map));
  map.fitBounds(
    [
      [south, west],
      [north, east],
    ],
    { ...options, padding: MARGIN, maxZoom },
  );
  return true;
};

/** Goes to a device, near enough to tell it from others; false when it is not drawn. */
export const flyToDevice = (map: L.Map, store: FleetStore, sn: string): boolean => {
  const row = store.rowOf(sn);
  const place =
    row === undefined ? null : placeNear(map, store.lat[row] as number, store.lon[row] as number);
  if (!place) return false;
  map.setView(place, Math.max(map.getZoom(), zoomAcross(DEVICE_ZOOM, WORLD, crsOfMap(map))));
  return true;
};
