import type L from 'leaflet';
import { useEffect, useState } from 'react';
import { useMap } from '../LeafletMap';
import { type FleetStore, onStoreChange } from './fleetStore';

interface MatchCounts {
  readonly matching: number;
  /** Outside of the view. */
  readonly outside: number;
  /** Without a position. */
  readonly nowhere: number;
}

const countMatches = (map: L.Map, { passing, lat, lon, size }: FleetStore): MatchCounts => {
  const bounds = map.getBounds();
  const [west, south, north] = [bounds.getWest(), bounds.getSouth(), bounds.getNorth()];
  const width = bounds.getEast() - west;
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
    const away = ((lon[row] as number) - west) % 360;
    if (y >= south && y <= north && (away < 0 ? away + 360 : away) <= width) inside++;
  }
  return { matching, outside: matching - inside - nowhere, nowhere };
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
