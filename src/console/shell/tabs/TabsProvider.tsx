import { useStoreContext, useTranslate } from 'ra-core';
import {
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';

import { UNSAFE_DataRouterContext as DataRouterContext, useNavigate } from 'react-router-dom';
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
  type Place,
  pathOf,
  type Tab,
  type TabsAction,
  tabAt,
  tabsReducer,
} from './tabsReducer';
import { useRouteKinds } from './useRouteKinds';

const closesOne = ({ type }: TabsAction) => type === 'close' || type === 'closeRight';

/** The visited pages: follows the address, remembers them for a reload, and does what is chosen in the bar. */
export const TabsProvider = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const menus = useMenus();
  const navigate = useNavigate();
  const store = useStoreContext();
  const { oper } = useAccess();
  const [enabled] = useSetting('tabs');
  const { hasPage, keeps } = useRouteKinds();
  const router = useContext(DataRouterContext)?.router;
  const storeKey = `tabs.${oper.id}`;
  const [state, setState] = useState(() =>
    restoredTabs(store.getItem(storeKey), hasPage(HOME) ? HOME : undefined, hasPage),
  );
  /** Ahead of what is drawn: the router takes several steps while React draws one. */
  const newest = useRef(state);
  const dispatch = useCallback((action: TabsAction) => {
    const next = tabsReducer(newest.current, action);
    newest.current = next;
    startTransition(() => setState(next));
  }, []);
  /** A step that takes the page in use away is made when the next one is there. */
  const pending = useRef<TabsAction>(undefined);
  const [asked, setAsked] = useState<TabsAction>();

  const arrive = useEffectEvent((place: Place) => {
    if (pending.current) dispatch(pending.current);
    pending.current = undefined;
    if (!hasPage(pathOf(place.pathname))) return;
    const back = enabled ? heldPlace(newest.current, place) : undefined;
    if (back) navigate(back, { replace: true });
    else dispatch({ type: 'visit', place });
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
      const here = pathOf(window.location.pathname);
      // A place without a tab, as /404 is, stays when a tab that is not shown goes.
      const isBeside = tabAt(newest.current, here) === undefined && closesOne(action);
      const stays = isBeside && next.active === newest.current.active;
      if (next.active === here || stays) return dispatch(action);
      const target = next.active === undefined ? undefined : tabAt(next, next.active);
      pending.current = action;
      navigate(target ? placeOf(target) : '/');
    },
    [navigate, dispatch],
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
    [state, dispatch, choose, titleOf, hasPage, keeps, enabled],
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
