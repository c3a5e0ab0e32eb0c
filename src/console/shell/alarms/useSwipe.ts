import { type TouchEvent, useRef, useState } from 'react';

/** Distance to the left that triggers the action, px. */
const DISTANCE = 88;

/** Follows a finger that swipes a line to the left, and acts if it goes far enough. Scrolling is no swipe. */
export const useSwipe = (act: (() => void) | undefined) => {
  const start = useRef<{ x: number; y: number }>(undefined);
  const [offset, setOffset] = useState(0);
  const end = () => {
    start.current = undefined;
    setOffset(0);
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    const touch = touches.item(0);
    start.current = touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined;
  };
  const onTouchMove = ({ touches }: TouchEvent) => {
    if (!start.current) return;
    const touch = touches.item(0);
    const [dx, dy] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
    if (offset === 0 && Math.abs(dy) > Math.abs(dx)) end();
    else setOffset(Math.min(0, dx));
  };
  const onTouchEnd = () => {
    if (offset <= -DISTANCE) act?.();
    end();
  };
  return {
    offset,
    handlers: act ? { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: end } : {},
  };
};
