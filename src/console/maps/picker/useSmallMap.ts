import { useMemo } from 'react';
import { mapRoutes, providerOf, useMenus } from '../../shell';
import { useMapServices } from '../base/useMapServices';
import { type ProviderId, providerIds, type ResolvedProvider, resolveProvider } from '../providers';

/**
 * The map under a place: the operator's own default map or the first of theirs that has its tiles, else the World map,
 * which needs none.
 */
export const useSmallMap = (): ResolvedProvider => {
  const services = useMapServices();
  const { routes } = useMenus();
  return useMemo(() => {
    const granted = mapRoutes(routes).map((route) => providerOf(route) as ProviderId);
    const resolved = granted
      .filter((id) => providerIds.includes(id))
      .map((id) => resolveProvider(id, services));
    return (
      resolved.find(({ reason, tiles }) => reason === null && tiles !== null) ??
      resolveProvider('mapWorld', services)
    );
  }, [services, routes]);
};
