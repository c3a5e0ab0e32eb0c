import { type TouchEvent, useRef, useState } from 'react';

/** Distance to the left that triggers the action, px. */
const DISTANCE = 88;

/** Follows a finger that swipes a line to the left, and acts if it goes far enough. Scrolling is no swipe. */
export const useSwipe = (act: (() => void) | undefined) => {
  const [offset, setOffset] = useState(0);
  /** Start of the touch, and its latest offset: the state may be older than the next event. */
  const swipe = useRef<{ x: number; y: number; offset: number }>(undefined);
  const end = () => {
    swipe.current = undefined;
    setOffset(0);
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    const { clientX: x, clientY: y } = touches.item(0);
    swipe.current = touches.length === 1 ? { x, y, offset: 0 } : undefined;
  };
  const onTouchMove = ({ touches }: TouchEvent) => {
    const { current } = swipe;
    if (!current) return;
    const { clientX, clientY } = touches.item(0);
    const dx = clientX - current.x;
    if (current.offset === 0 && Math.abs(clientY - current.y) > Math.abs(dx)) return end();
    current.offset = Math.min(0, dx);
    setOffset(current.offset);
  };
  const onTouchEnd = () => {
    if (swipe.current && swipe.current.offset <= -DISTANCE) act?.();
    end();
  };
  return {
    offset,
    handlers: act ? { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: end } : {},
  };
};
