import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RaRecord, useDataProvider, useGetList } from 'react-admin';
import { useReaderLocale } from '../../../fields/views/reader';
import type { MapSession } from '../../../protocol';
import { mapRoutes, providerOf, useApp, useMenus } from '../../app';
import { useAccess, useCanRead } from '../../data';
import type { ConsoleDataProvider } from '../../data/provider/ConsoleDataProvider';
import {
  type MapKeyRow,
  type MapServices,
  mapKeysOf,
  needsSession,
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
  const services = useMemo(
    () => ({
      tiles: parseMapServices(runtime.mapService),
      keys: none ? {} : data && mapKeysOf(data),
    }),
    [runtime, data, none],
  );
  const session = useMapSession(services, isNeeded);
  return useMemo(() => ({ ...services, session }), [services, session]);
};

const NO_SESSION: MapSession = { session: null, problem: null };

/** Returns the session for Google's tiles; undefined while it loads, or if none is needed. */
const useMapSession = ({ tiles, keys }: MapServices, isNeeded: boolean): MapSession | undefined => {
  const { mapSession } = useDataProvider<ConsoleDataProvider>();
  const key = keys?.google;
  const { data, isError } = useQuery({
    queryKey: ['mapSession', useReaderLocale(), key],
    queryFn: ({ signal }) => mapSession(signal),
    enabled: Boolean(isNeeded && key && tiles?.google && needsSession(tiles.google)),
    staleTime: FRESH,
    // The server replaces a session long before it expires.
    refetchInterval: FRESH,
    retry: false,
  });
  return data ?? (isError ? NO_SESSION : undefined);
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
