import { useRef } from 'react';

/**
 * Returns a function that runs work unless the last run is still in progress; it then resolves to undefined. A button
 * is disabled only after validation, so this also blocks a second click during validation.
 */
export const useSingleFlight = () => {
  const isRunning = useRef(false);
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await work();
    } finally {
      isRunning.current = false;
    }
  };
};
