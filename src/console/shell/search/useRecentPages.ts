import { useStore } from 'ra-core';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAccess } from '../../data';
import { useMenus } from '../MenuContext';
import { type MenuRoute, routeAt } from '../routes/menuTree';
import { withOpened } from './recentPages';
import { shownPages } from './shownPages';

const NONE: readonly string[] = [];

const useRecentCodes = () => {
  const { oper } = useAccess();
  return useStore<readonly string[]>(`search.recent.${oper.id}`, NONE);
};

/** Remembers each page of the menu that is opened, for the operator who opens it. */
export const useRememberPages = (): void => {
  const menus = useMenus();
  const { pathname } = useLocation();
  const [, setCodes] = useRecentCodes();
  const here = routeAt(menus, pathname);
  const code = here && shownPages(menus).includes(here) ? here.code : undefined;
  useEffect(() => {
    if (code !== undefined) setCodes((before) => withOpened(before, code));
  }, [code, setCodes]);
};

/** The pages opened lately that are still granted, but for the one that is open now. */
export const useRecentPages = (): MenuRoute[] => {
  const menus = useMenus();
  const { pathname } = useLocation();
  const [codes] = useRecentCodes();
  const here = routeAt(menus, pathname);
  const pages = shownPages(menus).filter((route) => route !== here);
  return codes.flatMap((code) => pages.find((route) => route.code === code) ?? []);
};
