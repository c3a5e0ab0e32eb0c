import { useSyncExternalStore } from 'react';
import type { Mode } from './palette';

const query = '(prefers-color-scheme: dark)';

const subscribe = (listener: () => void) => {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Light or dark: what somebody chose, else what their system prefers. */
export const useMode = (chosen: unknown): Mode => {
  const prefersDark = useSyncExternalStore(subscribe, () => matchMedia(query).matches);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return prefersDark ? 'dark' : 'light';
};
