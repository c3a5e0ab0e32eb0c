import { useEffect, useRef } from 'react';

/** ms for which a changed value stays marked. */
const SHOWN = 1600;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A renewed answer brings equal objects anew. */
const comparable = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/**
 * Marks an element for a moment when the value it shows changes, and what is read of it changes too: "now" after
 * "now" is no news. A value that arrives late, after a row without it, has not changed. Whoever wants no motion sees
 * the value only.
 */
export const useFlash = (shown: unknown) => {
  const value = comparable(shown);
  const element = useRef<HTMLDivElement>(null);
  const seen = useRef<{ value: unknown; text?: string | null }>({ value: undefined });
  useEffect(() => {
    const before = seen.current;
    const text = element.current?.textContent;
    seen.current = { value, text };
    if (before.value === undefined || Object.is(before.value, value)) return;
    if (before.text === text || still()) return;
    const colour = 'color-mix(in srgb, currentColor 16%, transparent)';
    element.current?.animate(
      [{ backgroundColor: colour }, { backgroundColor: colour, offset: 0.35 }, {}],
      { duration: SHOWN, easing: 'ease-out' },
    );
  }, [value]);
  return element;
};
