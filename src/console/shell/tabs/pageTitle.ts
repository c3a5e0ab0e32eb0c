import type { Translate } from '../../i18n';
import { menuTitle } from '../routes/menuTitle';
import { type MenuTree, routeAt } from '../routes/menuTree';
import { PASSWORD_PATH, PROFILE_PATH } from '../routes/profileRoutes';

/** What the page of a path is called; undefined where there is none. */
export const pageTitle = (
  translate: Translate,
  menus: MenuTree,
  path: string,
): string | undefined => {
  if (path === PROFILE_PATH) return translate('profile.title');
  if (path === PASSWORD_PATH) return translate('shell.user.password');
  const route = routeAt(menus, path);
  return route && menuTitle(translate, route);
};
