import { Box, Button, Typography } from '@mui/material';
import {
  createContext,
  type ReactNode,
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
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { useAccess } from '../../data';
import { PlainDialog } from '../../look/PlainDialog';
import { useIsPhone } from '../../look/useIsPhone';
import {
  HOME,
  PASSWORD_PATH,
  PROFILE_PATH,
  pageTitles,
  providerOf,
  routeAt,
  useMenus,
} from '../menus';
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
  /** Changes the tabs as they are, without asking and without leading anywhere. */
  dispatch: (action: TabsAction) => void;
  /** Does what somebody chose in the bar: asks before typed values are lost, and goes to the active tab. */
  choose: (action: TabsAction) => void;
  titleOf: (tab: Tab) => string;
  /** Whether a path leads to a page that gets a tab. */
  hasPage: (path: string) => boolean;
  /** Whether a page may be kept alive while another is shown. */
  keepsAlive: (path: string) => boolean;
  /** Whether tabs are switched on; without them no page is kept. */
  enabled: boolean;
}

const TabsContext = createContext<Tabs | null>(null);

export const useTabs = (): Tabs => {
  const tabs = useContext(TabsContext);
  if (!tabs) throw new Error('Tabs are known inside of the layout only');
  return tabs;
};

/** The tabs and the page in use as they are at this moment; those of `useTabs` may wait for a page that takes long to draw. */
interface Strip {
  readonly tabs: TabsState['tabs'];
  /** The path in the address. */
  readonly here: string;
}

const StripContext = createContext<Strip | null>(null);

export const useTabStrip = (): Strip => {
  const strip = useContext(StripContext);
  if (!strip) throw new Error('Tabs are known inside of the layout only');
  return strip;
};

/** Whether a tab in view says what the page is called: a heading need not say it once more. */
export const useIsTitledByTab = (): boolean => {
  const enabled = useContext(TabsContext)?.enabled ?? false;
  const isPhone = useIsPhone();
  return enabled && !isPhone;
};

const closesOne = ({ type }: TabsAction) => type === 'close' || type === 'closeRight';

/** The visited pages: follows the address, remembers them for a reload, and does what is chosen in the bar. */
export const TabsProvider = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const menus = useMenus();
  const navigate = useNavigate();
  const store = useStoreContext();
  const { oper } = useAccess();
  const [enabled] = useSetting('tabs');
  const { hasPage, keepsAlive } = useRouteKinds();
  const router = useContext(DataRouterContext)?.router;
  const storeKey = `tabs.${oper.id}`;
  const [state, setState] = useState(() =>
    restoredTabs(store.getItem(storeKey), hasPage(HOME) ? HOME : undefined, hasPage),
  );
  const { pathname } = useLocation();
  const [strip, setStrip] = useState<Strip>(() => ({ tabs: state.tabs, here: pathOf(pathname) }));
  /** Ahead of what is drawn: the router takes several steps while React draws one. */
  const newest = useRef(state);
  const dispatch = useCallback(
    (action: TabsAction) => {
      const next = tabsReducer(newest.current, action);
      newest.current = next;
      setStrip(({ here }) => ({ tabs: next.tabs, here }));
      // At once: a reload may come before the page is drawn.
      store.setItem(storeKey, storedTabs(next));
      startTransition(() => setState(next));
    },
    [store, storeKey],
  );
  /** A step that takes the page in use away is made when the next one is there. */
  const pending = useRef<TabsAction>(undefined);
  const [pendingAction, setPendingAction] = useState<TabsAction>();

  /** The tab of the map on another provider: the same page, and so the same tab. */
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

  const holds = state.tabs.some(hasUnsavedChanges);
  useEffect(() => {
    if (!holds) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [holds]);

  const perform = useCallback(
    (action: TabsAction) => {
      const next = tabsReducer(newest.current, action);
      const here = pathOf(window.location.pathname);
      // A page without a tab, as /404 is, stays when a tab that is not shown goes.
      const isBeside = tabAt(newest.current, here) === undefined && closesOne(action);
      const stays = isBeside && next.active === newest.current.active;
      if (next.active === here || stays) return dispatch(action);
      const target = next.active === undefined ? undefined : tabAt(next, next.active);
      pending.current = action;
      navigate(target ? tabAddress(target) : '/');
    },
    [navigate, dispatch],
  );
  const choose = useCallback(
    (action: TabsAction) => {
      const losingInput = unsavedTabs(newest.current, tabsReducer(newest.current, action));
      if (losingInput.length > 0) setPendingAction(action);
      else perform(action);
    },
    [perform],
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
      <StripContext value={strip}>{children}</StripContext>
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

/** What kind of page a path leads to. */
const useRouteKinds = () => {
  const menus = useMenus();
  const hasPage = useCallback(
    (path: string) =>
      path === PROFILE_PATH || path === PASSWORD_PATH || routeAt(menus, path) !== undefined,
    [menus],
  );
  // A map keeps all it knows in the address and the store, and is the costliest page there is: it starts afresh.
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
  /** The pages whose typed values would be lost; none closes the dialog. */
  titles: readonly string[];
  onStay: () => void;
  onLeave: () => void;
}

/** A dialog of the browser's looks for the attribute, which React would not write. */
const focusFirst = (element: HTMLElement | null) => {
  element?.toggleAttribute('autofocus', true);
};

/** Asks before a tab with typed values is taken down: at once, and without a network. */
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
            {translate('tabs.discard.leave')}
          </Button>
          <Button variant="contained" onClick={onStay} ref={focusFirst}>
            {translate('tabs.discard.stay')}
          </Button>
        </Box>
      </Box>
    </PlainDialog>
  );
};
