import { Activity, type ReactNode, useContext, useMemo } from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  useNavigationType,
} from 'react-router-dom';
import { PageScroller } from './PageScroller';
import { PageTabContext } from './PageTab';
import { pageNavigator } from './pageNavigator';
import { useTabs } from './TabsContext';
import { pathOf } from './tabsReducer';
import { useRenewedQueries } from './useRenewedQueries';

interface Props {
  path: string;
  /** Where the page is, also while another one is shown. */
  location: Location;
  shown: boolean;
  round: number;
  children: ReactNode;
}

/** A page with an address of its own. Not shown, it keeps its state, and its effects rest. */
export const KeptPage = ({ path, location, shown, round, children }: Props) => (
  <Activity mode={shown ? 'visible' : 'hidden'}>
    <OwnAddress path={path} location={location} round={round}>
      {children}
    </OwnAddress>
  </Activity>
);

const OwnAddress = ({ path, location, round, children }: Omit<Props, 'shown'>) => {
  const { dispatch, enabled, keeps, hasPage } = useTabs();
  const navigation = useContext(NavigationContext);
  const navigationType = useNavigationType();
  useRenewedQueries(round);
  const ownNavigation = useMemo(() => {
    // The router knows a new place before React draws it.
    const isShown = () => pathOf(window.location.pathname) === path;
    const navigator = pageNavigator(navigation.navigator, path, isShown, (place) =>
      dispatch({ type: 'move', place }),
    );
    return { ...navigation, navigator };
  }, [navigation, path, dispatch]);
  const ownLocation = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  const pageTab = useMemo(
    () => ({
      setTitle: (text: string | undefined, search: string) =>
        dispatch({ type: 'title', path, search, text }),
      hold: (held: boolean, search: string) => dispatch({ type: 'hold', path, search, held }),
      outlives: (pathname: string) =>
        enabled && keeps(path) && pathOf(pathname) !== path && hasPage(pathOf(pathname)),
    }),
    [dispatch, path, enabled, keeps, hasPage],
  );
  return (
    <NavigationContext value={ownNavigation}>
      <LocationContext value={ownLocation}>
        <PageTabContext value={pageTab}>
          <PageScroller framed={!keeps(path)}>{children}</PageScroller>
        </PageTabContext>
      </LocationContext>
    </NavigationContext>
  );
};
