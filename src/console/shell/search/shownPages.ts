import type { Translate } from '../../i18n';
import { menuTitle } from '../routes/menuTitle';
import type { MenuRoute, MenuTree } from '../routes/menuTree';
import type { Findable } from './find';

/** The pages that the menu shows, in its order. */
export const shownPages = ({ entries }: MenuTree): MenuRoute[] =>
  entries.flatMap(({ route, children }) => [...(route ? [route] : []), ...children]);

/**
 * Pages as the search finds them: by the titles of their group and of their own, and by their code.
 * @param withGroupCodes finds a page by its group's code too, for readers to whom titles do not say it
 */
export const findablePages = (
  menus: MenuTree,
  translate: Translate,
  withGroupCodes: boolean,
): Findable<MenuRoute>[] =>
  shownPages(menus).map((route) => {
    const steps = [...(route.group ? [route.group] : []), route];
    return {
      item: route,
      title: steps.map((step) => menuTitle(translate, step)),
      codes: [route.path, ...(withGroupCodes && route.group ? [`/${route.group.code}`] : [])],
    };
  });
