import { type RaRecord, useGetList } from 'ra-core';
import { useMemo } from 'react';
import { providerOf, useMenus, useShell } from '../../shell';
import { type MapServices, providerIds } from '../providers';
import { type MapKeyRow, mapKeysOf, THIS_TERMINAL } from './mapKeysOf';
import { mapServicesOf } from './mapServicesOf';

/** Keys change once in years, ms. */
const FRESH = 300_000;

/** Keys per map and terminal are few. */
const ALL = 100;

/**
 * Where this operator's maps come from: the deployment's templates with the keys of the table. Whoever has no map page
 * may not read the keys, and a customer's server may have none: then there are none.
 */
export const useMapServices = (): MapServices => {
  const { runtime } = useShell();
  const { routes } = useMenus();
  const enabled = routes.some((route) => providerOf(route) !== undefined);
  const { data, isError } = useGetList<MapKeyRow & RaRecord>(
    'mapKeyWeb',
    {
      filter: { useTerminal: THIS_TERMINAL },
      pagination: { page: 1, perPage: ALL },
      sort: { field: 'id', order: 'ASC' },
    },
    { enabled, staleTime: FRESH },
  );
  const none = !enabled || isError;
  return useMemo(
    () => ({
      ...mapServicesOf(runtime.mapService, providerIds),
      keys: none ? {} : data && mapKeysOf(data),
    }),
    [runtime, data, none],
  );
};
