import { useRef } from 'react';

/**
 * A function that runs a piece of work, unless the last one still runs: a button that is busy holds a second click
 * back, but not in the moment in which what was typed is judged. Answers undefined for work that was not done.
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
