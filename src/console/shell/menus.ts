import { createContext, useCallback, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import type { Console, Page } from '../../config';
import type { MenuItem } from '../../protocol';
import { type Access, pageKeyOf, readableEntities, useAccess } from '../data';
import { LANDING } from '../data/session';
import type { Translate } from '../i18n';

export const HOME = '/dashboard';
export const PROFILE_PATH = '/profile';
export const PASSWORD_PATH = '/profile/updPassword';

/** The page that plays tracks back: the key in `pages`, and the code of its menu. */
export const PLAYBACK_PAGE = 'playback';

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
type MenuTitle = Pick<MenuRoute, 'code' | 'name'> & Partial<Pick<MenuRoute, 'page'>>;

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
  const visibleLines = lines.filter(({ item, ancestors }) => ![item, ...ancestors].some(isHidden));
  const entries = visibleLines
    .filter(({ ancestors }) => ancestors.length === 0)
    .map(({ item }): MenuEntry => {
      const below = visibleLines.filter(({ ancestors }) => ancestors.at(-1) === item);
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

/** The entity whose readers may play tracks back. */
const TRACK_ENTITY = 'deviceLocationRecord';

/** The menus of an operator, null for nobody, and the pages that need no menu. */
export const menusOf = (access: Access | null | undefined, declared: Console): MenuTree => {
  const tree = menuTree(access?.menus ?? [], declared);
  if (!access) return tree;
  const more = [...fixedMaps(access, declared, tree), ...playbackPage(access, declared, tree)];
  const paths = new Set(tree.routes.map(({ path }) => path));
  return { ...tree, routes: [...tree.routes, ...more.filter(({ path }) => !paths.has(path))] };
};

/** A page under `/` and a code, without a menu. */
const routeWithoutMenu = (code: string, url: string, page: Page, icon: string): MenuRoute => ({
  code,
  path: `/${code}`,
  url,
  page,
  icon,
  name: undefined,
});

/** The entity whose readers see the map. */
const MAP_ENTITY = 'device';

/**
 * The maps as fixed routes (specification section 2) of a server that answers no menus for them. A server that names
 * what an operator may list has menus for maps as well.
 */
const fixedMaps = (access: Access, declared: Console, { routes }: MenuTree): MenuRoute[] => {
  const isGranted = !access.reads && readableEntities(access, declared).has(MAP_ENTITY);
  if (!isGranted || routes.some(isMap)) return [];
  return Object.entries(declared.pages).flatMap(([url, page]) => {
    const provider = providerOf({ url });
    return provider === undefined ? [] : [routeWithoutMenu(provider, url, page, 'map')];
  });
};

/** The playback of an operator who may read where locks were, if no menu leads there. */
const playbackPage = (access: Access, declared: Console, { routes }: MenuTree): MenuRoute[] => {
  const page = declared.pages[PLAYBACK_PAGE];
  const hasMenu = routes.some(({ url }) => url === PLAYBACK_PAGE);
  if (!page || hasMenu || !readableEntities(access, declared).has(TRACK_ENTITY)) return [];
  return [routeWithoutMenu(PLAYBACK_PAGE, PLAYBACK_PAGE, page, 'retry')];
};

const isHidden = ({ hidden }: MenuItem) => String(hidden) === 'true';

const titleOf = ({ menu_code, menu_name }: MenuItem) => ({ code: menu_code, name: menu_name });

/** From the parent up to the top; a circle ends where it would begin again. */
const ancestorsOf = (item: MenuItem, all: readonly MenuItem[]): MenuItem[] => {
  const ancestors: MenuItem[] = [];
  let below = item;
  for (;;) {
    const parent = all.find(({ id }) => String(id) === String(below.sid));
    if (!parent || parent === item || ancestors.includes(parent)) return ancestors;
    ancestors.push(parent);
    below = parent;
  }
};

/** A group with nothing in it is not shown, and one with a single page is that page. */
const simplified = (entry: MenuEntry): MenuEntry[] => {
  const [only, ...otherChildren] = entry.children;
  if (!only) return entry.route ? [entry] : [];
  if (entry.route || otherChildren.length > 0) return [entry];
  const icon = only.icon || entry.icon;
  return [{ code: only.code, name: only.name, page: only.page, icon, route: only, children: [] }];
};

/** The page a sign-in leads to when the wanted one is not granted: the first that is shown, else any. */
export const firstPath = (menus: MenuTree): string | undefined =>
  (visiblePages(menus)[0] ?? menus.routes[0])?.path;

/** The pages that the menu shows, in its order. */
export const visiblePages = ({ entries }: MenuTree): MenuRoute[] => entries.flatMap(pagesOf);

/** The pages of a line of the menu, its own first. */
export const pagesOf = ({ route, children }: MenuEntry): MenuRoute[] => [
  ...(route ? [route] : []),
  ...children,
];

/** The route that an address belongs to. @param pathname as the address bar has it, percent-encoded */
export const routeAt = ({ routes }: MenuTree, pathname: string): MenuRoute | undefined =>
  routes.find(({ path }) => `${pathname}/`.startsWith(`${encodeURI(path)}/`));

/**
 * What a menu is called: as the configuration calls it, else as the entity it shows is called, else as the server
 * calls it, else its code.
 */
export const menuTitle = (translate: Translate, { code, name, page }: MenuTitle): string =>
  translate(`menus.${code}`, { _: '' }) ||
  (typeof page === 'string' && translate(`resources.${page}.name`, { smart_count: 2, _: '' })) ||
  name ||
  code;

/** Title of an open page: every map is the Map, whatever its provider. */
export const pageTitle = (translate: Translate, route: MenuRoute): string =>
  isMap(route) ? translate('shell.map') : menuTitle(translate, route);

/** The titles from a page's group to the page itself. */
export const menuTitles = (translate: Translate, route: MenuRoute): string[] => [
  ...(route.group ? [menuTitle(translate, route.group)] : []),
  pageTitle(translate, route),
];

/** The titles from a page's group to the page, also for pages without a menu; none where there is no page. */
export const pageTitles = (translate: Translate, menus: MenuTree, pathname: string): string[] => {
  if (pathname === PROFILE_PATH) return [translate('profile.title')];
  if (pathname === PASSWORD_PATH) return [translate('shell.user.password')];
  const route = routeAt(menus, pathname);
  return route ? menuTitles(translate, route) : [];
};

export const MenuContext = createContext<MenuTree>(menuTree([], { pages: {} }));

/** The menus of the operator who is signed in. */
export const useMenus = (): MenuTree => useContext(MenuContext);

/** The menu's page that is open. */
export const useOpenRoute = (): MenuRoute | undefined => {
  const { pathname } = useLocation();
  return routeAt(useMenus(), pathname);
};

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

/**
 * The query of an address under which a list opens narrowed by exactly these filters. An empty filter is said too:
 * without one a list opens as it was last left.
 */
export const listSearch = (filter: Readonly<Record<string, unknown>>): string =>
  `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** The address of a record's detail over its list. */
export const recordAddress = (list: string, id: string | number): string =>
  `${list}?${new URLSearchParams({ show: String(id) })}`;

/** Where "Map" leads: to the operator's own default map, where it is granted. Undefined without a map. */
export const useMapPath = (): string | undefined => {
  const { preferences } = useAccess();
  return mapPath(useMenus().routes, preferences?.map_type);
};

const MAP = /^map\/(\w+)$/;

/** The map provider that a menu's page names, undefined for a page that is no map. */
export const providerOf = ({ url }: Pick<MenuRoute, 'url'>): string | undefined =>
  MAP.exec(url)?.[1];

/** Whether a page is a map; all of them are one page, on another provider. */
export const isMap = (route: Pick<MenuRoute, 'url'>): boolean => providerOf(route) !== undefined;

/** The map pages that are granted: a provider each. */
export const mapRoutes = <R extends Pick<MenuRoute, 'url'>>(routes: readonly R[]): R[] =>
  routes.filter(isMap);

/**
 * Where "Map" leads: the map of the operator's choice, else the landing page, else the first there is; undefined when
 * no map is granted.
 * @param providerId a provider
 */
export const mapPath = (
  routes: readonly Pick<MenuRoute, 'url' | 'path'>[],
  providerId?: string | null,
): string | undefined => {
  const maps = mapRoutes(routes);
  const own = maps.find((route) => providerOf(route) === providerId);
  return (own ?? maps.find(({ path }) => path === LANDING) ?? maps[0])?.path;
};
