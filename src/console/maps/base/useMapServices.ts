import { useMemo } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { mapRoutes, providerOf, useApp, useMenus } from '../../app';
import { useAccess, useCanRead } from '../../data';
import {
  type MapKeyRow,
  type MapServices,
  mapKeysOf,
  type ProviderId,
  parseMapServices,
  providerIds,
  type ResolvedProvider,
  resolveProvider,
  WEB_TERMINAL,
} from './providers';

/** Stale time of the keys, which change once in years, ms. */
const FRESH = 300_000;

/** Page size for all keys: there are few per map and terminal. */
const ALL = 100;

const KEYS = 'mapKeyWeb';

/**
 * Returns the map services of this operator: the deployment's templates with the keys of the table. Without a map page
 * the operator may not read the keys, and a customer's server may have none; then `keys` is empty.
 * @param isNeeded load the keys now
 */
export const useMapServices = (isNeeded = true): MapServices => {
  const { runtime } = useApp();
  const enabled = useCanRead(KEYS);
  const { data, isError } = useGetList<MapKeyRow & RaRecord>(
    KEYS,
    {
      filter: { useTerminal: WEB_TERMINAL },
      pagination: { page: 1, perPage: ALL },
      sort: { field: 'id', order: 'ASC' },
    },
    { enabled: enabled && isNeeded, staleTime: FRESH },
  );
  const none = !enabled || isError;
  return useMemo(
    () => ({
      ...parseMapServices(runtime.mapService, providerIds),
      keys: none ? {} : data && mapKeysOf(data),
    }),
    [runtime, data, none],
  );
};

/**
 * Returns the provider of a small map: the operator's default map, or the first granted one with tiles, else the World
 * map, which needs none.
 */
export const useSmallMap = (): ResolvedProvider => {
  const services = useMapServices();
  const { routes } = useMenus();
  const own = useAccess().preferences?.map_type;
  return useMemo(() => {
    const granted = mapRoutes(routes).map((route) => providerOf(route) as ProviderId);
    const resolved = granted
      .filter((id) => providerIds.includes(id))
      .sort((a, b) => Number(b === own) - Number(a === own))
      .map((id) => resolveProvider(id, services));
    return (
      resolved.find(({ reason, tiles }) => reason === null && tiles !== null) ??
      resolveProvider('mapWorld', services)
    );
  }, [services, routes, own]);
};
