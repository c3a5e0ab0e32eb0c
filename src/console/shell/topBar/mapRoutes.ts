import { LANDING } from '../../data/session';
import type { MenuRoute, MenuTree } from '../routes/menuTree';

/** The map pages that are granted: a provider each. */
export const mapRoutes = ({ routes }: MenuTree): MenuRoute[] =>
  routes.filter(({ url }) => url.startsWith('map/'));

/** Where "Map" leads: the landing page, or another map for somebody without it. */
export const mapPath = (menus: MenuTree): string | undefined => {
  const maps = mapRoutes(menus);
  return (maps.find(({ path }) => path === LANDING) ?? maps[0])?.path;
};
