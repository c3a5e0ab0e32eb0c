import { useEffect } from 'react';
import { useMap } from '../LeafletMap';
import type { FleetStore } from './fleetStore';
import { fitFleet } from './fleetView';

/** Shows the fleet when its first devices come in, unless somebody took the map in hand before. */
export const FitOnce = ({ store }: { store: FleetStore }) => {
  const map = useMap();
  useEffect(() => {
    const fitted = () => fitFleet(map, store, { animate: false });
    if (fitted()) return;
    const ended = new AbortController();
    const stop = () => ended.abort();
    const unsubscribe = store.subscribe(() => {
      if (fitted()) stop();
    });
    ended.signal.addEventListener('abort', unsubscribe);
    for (const touch of ['pointerdown', 'wheel', 'keydown']) {
      map.getContainer().addEventListener(touch, stop, { signal: ended.signal, passive: true });
    }
    return stop;
  }, [map, store]);
  return null;
};
