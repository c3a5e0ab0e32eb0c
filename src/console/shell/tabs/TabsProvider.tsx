import { useStoreContext, useTranslate } from 'ra-core';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAccess } from '../../data';
import { useMenus } from '../MenuContext';
import { HOME } from '../routes/Home';
import { useSetting } from '../settings';
import { DiscardDialog } from './DiscardDialog';
import { heldPlace, losses, placeOf } from './losses';
import { pageTitle } from './pageTitle';
import { restoredTabs, storedTabs } from './storedTabs';
import { TabsContext } from './TabsContext';
import {
  isHeld,
  ownTitle,
  pathOf,
  type Tab,
  type TabsAction,
  tabAt,
  tabsReducer,
} from './tabsReducer';
import { useRouteKinds } from './useRouteKinds';

/** The visited pages: follows the address, remembers them for a reload, and does what is chosen in the bar. */
export const TabsProvider = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const menus = useMenus();
  const navigate = useNavigate();
  const store = useStoreContext();
  const { oper } = useAccess();
  const [enabled] = useSetting('tabs');
  const { hasPage, keeps } = useRouteKinds();
  const storeKey = `tabs.${oper.id}`;
  const [state, dispatch] = useReducer(tabsReducer, undefined, () =>
    restoredTabs(store.getItem(storeKey), hasPage(HOME) ? HOME : undefined, hasPage),
  );
  const { pathname, search, hash } = useLocation();
  const newest = useRef(state);
  newest.current = state;
  /** A step that takes the page in use away is made when the next one is there. */
  const pending = useRef<TabsAction>(undefined);
  const [asked, setAsked] = useState<TabsAction>();

  useEffect(() => {
    if (pending.current) dispatch(pending.current);
    pending.current = undefined;
    const place = { pathname, search, hash };
    if (!hasPage(pathOf(pathname))) return;
    const back = enabled ? heldPlace(newest.current, place) : undefined;
    if (back) navigate(back, { replace: true });
    else dispatch({ type: 'visit', place });
  }, [pathname, search, hash, hasPage, enabled, navigate]);

  useEffect(() => store.setItem(storeKey, storedTabs(state)), [store, storeKey, state]);

  const holds = state.tabs.some(isHeld);
  useEffect(() => {
    if (!holds) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [holds]);

  const perform = useCallback(
    (action: TabsAction) => {
      const next = tabsReducer(newest.current, action);
      if (next.active === pathOf(window.location.pathname)) return dispatch(action);
      const target = next.active === undefined ? undefined : tabAt(next, next.active);
      pending.current = action;
      navigate(target ? placeOf(target) : '/');
    },
    [navigate],
  );
  const choose = useCallback(
    (action: TabsAction) => {
      const lost = losses(newest.current, tabsReducer(newest.current, action));
      if (lost.length > 0) setAsked(action);
      else perform(action);
    },
    [perform],
  );
  const titleOf = useCallback(
    (tab: Tab) => ownTitle(tab) ?? pageTitle(translate, menus, tab.path) ?? tab.path,
    [translate, menus],
  );
  const tabs = useMemo(
    () => ({ state, dispatch, choose, titleOf, hasPage, keeps, enabled }),
    [state, choose, titleOf, hasPage, keeps, enabled],
  );
  return (
    <TabsContext value={tabs}>
      {children}
      <DiscardDialog
        titles={asked ? losses(state, tabsReducer(state, asked)).map(titleOf) : []}
        onStay={() => setAsked(undefined)}
        onLeave={() => {
          setAsked(undefined);
          if (asked) perform(asked);
        }}
      />
    </TabsContext>
  );
};
