import { useCallback, useSyncExternalStore } from 'react';
import type { LiveDevice } from '../../../domain/live';
import type { FleetStore } from './fleetStore';

/** One device, living; undefined when the fleet has none of this SN. */
export const useDevice = (store: FleetStore, sn: string | null): LiveDevice | undefined =>
  useSyncExternalStore(
    store.subscribe,
    useCallback(() => (sn === null ? undefined : store.get(sn)), [store, sn]),
  );

/** Renders again with every change of the fleet: for counts, never for devices. */
export const useFleetVersion = (store: FleetStore): number =>
  useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.version, [store]),
  );
