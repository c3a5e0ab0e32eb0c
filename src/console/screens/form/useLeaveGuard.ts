import { useEffect, useRef, useState } from 'react';
import type { BlockerFunction } from 'react-router-dom';
import { useHold, usePageBlocker } from '../../shell';
import { OPENED } from '../parts/opened';

type Step = Parameters<BlockerFunction>[0];

/** A filter that comes late changes the address too, and takes nothing away. */
const staysOpen = ({ currentLocation, nextLocation }: Step): boolean => {
  const [now, next] = [currentLocation, nextLocation].map(
    ({ search }) => new URLSearchParams(search),
  );
  return (
    currentLocation.pathname === nextLocation.pathname &&
    OPENED.every((name) => now?.get(name) === next?.get(name))
  );
};

/**
 * Asks before typed values are lost, whichever way somebody leaves: the dialog's own buttons, the browser's Back, a
 * link, or closing the tab, which the browser itself asks about. Another page may be looked at: the values wait.
 * @param leave takes the dialog away
 */
export const useLeaveGuard = (dirty: boolean, leave: () => void) => {
  const [asked, setAsked] = useState(false);
  const leaving = useRef(false);
  const outlives = useHold(dirty);
  const blocker = usePageBlocker(
    (step) =>
      dirty && !leaving.current && !staysOpen(step) && !outlives(step.nextLocation.pathname),
  );

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);

  const go = () => {
    leaving.current = true;
    if (blocker.state === 'blocked') blocker.proceed();
    else leave();
  };
  const stay = () => {
    setAsked(false);
    blocker.reset?.();
  };
  const ask = () => {
    if (dirty) setAsked(true);
    else go();
  };
  return { asking: asked || blocker.state === 'blocked', ask, go, stay };
};
