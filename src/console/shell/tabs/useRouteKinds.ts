import { useCallback } from 'react';
import { useMenus } from '../MenuContext';
import { providerOf } from '../mapRoutes';
import { routeAt } from '../routes/menuTree';
import { PASSWORD_PATH, PROFILE_PATH } from '../routes/profileRoutes';

/** What kind of page a path leads to. */
export const useRouteKinds = () => {
  const menus = useMenus();
  const hasPage = useCallback(
    (path: string) =>
      path === PROFILE_PATH || path === PASSWORD_PATH || routeAt(menus, path) !== undefined,
    [menus],
  );
  // A map keeps all it knows in the address and the store, and is the costliest page there is: it starts afresh.
  const keeps = useCallback(
    (path: string) => {
      const route = routeAt(menus, path);
      return route === undefined || providerOf(route) === undefined;
    },
    [menus],
  );
  return { hasPage, keeps };
};
