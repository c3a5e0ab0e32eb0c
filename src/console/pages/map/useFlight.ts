import { useEffect, useRef } from 'react';
import { type FleetMapHandle, type FleetStore, useDevice } from '../../maps';
import type { MapFilter } from './mapFilter';

/**
 * Goes to a device that was not chosen on the map itself: found by search, or named by the address the page was
 * opened with. Where it cannot be gone to yet, because it is not known or hidden, it is tried again.
 * @param map null until it is there
 * @returns a function that says where to go
 */
export const useFlight = (
  map: FleetMapHandle | null,
  store: FleetStore,
  selected: string | null,
  filter: MapFilter,
): ((sn: string) => void) => {
  const wanted = useRef(selected);
  const known = useDevice(store, selected) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again when any of these may have let it appear
  useEffect(() => {
    if (wanted.current !== null && map?.flyTo(wanted.current)) wanted.current = null;
  }, [map, known, filter]);
  return (sn) => {
    wanted.current = map?.flyTo(sn) ? null : sn;
  };
};
