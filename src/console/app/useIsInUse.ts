import { type RefObject, useEffect, useRef, useState } from 'react';
import { isOverlayOpen, isTextInput, useDocumentEvent } from './keyboard';

/** Time after the operator has left the area or pressed a key, ms. */
const HOLD_TIME = 4_000;
/** Time after the last move while the pointer is in it, ms: the operator may read before the next click. */
const REST_TIME = 60_000;
const CHECK_INTERVAL = 250;

/**
 * True while the operator works in an area: the pointer is in it, a key or the panel beside it was pressed, or a menu is
 * open.
 */
export const useIsInUse = (area: RefObject<HTMLElement | null>, isBusy = false): boolean => {
  const [isInUse, setIsInUse] = useState(false);
  const lastUse = useRef(0);
  const pointer = useRef('');
  const use = () => {
    lastUse.current = Date.now();
    setIsInUse(true);
  };
  const onPointer = ({ target, screenX, screenY }: PointerEvent) => {
    if (!area.current?.contains(target as Node)) return;
    const place = `${screenX} ${screenY}`;
    // Browsers also report a pointer at rest, when the page changes below it.
    if (place !== pointer.current) use();
    pointer.current = place;
  };
  useDocumentEvent('pointermove', onPointer);
  useDocumentEvent('pointerdown', (event) => {
    // The panel beside a list acts on its row.
    if ((event.target as Element).closest('aside')) use();
    else onPointer(event);
  });
  useDocumentEvent('keydown', (event) => {
    if (!isTextInput(event)) use();
  });
  useEffect(() => {
    if (!isInUse || isBusy) return;
    const timer = setInterval(() => {
      const rests = area.current?.matches(':hover');
      const time = rests ? REST_TIME : HOLD_TIME;
      if (Date.now() - lastUse.current < time || isOverlayOpen(area.current)) return;
      setIsInUse(false);
    }, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, [isInUse, isBusy, area]);
  return isInUse;
};
