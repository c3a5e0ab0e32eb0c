import { useEffect, useRef, useState } from 'react';
import { useHold, usePageBlocker } from '../../shell';

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
    ({ nextLocation }) => dirty && !leaving.current && !outlives(nextLocation.pathname),
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
