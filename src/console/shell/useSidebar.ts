import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useIsPhone } from '../look/useIsPhone';

export interface SidebarState {
  isPhone: boolean;
  /** Expanded on a desktop, opened on a phone. */
  open: boolean;
  toggle: () => void;
  close: () => void;
}

/** The width on a desktop is remembered; a phone's drawer closes on every navigation and is not stored. */
export const useSidebar = (): SidebarState => {
  const isPhone = useIsPhone();
  const [wide, setWide] = useStore('sidebar.open', true);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place or another width closes the drawer
  useEffect(() => setIsDrawerOpen(false), [pathname, isPhone]);
  const toggle = useCallback(() => {
    if (isPhone) setIsDrawerOpen((before) => !before);
    else setWide((before) => !before);
  }, [isPhone, setWide]);
  const close = useCallback(() => setIsDrawerOpen(false), []);
  return { isPhone, open: isPhone ? isDrawerOpen : wide, toggle, close };
};
