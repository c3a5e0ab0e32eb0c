import { useEffect, useRef } from 'react';
import { scrollTarget } from './scrollTarget';

/** Scrolls a list sideways: by the wheel, and to the item in use and its neighbours. @param index -1 for none */
export const useStrip = (index: number, count: number) => {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      if (element.scrollWidth <= element.clientWidth || event.ctrlKey) return;
      // React's own listener could not keep the page from scrolling.
      event.preventDefault();
      element.scrollLeft += event.deltaX + event.deltaY;
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of tabs moves the one in use
  useEffect(() => {
    const element = strip.current;
    if (!element || index < 0) return;
    const items = Array.from(element.children) as HTMLElement[];
    const boxes = items.map(({ offsetLeft, offsetWidth }) => ({
      left: offsetLeft,
      width: offsetWidth,
    }));
    const { scrollLeft, clientWidth, scrollWidth } = element;
    element.scrollLeft = scrollTarget(boxes, index, {
      scrollLeft,
      width: clientWidth,
      scrollWidth,
    });
  }, [index, count]);
  return strip;
};
