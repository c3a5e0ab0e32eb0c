import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { useAccess } from '../../data';
import type { Translate } from '../../i18n';
import {
  type MenuRoute,
  type MenuTree,
  menuTitles,
  useMenus,
  useOpenRoute,
  visiblePages,
} from '../menus';
import type { Searchable } from './matcher';

/**
 * Pages as the search finds them: by the titles of their group and of their own, and by their code.
 * @param withGroupCodes finds a page by its group's code too, for readers to whom titles do not say it
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

/** Remembers each page of the menu that is opened, for the operator who opens it. */
export const useRememberPages = (): void => {
  const menus = useMenus();
  const [, setCodes] = useRecentCodes();
  const here = useOpenRoute();
  const code = here && visiblePages(menus).includes(here) ? here.code : undefined;
  useEffect(() => {
    if (code !== undefined) setCodes((before) => addRecent(before, code));
  }, [code, setCodes]);
};

/** The pages opened lately that are still granted, but for the one that is open now. */
export const useRecentPages = (): MenuRoute[] => {
  const menus = useMenus();
  const [codes] = useRecentCodes();
  const here = useOpenRoute();
  const pages = visiblePages(menus).filter((route) => route !== here);
  return codes.flatMap((code) => pages.find((route) => route.code === code) ?? []);
};

/** As many pages as can be taken in at a glance. */
const MAX_RECENT = 8;

/** The codes of pages opened lately, the newest first, with one more. */
export const addRecent = (recent: readonly string[], code: string): readonly string[] =>
  recent[0] === code
    ? recent
    : [code, ...recent.filter((each) => each !== code)].slice(0, MAX_RECENT);
