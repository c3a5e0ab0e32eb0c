import { LANDING } from '../data/session';
import type { MenuRoute } from './routes/menuTree';

const MAP = /^map\/(\w+)$/;

/** The map provider that a menu's page names, undefined for a page that is no map. */
export const providerOf = ({ url }: Pick<MenuRoute, 'url'>): string | undefined =>
  MAP.exec(url)?.[1];

/** The map pages that are granted: a provider each. */
export const mapRoutes = <R extends Pick<MenuRoute, 'url'>>(routes: readonly R[]): R[] =>
  routes.filter((route) => providerOf(route) !== undefined);

/**
 * Where "Map" leads: the map of the operator's choice, else the landing page, else the first there is; undefined when
 * no map is granted.
 * @param wanted a provider
 */
export const mapPath = (
  routes: readonly Pick<MenuRoute, 'url' | 'path'>[],
  wanted?: string | null,
): string | undefined => {
  const maps = mapRoutes(routes);
  const own = maps.find((route) => providerOf(route) === wanted);
  return (own ?? maps.find(({ path }) => path === LANDING) ?? maps[0])?.path;
};
