import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import {
  Activity,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  resolvePath,
  useLocation,
  useNavigationType,
} from 'react-router-dom';
import { PageTabContext } from '../../app/pageTab';
import { scrolling } from '../../look/floating';
import { useSetting } from '../settings';
import { useTabs } from './TabsProvider';
import {
  alivePages,
  pathOf,
  type Tab,
  type TabAddress,
  tabAddress,
  tabAt,
  unsavedAddress,
} from './tabsReducer';

/**
 * Renders the page of the URL and, hidden, the other open pages with their state.
 * @param children routes; matched once for each page at its own URL
 */
export const KeepAlive = ({ children }: { children: ReactNode }) => {
  const { state, keepsAlive, enabled } = useTabs();
  const location = useLocation();
  const path = pathOf(location.pathname);
  const openTab = tabAt(state, path);
  const beside = keepsAlive(path) ? undefined : state.tabs.find((tab) => !keepsAlive(tab.path));
  const here: Tab = openTab ?? {
    path,
    search: location.search,
    hash: location.hash,
    refreshCount: beside?.refreshCount ?? 0,
  };
  const alive = enabled ? alivePages(state, keepsAlive) : [];
  const pages = state.tabs.filter((tab) => tab === here || alive.includes(tab));
  const isLedBack = enabled && unsavedAddress(state, location) !== undefined;
  return (openTab ? pages : [...pages, here]).map((tab) => (
    // A hidden page keeps its state, and its effects are unmounted.
    <Activity
      // Pages that are not kept alive share one key: a map with another provider is the same page.
      key={`${keepsAlive(tab.path) ? tab.path : 'only'} ${tab.refreshCount}`}
      mode={tab === here ? 'visible' : 'hidden'}
    >
      <OwnAddress tab={tab} shown={tab === here && !isLedBack ? location : null}>
        {children}
      </OwnAddress>
    </Activity>
  ));
};

interface Props {
  tab: Tab;
  /** Location of the router; null leaves the page at its own, without another render. */
  shown: Location | null;
  children: ReactNode;
}

const OwnAddress = ({ tab, shown, children }: Props) => {
  const { path } = tab;
  const { dispatch, enabled, keepsAlive, hasPage } = useTabs();
  const navigation = useContext(NavigationContext);
  const navigationType = useNavigationType();
  useRenewedQueries(tab.refreshCount);
  const ownNavigation = useMemo(() => {
    // The router knows a new URL before React renders it.
    const isShown = () => pathOf(window.location.pathname) === path;
    const navigator = pageNavigator(navigation.navigator, path, isShown, (address) =>
      dispatch({ type: 'move', address }),
    );
    return { ...navigation, navigator };
  }, [navigation, path, dispatch]);
  const resting = useMemo(() => ({ ...tabAddress(tab), state: null, key: 'default' }), [tab]);
  const location = shown ?? resting;
  const ownLocation = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  const pageTab = useMemo(
    () => ({
      setTitle: (text: string | undefined, search: string) =>
        dispatch({ type: 'title', path, search, text }),
      setUnsaved: (isUnsaved: boolean, search: string) =>
        dispatch({ type: 'unsaved', path, search, isUnsaved }),
      outlives: (pathname: string) =>
        enabled && keepsAlive(path) && pathOf(pathname) !== path && hasPage(pathOf(pathname)),
    }),
    [dispatch, path, enabled, keepsAlive, hasPage],
  );
  return (
    <NavigationContext value={ownNavigation}>
      <LocationContext value={ownLocation}>
        <PageTabContext value={pageTab}>
          <PageScroller framed={!keepsAlive(path)}>{children}</PageScroller>
        </PageTabContext>
      </LocationContext>
    </NavigationContext>
  );
};

/**
 * Returns the navigator of a page. A hidden page that navigates, at the end of an earlier call, changes only its own
 * URL and leaves the current page alone.
 */
export const pageNavigator = (
  router: Navigator,
  path: string,
  isShown: () => boolean,
  move: (address: TabAddress) => void,
): Navigator => {
  const go =
    (way: 'push' | 'replace'): Navigator['push'] =>
    (to, ...rest) => {
      if (isShown()) return router[way](to, ...rest);
      const address = resolvePath(to, path);
      if (pathOf(address.pathname) === path) move(address);
    };
  return {
    ...router,
    push: go('push'),
    replace: go('replace'),
    go: (steps) => {
      if (isShown()) router.go(steps);
    },
  };
};

/** Refetches the queries of a refreshed page, except the rights, which belong to the whole console. */
const useRenewedQueries = (refreshCount: number): void => {
  const client = useQueryClient();
  // Showing the page again runs its effects again.
  const done = useRef(refreshCount === 0);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    void client.invalidateQueries(
      { type: 'active', predicate: ({ queryKey }) => queryKey[0] !== 'auth' },
      { cancelRefetch: false },
    );
  }, [client]);
};

/** Attribute of the element that scrolls together with the top bar. */
export const SCROLL_AREA = 'data-scrolled';

/**
 * Scrolls a page, alone or together with the top bar, and restores its position.
 * @param framed the page fills the window and never scrolls
 */
const PageScroller = ({ framed, children }: { framed: boolean; children: ReactNode }) => {
  const [fixedHeader] = useSetting('fixedHeader');
  const alone = framed || fixedHeader;
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  // Browsers forget the scroll position of hidden elements.
  useLayoutEffect(() => {
    const scrolled = alone ? box.current : box.current?.closest(`[${SCROLL_AREA}]`);
    if (!scrolled) return;
    scrolled.scrollTop = top.current;
    const remember = () => {
      top.current = scrolled.scrollTop;
    };
    scrolled.addEventListener('scroll', remember, { passive: true });
    return () => scrolled.removeEventListener('scroll', remember);
  }, [alone]);
  return (
    <Box
      ref={box}
      {...(alone && scrolling)}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        ...(alone && { minHeight: 0, overflow: 'auto' }),
      }}
    >
      {children}
    </Box>
  );
};
