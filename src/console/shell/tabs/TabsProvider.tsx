import { Box, Button, Typography } from '@mui/material';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStoreContext, useTranslate } from 'react-admin';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useBeforeUnload,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import {
  HOME,
  PASSWORD_PATH,
  PROFILE_PATH,
  pageTitles,
  providerOf,
  routeAt,
  useMenus,
} from '../../app/menus';
import { TabsEnabledContext } from '../../app/pageTab';
import { useAccess } from '../../data';
import { requiredContext } from '../../data/requiredContext';
import { PlainDialog } from '../../look/PlainDialog';
import { useSetting } from '../settings';
import {
  hasUnsavedChanges,
  pageTitleOf,
  pathOf,
  restoredTabs,
  storedTabs,
  type Tab,
  type TabAddress,
  type TabsAction,
  type TabsState,
  tabAddress,
  tabAt,
  tabsReducer,
  unsavedAddress,
  unsavedTabs,
} from './tabsReducer';

interface Tabs {
  state: TabsState;
  /** Changes the tabs without confirmation or navigation. */
  dispatch: (action: TabsAction) => void;
  /** Executes a choice of the operator: asks before unsaved input is lost, and navigates to the active tab. */
  choose: (action: TabsAction) => void;
  titleOf: (tab: Tab) => string;
  hasPage: (path: string) => boolean;
  /** True if a page may be kept alive while another is shown. */
  keepsAlive: (path: string) => boolean;
  /** Tabs are switched on; without tabs, no page is kept alive. */
  enabled: boolean;
}

export const [TabsContext, useTabs] = requiredContext<Tabs>('the layout');

/** Current tabs and page; those of `useTabs` may lag behind a page that renders slowly. */
interface Strip {
  readonly tabs: TabsState['tabs'];
  /** Path of the URL. */
  readonly here: string;
}

export const [StripContext, useTabStrip] = requiredContext<Strip>('the layout');

const closesOne = ({ type }: TabsAction) => type === 'close' || type === 'closeRight';

/** Manages the visited pages: follows the URL, stores the tabs for a reload, and executes the actions of the bar. */
export const TabsProvider = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const menus = useMenus();
  const navigate = useNavigate();
  const [enabled] = useSetting('tabs');
  const kinds = useRouteKinds();
  const { hasPage, keepsAlive } = kinds;
  const opened = useOpenTabs(hasPage);
  const { state, strip, newest, dispatch } = opened;
  /** Action that closes the current page; it runs once the next page is there. */
  const pending = useRef<TabsAction>(undefined);
  const [pendingAction, setPendingAction] = useState<TabsAction>();
  useFollowUrl(opened, pending, { ...kinds, enabled });
  useBeforeUnload((event) => {
    if (newest.current.tabs.some(hasUnsavedChanges)) event.preventDefault();
  });

  const perform = useCallback(
    (action: TabsAction) => {
      const next = tabsReducer(newest.current, action);
      const here = pathOf(window.location.pathname);
      // A page without a tab, such as /404, stays open when a hidden tab closes.
      const isBeside = tabAt(newest.current, here) === undefined && closesOne(action);
      const stays = isBeside && next.active === newest.current.active;
      if (next.active === here || stays) return dispatch(action);
      const target = next.active === undefined ? undefined : tabAt(next, next.active);
      pending.current = action;
      navigate(target ? tabAddress(target) : '/');
    },
    [navigate, dispatch, newest],
  );
  const choose = useCallback(
    (action: TabsAction) => {
      const losingInput = unsavedTabs(newest.current, tabsReducer(newest.current, action));
      if (losingInput.length > 0) setPendingAction(action);
      else perform(action);
    },
    [perform, newest],
  );
  const titleOf = useCallback(
    (tab: Tab) => pageTitleOf(tab) ?? pageTitles(translate, menus, tab.path).at(-1) ?? tab.path,
    [translate, menus],
  );
  const tabs = useMemo(
    () => ({ state, dispatch, choose, titleOf, hasPage, keepsAlive, enabled }),
    [state, dispatch, choose, titleOf, hasPage, keepsAlive, enabled],
  );
  return (
    <TabsContext value={tabs}>
      <StripContext value={strip}>
        <TabsEnabledContext value={enabled}>{children}</TabsEnabledContext>
      </StripContext>
      <DiscardDialog
        titles={
          pendingAction ? unsavedTabs(state, tabsReducer(state, pendingAction)).map(titleOf) : []
        }
        onStay={() => setPendingAction(undefined)}
        onLeave={() => {
          setPendingAction(undefined);
          if (pendingAction) perform(pendingAction);
        }}
      />
    </TabsContext>
  );
};

