import { useStore } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useIsPhone } from '../useIsPhone';

export interface SidebarState {
  isPhone: boolean;
  /** Wide on a desk, slid in on a phone. */
  open: boolean;
  toggle: () => void;
  close: () => void;
}

/** A desk remembers whether it is wide; a drawer closes with every change of place and is nobody's preference. */
export const useSidebar = (): SidebarState => {
  const isPhone = useIsPhone();
  const [wide, setWide] = useStore('sidebar.open', true);
  const [drawn, setDrawn] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place or another width closes the drawer
  useEffect(() => setDrawn(false), [pathname, isPhone]);
  const toggle = useCallback(() => {
    if (isPhone) setDrawn((before) => !before);
    else setWide((before) => !before);
  }, [isPhone, setWide]);
  const close = useCallback(() => setDrawn(false), []);
  return { isPhone, open: isPhone ? drawn : wide, toggle, close };
};
