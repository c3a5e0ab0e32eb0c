import { createContext, useCallback, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import { type Console, flatMenus, type MenuSeed, type Page } from '../../config';
import { ownValue } from '../../domain/ownValue';
import type { MenuItem } from '../../protocol';
import { type Access, pageKeyOf, readableEntities, useAccess } from '../data';
import { LANDING } from '../data/session';
import type { Translate } from '../i18n';
import { useApp } from './AppContext';

export const HOME = '/dashboard';
export const PROFILE_PATH = '/profile';
export const PASSWORD_PATH = '/profile/updPassword';

/** Playback page: its key in `pages`, and the code of its menu. */
export const PLAYBACK_PAGE = 'playback';

/** Page that a menu opens, at `/` followed by the menu's code. */
export interface MenuRoute {
  code: string;
  path: string;
  /** Key of `pages`. */
  url: string;
  /** Undefined if the configuration has no such page. */
  page: Page | undefined;
  icon: string;
  /** Name of the menu on the server. */
  name: string | undefined;
  group?: MenuTitle;
}

type MenuTitle = Pick<MenuRoute, 'code' | 'name'> & Partial<Pick<MenuRoute, 'page'>>;

/** Entry of the menu: a page, or a group of pages. */
export interface MenuEntry extends MenuTitle {
  icon: string;
  route?: MenuRoute;
  children: MenuRoute[];
}

export interface MenuTree {
  routes: MenuRoute[];
  /** Visible entries, in at most two levels. */
  entries: MenuEntry[];
  /** Codes of deeper menus, which are moved below their topmost ancestor. */
  tooDeep: string[];
}

/** URL of a group. */
const GROUP = '0';

/** Builds routes and menu from the server's flat list, in which `sid` is the parent's id. */
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
        page: ownValue(pages, url),
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

/** Entity whose readers may use the playback. */
const TRACK_ENTITY = 'deviceLocationRecord';

/** Menus of an operator, null before sign-in, and the pages that need no menu. */
export const menusOf = (access: Access | null | undefined, declared: Console): MenuTree => {
  const tree = menuTree(access?.menus ?? [], declared);
  if (!access) return tree;
  const more = [
    ...fixedMaps(access, declared, tree),
    ...playbackPage(access, declared, tree),
    ...formerPages(declared, tree),
  ];
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
 * The maps as fixed routes, for a server that answers no menus for them. A server that names what an operator may list
 * has menus for maps as well.
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

/** The pages of renamed entities under their former addresses, which bookmarks have. */
const formerPages = ({ entities }: Console, { routes }: MenuTree): MenuRoute[] =>
  entities.flatMap(({ name, was }) => {
    const route = routes.find(({ page }) => page === name);
    return route && was !== undefined ? [{ ...route, code: was, path: `/${was}` }] : [];
  });

const isHidden = ({ hidden }: MenuItem) => String(hidden) === 'true';

const titleOf = ({ menu_code, menu_name }: MenuItem) => ({ code: menu_code, name: menu_name });

/** Returns the ancestors from the parent to the top, and stops at a cycle. */
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

/** Removes an empty group, and replaces a group of a single page by the page. */
const simplified = (entry: MenuEntry): MenuEntry[] => {
  const [only, ...otherChildren] = entry.children;
  if (!only) return entry.route ? [entry] : [];
  if (entry.route || otherChildren.length > 0) return [entry];
  const icon = only.icon || entry.icon;
  return [{ code: only.code, name: only.name, page: only.page, icon, route: only, children: [] }];
};

/** Returns the path to open after sign-in if the requested one is not granted: the first visible page, else any. */
export const firstPath = (menus: MenuTree): string | undefined =>
  (visiblePages(menus)[0] ?? menus.routes[0])?.path;

export const visiblePages = ({ entries }: MenuTree): MenuRoute[] => entries.flatMap(pagesOf);

/** Returns the pages of a menu entry, its own first. */
export const pagesOf = ({ route, children }: MenuEntry): MenuRoute[] => [
  ...(route ? [route] : []),
  ...children,
];

/**
 * Returns the route of a URL.
 * @param pathname percent-encoded, as in `location`
 */
export const routeAt = ({ routes }: MenuTree, pathname: string): MenuRoute | undefined =>
  routes.find(({ path }) => `${pathname}/`.startsWith(`${encodeURI(path)}/`));

/** Returns the title of a menu: the configuration's text, else the entity's, else the server's name, else the code. */
export const menuTitle = (translate: Translate, { code, name, page }: MenuTitle): string =>
  translate(`menus.${code}`, { _: '' }) ||
  (typeof page === 'string' && translate(`resources.${page}.name`, { smart_count: 2, _: '' })) ||
  name ||
  code;

/** Title of an open page: every map is the Map, whatever its provider. */
export const pageTitle = (translate: Translate, route: MenuRoute): string =>
  isMap(route) ? translate('shell.map') : menuTitle(translate, route);

/** Returns the titles of a page's group and of the page. */
export const menuTitles = (translate: Translate, route: MenuRoute): string[] => [
  ...(route.group ? [menuTitle(translate, route.group)] : []),
  pageTitle(translate, route),
];

/** Returns the titles of a page's group and of the page, also for pages without a menu; empty for an unknown path. */
export const pageTitles = (translate: Translate, menus: MenuTree, pathname: string): string[] => {
  if (pathname === PROFILE_PATH) return [translate('shell.user.profile')];
  if (pathname === PASSWORD_PATH) return [translate('shell.user.password')];
  const route = routeAt(menus, pathname);
  return route ? menuTitles(translate, route) : [];
};

export const MenuContext = createContext<MenuTree>(menuTree([], { pages: {} }));

export const useMenus = (): MenuTree => useContext(MenuContext);

export const useOpenRoute = (): MenuRoute | undefined => {
  const { pathname } = useLocation();
  return routeAt(useMenus(), pathname);
};

/** Returns the code of the menu whose page a menu opens: its own, or for a preset that of the page's own menu. */
export const mainMenuOf = (menus: readonly MenuSeed[], code: string): string =>
  flatMenus(menus).find((seed) => seed.code === code)?.presetOf ?? code;

/** Returns the route that the menu marks as open: that of the URL, or for a hidden preset the page's own menu. */
export const markedRoute = (
  tree: MenuTree,
  menus: readonly MenuSeed[],
  open: MenuRoute | undefined,
): MenuRoute | undefined => {
  const visible = visiblePages(tree);
  if (!open || visible.includes(open)) return open;
  const main = mainMenuOf(menus, open.code);
  return visible.find(({ code }) => code === main) ?? open;
};

export const useMarkedRoute = (): MenuRoute | undefined => {
  const { declared } = useApp();
  return markedRoute(useMenus(), declared.menus, useOpenRoute());
};

/** Returns the URL of an entity's list with a filter; undefined if no menu shows the list. */
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
 * Returns the query string that opens a list with exactly these filters. It contains an empty filter too, because a
 * list without one opens in its last state.
 */
export const listSearch = (filter: Readonly<Record<string, unknown>>): string =>
  `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Returns the path of the page with a declared `url`; undefined if the operator has no menu of it. */
export const usePagePath = (url: string): string | undefined =>
  useMenus().routes.find((route) => route.url === url)?.path;

export const recordAddress = (list: string, id: string | number): string =>
  `${list}?${new URLSearchParams({ show: String(id) })}`;

/** Returns the path of the "Map" link: the operator's default map if it is granted. Undefined without any map. */
export const useMapPath = (): string | undefined => {
  const { preferences } = useAccess();
  return mapPath(useMenus().routes, preferences?.map_type);
};

const MAP = /^map\/(\w+)$/;

/** Returns the map provider of a page; undefined if the page is not a map. */
export const providerOf = ({ url }: Pick<MenuRoute, 'url'>): string | undefined =>
  MAP.exec(url)?.[1];

/** True if a page is a map. All maps are one page with different providers. */
export const isMap = (route: Pick<MenuRoute, 'url'>): boolean => providerOf(route) !== undefined;

export const mapRoutes = <R extends Pick<MenuRoute, 'url'>>(routes: readonly R[]): R[] =>
  routes.filter(isMap);

/**
 * Returns the path of the "Map" link: the map of the given provider, else the landing page, else the first map;
 * undefined if no map is granted.
 * @param providerId provider that the operator prefers
 */
export const mapPath = (
  routes: readonly Pick<MenuRoute, 'url' | 'path'>[],
  providerId?: string | null,
): string | undefined => {
  const maps = mapRoutes(routes);
  const own = maps.find((route) => providerOf(route) === providerId);
  return (own ?? maps.find(({ path }) => path === LANDING) ?? maps[0])?.path;
};
