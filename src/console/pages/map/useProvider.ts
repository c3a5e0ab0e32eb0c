import { useLocation } from 'react-router-dom';
import { type ProviderId, providerIds } from '../../maps';
import { providerOf, useMenus } from '../../shell';

/** The map that the menu of this page names; the World map, which needs nothing, where it names none of ours. */
export const useProvider = (): ProviderId => {
  const { pathname } = useLocation();
  const { routes } = useMenus();
  const route = routes.find(({ path }) => path === pathname);
  return providerIds.find((id) => route && id === providerOf(route)) ?? 'mapWorld';
};
