import { useMemo } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { useAccess } from '../../data';
import { mapRoutes, providerOf, useApp, useCanRead, useMenus } from '../../shell';
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

/** Keys change once in years, ms. */
const FRESH = 300_000;

/** Keys per map and terminal are few. */
const ALL = 100;

const KEYS = 'mapKeyWeb';

/**
 * Where this operator's maps come from: the deployment's templates with the keys of the table. There are no keys for an
 * operator who may not read them, and of a customer's server that has none.
 * @param isNeeded whether the keys are asked for now
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
 * The map under a place: the operator's own default map or the first of theirs that has its tiles, else the World map,
 * which needs none.
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
