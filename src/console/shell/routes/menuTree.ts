import type { Console, Page } from '../../../config';
import type { MenuItem } from '../../../protocol';
import { pageKeyOf } from '../../data';

/** A page that a menu opens, under `/` and the menu's code. */
export interface MenuRoute {
  code: string;
  path: string;
  /** The key of `pages` that the menu's url names. */
  url: string;
  /** Undefined when the configuration has no such page. */
  page: Page | undefined;
  icon: string;
  /** The server's own name of the menu. */
  name: string | undefined;
  /** The group it stands in. */
  group?: MenuTitle;
}

/** What a title is made from. */
export type MenuTitle = Pick<MenuRoute, 'code' | 'name'> & Partial<Pick<MenuRoute, 'page'>>;

/** A line of the menu: a page, or a group of pages. */
export interface MenuEntry extends MenuTitle {
  icon: string;
  /** The page of the line itself. */
  route?: MenuRoute;
  children: MenuRoute[];
}

export interface MenuTree {
  routes: MenuRoute[];
  /** What is shown: two levels at the most. */
  entries: MenuEntry[];
  /** Codes of menus deeper than that; they are shown under their ancestor at the top. */
  tooDeep: string[];
}

/** A url that marks a group. Specification section 2. */
const GROUP = '0';

/** Makes routes and menu of the flat list of the server, which joins it by `sid`. */
export const menuTree = (
  items: readonly MenuItem[],
  { pages }: Pick<Console, 'pages'>,
): MenuTree => {
  const unique = items.filter(
    ({ menu_code }, i) => items.findIndex((other) => other.menu_code === menu_code) === i,
  );
  const lines = unique.map((item) => ({ item, ancestors: ancestorsOf(item, unique) }));
  const routes = lines.flatMap(({ item, ancestors }): MenuRoute[] => {
    const url = pageKeyOf(item.menu_url);
    const top = ancestors.at(-1);
    if (url === GROUP || url === '') return [];
    return [
      {
        ...titleOf(item),
        path: `/${item.menu_code}`,
        url,
        page: pages[url],
        icon: item.menu_icon,
        ...(top && { group: titleOf(top) }),
      },
    ];
  });
  const routeOf = (item: MenuItem) => routes.find(({ code }) => code === item.menu_code);
  const shown = lines.filter(({ item, ancestors }) => ![item, ...ancestors].some(isHidden));
  const entries = shown
    .filter(({ ancestors }) => ancestors.length === 0)
    .map(({ item }): MenuEntry => {
      const below = shown.filter(({ ancestors }) => ancestors.at(-1) === item);
      const children = below.flatMap((line) => routeOf(line.item) ?? []);
      return { ...titleOf(item), icon: item.menu_icon, route: routeOf(item), children };
    });
  return {
    routes,
    entries: entries.flatMap(simplified),
    tooDeep: lines
      .filter(({ ancestors }) => ancestors.length > 1)
      .map(({ item }) => item.menu_code),
  };
};

const isHidden = ({ hidden }: MenuItem) => String(hidden) === 'true';

const titleOf = ({ menu_code, menu_name }: MenuItem) => ({ code: menu_code, name: menu_name });

/** From the parent up to the top; a circle ends where it would begin again. */
const ancestorsOf = (item: MenuItem, all: readonly MenuItem[]): MenuItem[] => {
  const found: MenuItem[] = [];
  let below = item;
  for (;;) {
    const parent = all.find(({ id }) => id === below.sid);
    if (!parent || parent === item || found.includes(parent)) return found;
    found.push(parent);
    below = parent;
  }
};

/** A group with nothing in it is not shown, and one with a single page is that page. */
const simplified = (entry: MenuEntry): MenuEntry[] => {
  const [only, ...others] = entry.children;
  if (!only) return entry.route ? [entry] : [];
  if (entry.route || others.length > 0) return [entry];
  const icon = only.icon || entry.icon;
  return [{ code: only.code, name: only.name, page: only.page, icon, route: only, children: [] }];
};

/** The page a sign-in leads to when the wanted one is not granted: the first that is shown, else any. */
export const firstPath = ({ entries, routes }: MenuTree): string | undefined => {
  const shown = entries.flatMap(({ route, children }) => [...(route ? [route] : []), ...children]);
  return (shown[0] ?? routes[0])?.path;
};

/** The route that an address belongs to. @param pathname as the address bar has it, percent-encoded */
export const routeAt = ({ routes }: MenuTree, pathname: string): MenuRoute | undefined =>
  routes.find(({ path }) => `${pathname}/`.startsWith(`${encodeURI(path)}/`));
