import type L from 'leaflet';
import { useEffect, useState } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { useMap } from '../LeafletMap';
import { type FleetStore, onStoreChange } from './fleetStore';

interface MatchCounts {
  readonly matching: number;
  /** Outside of the view. */
  readonly outside: number;
  /** Without a position. */
  readonly nowhere: number;
}

/** Returns a test whether a map shows a position. */
const viewTest = (map: L.Map) => {
  const bounds = map.getBounds();
  const [west, south, north] = [bounds.getWest(), bounds.getSouth(), bounds.getNorth()];
  const width = bounds.getEast() - west;
  return (lat: number, lon: number): boolean => {
    const away = (lon - west) % 360;
    return lat >= south && lat <= north && (away < 0 ? away + 360 : away) <= width;
  };
};

const countMatches = (map: L.Map, { passing, lat, lon, size }: FleetStore): MatchCounts => {
  const isInView = viewTest(map);
  let matching = 0;
  let inside = 0;
  let nowhere = 0;
  for (let row = 0; row < size; row++) {
    if (passing[row] !== 1) continue;
    matching++;
    const y = lat[row] as number;
    if (Number.isNaN(y)) {
      nowhere++;
      continue;
    }
    if (isInView(y, lon[row] as number)) inside++;
  }
  return { matching, outside: matching - inside - nowhere, nowhere };
};

/** Side of the square in which one device stands for all, degrees. */
const SQUARE = 0.25;

/** Returns positions of devices out of view, one per square. */
export const placesOutside = (map: L.Map, { lat, lon, size }: FleetStore): LatLon[] => {
  const isInView = viewTest(map);
  const bySquare = new Map<string, LatLon>();
  for (let row = 0; row < size; row++) {
    const place = { lat: lat[row] as number, lon: lon[row] as number };
    if (Number.isNaN(place.lat) || isInView(place.lat, place.lon)) continue;
    bySquare.set(`${Math.round(place.lat / SQUARE)} ${Math.round(place.lon / SQUARE)}`, place);
  }
  return [...bySquare.values()];
};

/** Returns how many devices pass the filter, and how many of them are out of view. Counts when the map is at rest. */
export const useMatchCounts = (store: FleetStore): MatchCounts => {
  const map = useMap();
  const [counts, setCounts] = useState(() => countMatches(map, store));
  useEffect(() => {
    const count = () => {
      const next = countMatches(map, store);
      setCounts((last) => {
        const isSame =
          last.matching === next.matching &&
          last.outside === next.outside &&
          last.nowhere === next.nowhere;
        return isSame ? last : next;
      });
    };
    count();
    map.on('moveend resize', count);
    const end = onStoreChange(store, count);
    return () => {
      map.off('moveend resize', count);
      end();
    };
  }, [map, store]);
  return counts;
};
