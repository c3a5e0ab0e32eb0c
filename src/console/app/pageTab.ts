import { createContext, useContext, useEffect, useId } from 'react';
import {
  type Blocker,
  type BlockerFunction,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  useLocation,
} from 'react-router-dom';
import { useIsPhone } from '../look/useIsPhone';

interface PageTab {
  setTitle: (text: string | undefined, search: string) => void;
  setUnsaved: (isUnsaved: boolean, search: string) => void;
  /** True if the page stays alive while another URL is shown. */
  outlives: (pathname: string) => boolean;
}

export const PageTabContext = createContext<PageTab | null>(null);

/** True inside of tabs that are switched on. */
export const TabsEnabledContext = createContext(false);

/** Returns true if a visible tab shows the page's title, so that the page needs no heading. */
export const useIsTitledByTab = (): boolean => {
  const enabled = useContext(TabsEnabledContext);
  const isPhone = useIsPhone();
  return enabled && !isPhone;
};

/** Sets the title of the page's tab, such as that of the shown record; it applies to the current query only. */
export const useTabTitle = (text: string | undefined): void => {
  const tab = useContext(PageTabContext);
  const { search } = useLocation();
  useEffect(() => tab?.setTitle(text, search), [tab, text, search]);
};

/**
 * Marks the page as having unsaved input: it asks before closing, and stays alive while hidden.
 * @returns a predicate: true if the input survives a navigation to a path; always false without tabs
 */
export const useUnsavedChanges = (dirty: boolean): ((pathname: string) => boolean) => {
  const tab = useContext(PageTabContext);
  const { search } = useLocation();
  useEffect(() => tab?.setUnsaved(dirty, search), [tab, dirty, search]);
  return tab?.outlives ?? never;
};

const never = () => false;

/**
 * Blocks navigation while the page is shown, except to its own URL. The router's `useBlocker` (7.18) registers its old
 * key again when hidden effects resume, and that blocker then stays forever.
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
