import { useEffect, useRef } from 'react';

/** Duration of the mark on a changed value, ms. */
const FLASH_DURATION = 1600;

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Serialises objects, because a refetch returns equal ones with a new identity. */
const comparable = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/**
 * Highlights an element for a moment when both its value and its text change: "now" after "now" is no news. The first
 * value is not a change. With reduced motion there is no highlight.
 */
export const useFlash = (rawValue: unknown) => {
  const value = comparable(rawValue);
  const element = useRef<HTMLDivElement>(null);
  const previous = useRef<{ value: unknown; text?: string | null }>({ value: undefined });
  useEffect(() => {
    const before = previous.current;
    const text = element.current?.textContent;
    previous.current = { value, text };
    if (before.value === undefined || Object.is(before.value, value)) return;
    if (before.text === text || prefersReducedMotion()) return;
    const colour = 'color-mix(in srgb, currentColor 16%, transparent)';
    element.current?.animate(
      [{ backgroundColor: colour }, { backgroundColor: colour, offset: 0.35 }, {}],
      { duration: FLASH_DURATION, easing: 'ease-out' },
    );
  }, [value]);
  return element;
};
