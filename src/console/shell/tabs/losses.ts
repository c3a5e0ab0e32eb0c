import { isHeld, type Place, pathOf, type Tab, type TabsState, tabAt } from './tabsReducer';

/** The tabs with typed values that a step would take down. */
export const losses = (before: TabsState, after: TabsState): Tab[] =>
  before.tabs.filter((tab) => isHeld(tab) && tabAt(after, tab.path)?.round !== tab.round);

/**
 * Where somebody is led who comes back to a page with typed values by an address that would lose them, such as the
 * menu's. Undefined where they may go on.
 */
export const heldPlace = (state: TabsState, { pathname, search }: Place): Place | undefined => {
  const path = pathOf(pathname);
  const tab = tabAt(state, path);
  if (state.active === path || !tab || !isHeld(tab) || tab.search === search) return undefined;
  return placeOf(tab);
};

export const placeOf = ({ path, search, hash }: Tab): Place => ({ pathname: path, search, hash });
