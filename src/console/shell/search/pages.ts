import { useEffect } from 'react';
import { useStore } from 'react-admin';
import {
  type MenuRoute,
  type MenuTree,
  menuTitles,
  useMenus,
  useOpenRoute,
  visiblePages,
} from '../../app/menus';
import { useAccess } from '../../data';
import type { Translate } from '../../i18n';
import type { Searchable } from './matcher';

/**
 * Returns the searchable pages, by the titles of group and page and by code.
 * @param withGroupCodes also find a page by its group's code, for readers whose titles do not contain it
 */
export const searchablePages = (
  menus: MenuTree,
  translate: Translate,
  withGroupCodes: boolean,
): Searchable<MenuRoute>[] =>
  visiblePages(menus).map((route) => ({
    item: route,
    title: menuTitles(translate, route),
    codes: [route.path, ...(withGroupCodes && route.group ? [`/${route.group.code}`] : [])],
  }));

const NONE: readonly string[] = [];

const useRecentCodes = () => {
  const { oper } = useAccess();
  return useStore<readonly string[]>(`search.recent.${oper.id}`, NONE);
};

/** Stores each opened page of the menu among the operator's recent pages. */
export const useRememberPages = (): void => {
  const menus = useMenus();
  const [, setCodes] = useRecentCodes();
  const here = useOpenRoute();
  const code = here && visiblePages(menus).includes(here) ? here.code : undefined;
  useEffect(() => {
    if (code !== undefined) setCodes((before) => addRecent(before, code));
  }, [code, setCodes]);
};

/** Returns the recent pages that are still granted, without the open one. */
export const useRecentPages = (): MenuRoute[] => {
  const menus = useMenus();
  const [codes] = useRecentCodes();
  const here = useOpenRoute();
  const pages = visiblePages(menus).filter((route) => route !== here);
  return codes.flatMap((code) => pages.find((route) => route.code === code) ?? []);
};

/** Limit of the recent pages, to keep them readable at a glance. */
const MAX_RECENT = 8;

/** Puts a code first in the recent ones. */
export const addRecent = (recent: readonly string[], code: string): readonly string[] =>
  recent[0] === code
    ? recent
    : [code, ...recent.filter((each) => each !== code)].slice(0, MAX_RECENT);
