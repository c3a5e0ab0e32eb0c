import { useEffect } from 'react';
import { useMap } from '../LeafletMap';
import type { FleetStore } from './fleetStore';
import { fitFleet } from './fleetView';

/** Shows the fleet when its first devices come in, unless somebody took the map in hand before. */
export const FitOnce = ({ store }: { store: FleetStore }) => {
  const map = useMap();
  useEffect(() => {
    if (fitFleet(map, store)) return;
    const ended = new AbortController();
    const stop = () => ended.abort();
    const unsubscribe = store.subscribe(() => {
      if (fitFleet(map, store)) stop();
    });
    ended.signal.addEventListener('abort', unsubscribe);
    for (const touch of ['pointerdown', 'wheel', 'keydown']) {
      map.getContainer().addEventListener(touch, stop, { signal: ended.signal, passive: true });
    }
    return stop;
  }, [map, store]);
  return null;
};
