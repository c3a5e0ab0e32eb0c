import { createContext, useContext, useEffect, useId } from 'react';
import {
  type Blocker,
  type BlockerFunction,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  useLocation,
} from 'react-router-dom';

/** Interface of a page to its own tab. */
interface PageTab {
  setTitle: (text: string | undefined, search: string) => void;
  setUnsaved: (isUnsaved: boolean, search: string) => void;
  /** Whether the page goes on living while another address is shown. */
  outlives: (pathname: string) => boolean;
}

export const PageTabContext = createContext<PageTab | null>(null);

/** Names the page's tab after the record it shows; the name goes with the query it was given at. */
export const useTabTitle = (text: string | undefined): void => {
  const tab = useContext(PageTabContext);
  const { search } = useLocation();
  useEffect(() => tab?.setTitle(text, search), [tab, text, search]);
};

/**
 * Marks the page as one with typed values: it is not closed without asking, and stays alive while others are shown.
 * @returns whether the values outlive a change to another address; without tabs they never do
 */
export const useUnsavedChanges = (dirty: boolean): ((pathname: string) => boolean) => {
  const tab = useContext(PageTabContext);
  const { search } = useLocation();
  useEffect(() => tab?.setUnsaved(dirty, search), [tab, dirty, search]);
  return tab?.outlives ?? never;
};

const never = () => false;

/**
 * Holds a navigation back as long as the page is shown, unless it leads to where the page is anyway. The router's own
 * `useBlocker` (7.18) registers its old key again when effects come back to life, and that blocker then stays for good.
 */
export const usePageBlocker = (shouldBlock: BlockerFunction): Blocker => {
  const router = useContext(DataRouterContext)?.router;
  const blockers = useContext(DataRouterStateContext)?.blockers;
  const key = useId();
  const { pathname, search } = useLocation();
  useEffect(() => {
    router?.getBlocker(key, (step) => {
      const { nextLocation: next } = step;
      return !(next.pathname === pathname && next.search === search) && shouldBlock(step);
    });
  }, [router, key, pathname, search, shouldBlock]);
  useEffect(() => () => router?.deleteBlocker(key), [router, key]);
  return blockers?.get(key) ?? UNBLOCKED;
};

const UNBLOCKED: Blocker = {
  state: 'unblocked',
  reset: undefined,
  proceed: undefined,
  location: undefined,
};
