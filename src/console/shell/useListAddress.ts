import { useCallback } from 'react';
import { listSearch } from './listSearch';
import { useMenus } from './MenuContext';

/** Where an entity's list is, opened narrowed by a filter; undefined when no menu shows it. */
export type ListAddress = (
  entity: string,
  filter?: Readonly<Record<string, unknown>>,
) => string | undefined;

export const useListAddress = (): ListAddress => {
  const { routes } = useMenus();
  return useCallback(
    (entity, filter) => {
      const route = routes.find(({ page }) => page === entity);
      return route && `${route.path}${filter ? listSearch(filter) : ''}`;
    },
    [routes],
  );
};
