import { useEffect, useRef } from 'react';

/** ms for which a changed value stays marked. */
const SHOWN = 1600;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Marks an element for a moment when the value it shows changes; whoever wants no motion sees the value only. */
export const useFlash = (value: unknown) => {
  const element = useRef<HTMLDivElement>(null);
  const seen = useRef(value);
  useEffect(() => {
    if (Object.is(seen.current, value)) return;
    seen.current = value;
    if (still()) return;
    const colour = 'color-mix(in srgb, currentColor 16%, transparent)';
    element.current?.animate(
      [{ backgroundColor: colour }, { backgroundColor: colour, offset: 0.35 }, {}],
      { duration: SHOWN, easing: 'ease-out' },
    );
  }, [value]);
  return element;
};
