import { useEffect, useRef } from 'react';
import { type FleetMapHandle, type FleetStore, useDevice } from '../../maps';
import type { MapFilter } from './mapFilter';

interface Flight {
  /** Goes to a device now, or as soon as it can be gone to. */
  readonly fly: (sn: string) => void;
  /** Says that a device was chosen where it stands: nobody has to go there. */
  readonly chosenHere: (sn: string | null) => void;
}

/**
 * Goes to a device that was not chosen on the map itself: found by search, or named by the address, when the page is
 * opened and whenever the address names another. Where it cannot be gone to yet, because it is not known or hidden, it
 * is tried again.
 * @param map null until it is there
 */
export const useFlight = (
  map: FleetMapHandle | null,
  store: FleetStore,
  selected: string | null,
  filter: MapFilter,
): Flight => {
  const wanted = useRef<string | null>(null);
  const reached = useRef<string | null>(null);
  const known = useDevice(store, selected) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again when any of these may have let it appear
  useEffect(() => {
    if (selected !== reached.current) {
      wanted.current = selected;
      reached.current = selected;
    }
    if (wanted.current !== null && map?.flyTo(wanted.current)) wanted.current = null;
  }, [map, known, filter, selected]);
  return {
    fly: (sn) => {
      reached.current = sn;
      wanted.current = map?.flyTo(sn) ? null : sn;
    },
    chosenHere: (sn) => {
      reached.current = sn;
      wanted.current = null;
    },
  };
};
