import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';

/**
 * Asks before typed values are lost, whichever way somebody leaves: the dialog's own buttons, the browser's Back, a
 * link, or closing the tab, which the browser itself asks about.
 * @param leave takes the dialog away
 */
export const useLeaveGuard = (dirty: boolean, leave: () => void) => {
  const [asked, setAsked] = useState(false);
  const leaving = useRef(false);
  const blocker = useBlocker(() => dirty && !leaving.current);

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