/** Returns the tabs, restored and stored for the operator, and the function that changes them. */
const useOpenTabs = (hasPage: Tabs['hasPage']) => {
  const store = useStoreContext();
  const { oper } = useAccess();
  const storeKey = `tabs.${oper.id}`;
  const [state, setState] = useState(() =>
    restoredTabs(store.getItem(storeKey), hasPage(HOME) ? HOME : undefined, hasPage),
  );
  const { pathname } = useLocation();
  const [strip, setStrip] = useState<Strip>(() => ({ tabs: state.tabs, here: pathOf(pathname) }));
  /** Ahead of the rendered state: the router can take several steps during one render. */
  const newest = useRef(state);
  const dispatch = useCallback(
    (action: TabsAction) => {
      const next = tabsReducer(newest.current, action);
      newest.current = next;
      setStrip(({ here }) => ({ tabs: next.tabs, here }));
      // Store at once: a reload may come before the render.
      store.setItem(storeKey, storedTabs(next));
      startTransition(() => setState(next));
    },
    [store, storeKey],
  );
  return { state, strip, setStrip, newest, dispatch };
};

/** Opens or activates the tab of each page that the router arrives at, after the pending action. */
const useFollowUrl = (
  { newest, setStrip, dispatch }: ReturnType<typeof useOpenTabs>,
  pending: RefObject<TabsAction | undefined>,
  { hasPage, keepsAlive, enabled }: Pick<Tabs, 'hasPage' | 'keepsAlive' | 'enabled'>,
) => {
  const navigate = useNavigate();
  const router = useContext(DataRouterContext)?.router;

  /** Returns the tab of a map with another provider, which is the same page and shares its tab. */
  const otherMap = (path: string): string | undefined =>
    keepsAlive(path)
      ? undefined
      : newest.current.tabs.find((tab) => tab.path !== path && !keepsAlive(tab.path))?.path;

  const arrive = useEffectEvent((address: TabAddress) => {
    if (pending.current) dispatch(pending.current);
    pending.current = undefined;
    const here = pathOf(address.pathname);
    setStrip(({ tabs }) => ({ tabs, here }));
    if (!hasPage(here)) return;
    const back = enabled ? unsavedAddress(newest.current, address) : undefined;
    if (back) navigate(back, { replace: true });
    else dispatch({ type: 'visit', address, insteadOf: otherMap(here) });
  });
  useEffect(() => {
    if (!router) return;
    let last = router.state.location;
    arrive(last);
    return router.subscribe(({ location }) => {
      if (location === last) return;
      last = location;
      arrive(location);
    });
  }, [router]);
};

const useRouteKinds = () => {
  const menus = useMenus();
  const hasPage = useCallback(
    (path: string) =>
      path === PROFILE_PATH || path === PASSWORD_PATH || routeAt(menus, path) !== undefined,
    [menus],
  );
  // A map stores its state in the URL and the store, and costs the most memory of all pages, so it starts anew.
  const keepsAlive = useCallback(
    (path: string) => {
      const route = routeAt(menus, path);
      return route === undefined || providerOf(route) === undefined;
    },
    [menus],
  );
  return { hasPage, keepsAlive };
};

interface Props {
  /** Titles of the pages whose unsaved input would be lost; the dialog is closed if there are none. */
  titles: readonly string[];
  onStay: () => void;
  onLeave: () => void;
}

/** A native dialog looks for the `autofocus` attribute, which React does not write. */
const focusFirst = (element: HTMLElement | null) => {
  element?.toggleAttribute('autofocus', true);
};

/** Asks before a tab with unsaved input closes. It is not lazy, so that it opens at once and without a network. */
const DiscardDialog = ({ titles, onStay, onLeave }: Props) => {
  const translate = useTranslate();
  const [title, text] = [useId(), useId()];
  if (titles.length === 0) return null;
  return (
    <PlainDialog
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={text}
      onClose={onStay}
      sx={{ width: 420, borderRadius: 2 }}
    >
      <Box sx={{ px: 3, pt: 2.5, pb: 2 }}>
        <Typography id={title} component="h2" variant="h5">
          {translate('tabs.discard.title')}
        </Typography>
        <Typography id={text} color="textSecondary" sx={{ mt: 1, mb: 2.5 }}>
          {translate('tabs.discard.text', { titles: titles.join(', ') })}
        </Typography>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
          <Button color="error" onClick={onLeave}>
            {translate('entity.discard.leave')}
          </Button>
          <Button variant="contained" onClick={onStay} ref={focusFirst}>
            {translate('tabs.discard.stay')}
          </Button>
        </Box>
      </Box>
    </PlainDialog>
  );
};
