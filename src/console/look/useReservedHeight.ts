import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the height that something takes free of what it would lie over, as long as it is there.
 * @param room the custom property that tells of it: DOCKED, STACKED or STANDING
 */
export const useReservedHeight = (
  panel: RefObject<HTMLElement | null>,
  { name }: { readonly name: string },
): void => {
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current) return;
    const { style } = document.documentElement;
    // A height given in parts of the window is no whole number.
    const panelHeight = () => Math.ceil(current.getBoundingClientRect().height);
    const observer = new ResizeObserver(() => style.setProperty(name, `${panelHeight()}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [panel, name]);
};
