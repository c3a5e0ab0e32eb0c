import { useContext, useEffect, useId, useRef } from 'react';
import {
  type Blocker,
  type BlockerFunction,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  useLocation,
} from 'react-router-dom';

const UNBLOCKED: Blocker = {
  state: 'unblocked',
  reset: undefined,
  proceed: undefined,
  location: undefined,
};

/**
 * Holds a navigation back as long as the page is shown, unless it leads to where the page is anyway. The router's own `useBlocker` (7.18) registers its old key
 * again when effects come back to life, and that blocker then stays for good.
 */
export const usePageBlocker = (shouldBlock: BlockerFunction): Blocker => {
  const router = useContext(DataRouterContext)?.router;
  const blockers = useContext(DataRouterStateContext)?.blockers;
  const key = useId();
  const { pathname, search } = useLocation();
  const newest = useRef(shouldBlock);
  newest.current = (step) => {
    const { nextLocation: next } = step;
    return !(next.pathname === pathname && next.search === search) && shouldBlock(step);
  };
  useEffect(() => {
    router?.getBlocker(key, (step) => newest.current(step));
    return () => router?.deleteBlocker(key);
  }, [router, key]);
  return blockers?.get(key) ?? UNBLOCKED;
};
