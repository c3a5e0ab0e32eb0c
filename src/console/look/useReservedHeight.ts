import { type RefObject, useLayoutEffect } from 'react';
import { useIsPhone } from './useIsPhone';

/**
 * Publishes the height of a panel that is docked on a phone as a CSS custom property while it is mounted, so that the
 * panel covers nothing.
 * @param name the property of BOTTOM_BAR or BOTTOM_STACK
 */
export const useReservedHeight = (
  panel: RefObject<HTMLElement | null>,
  { name }: { readonly name: string },
): void => {
  const isPhone = useIsPhone();
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current || !isPhone) return;
    const { style } = document.documentElement;
    // A height relative to the window may be fractional.
    const panelHeight = () => Math.ceil(current.getBoundingClientRect().height);
    const observer = new ResizeObserver(() => style.setProperty(name, `${panelHeight()}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [panel, name, isPhone]);
};
