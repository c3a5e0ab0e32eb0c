import type { ReactNode } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { KeptPage } from './KeptPage';
import { livePages } from './livePages';
import { heldPlace, placeOf } from './losses';
import { useTabs } from './TabsContext';
import { pathOf, type Tab, tabAt } from './tabsReducer';

/** One object for an address as long as it is the same, so that a page behind is not drawn again. */
const resting = new WeakMap<Tab, Location>();

const restingAt = (tab: Tab): Location => {
  const known = resting.get(tab);
  if (known) return known;
  const made = { ...placeOf(tab), state: null, key: 'default' };
  resting.set(tab, made);
  return made;
};

/**
 * The page of the address, and behind it the others that are open, each with its state.
 * @param children the routes; they are matched once for each page, at that page's own address
 */
export const KeptPages = ({ children }: { children: ReactNode }) => {
  const { state, keeps, enabled } = useTabs();
  const location = useLocation();
  const path = pathOf(location.pathname);
  const known = tabAt(state, path);
  const here: Tab = known ?? { path, search: location.search, hash: location.hash, round: 0 };
  const live = enabled ? livePages(state, keeps) : [];
  const pages = state.tabs.filter((tab) => tab === here || live.includes(tab));
  const isLedBack = enabled && heldPlace(state, location) !== undefined;
  return (known ? pages : [...pages, here]).map((tab) => (
    <KeptPage
      key={`${tab.path} ${tab.round}`}
      path={tab.path}
      location={tab === here && !isLedBack ? location : restingAt(tab)}
      shown={tab === here}
      round={tab.round}
    >
      {children}
    </KeptPage>
  ));
};
