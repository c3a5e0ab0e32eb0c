import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the height that something takes free of what it would lie over, as long as it is there.
 * @param room the custom property that tells of it: DOCKED or STANDING; without one nothing is kept free
 */
export const useRoom = (
  panel: RefObject<HTMLElement | null>,
  room: { readonly name: string } | undefined,
): void => {
  const name = room?.name;
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current || !name) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [panel, name]);
};
