import { useEffect, useState } from 'react';
import { loadRuntimeConfig } from '../../data/session';

/** A release comes every few weeks; asking costs a request. */
const EVERY = 5 * 60_000;
/** Somebody who goes back and forth between windows does not ask each time, ms. */
const REST = 60_000;

/**
 * Whether the server has another release of the console than this page.
 * @param own as the server named it when the page was loaded; without one it is never asked
 */
export const useNewVersion = (own: string | undefined): boolean => {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (!own || isNew) return;
    let asked = Date.now();
    const ask = () => {
      if (document.hidden || Date.now() - asked < REST) return;
      asked = Date.now();
      loadRuntimeConfig().then(
        ({ version }) => setIsNew(version !== undefined && version !== own),
        // A server that is away for a moment; the next time will do.
        () => undefined,
      );
    };
    const timer = setInterval(ask, EVERY);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [own, isNew]);
  return isNew;
};
