/** An address within the console. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** A visited page. Its address without query is what it is known by. */
export interface Tab {
  readonly path: string;
  readonly search: string;
  readonly hash: string;
  /** How often it was made anew. */
  readonly round: number;
  /** What the page calls itself, at the query it said so. */
  readonly title?: { readonly text: string; readonly search: string };
  /** The query at which the page holds typed values that are not saved. */
  readonly held?: string;
}

export interface TabsState {
  /** The page that never closes, for whom it is granted. */
  readonly home: string | undefined;
  /** As they stand in the bar. */
  readonly tabs: readonly Tab[];
  readonly active: string | undefined;
  /** Paths, the latest visit first. */
  readonly used: readonly string[];
}

export type TabsAction =
  /** Somebody went to a place. */
  | { type: 'visit'; place: Place }
  /** A page changed its own address while it was not shown. */
  | { type: 'move'; place: Place }
  | { type: 'close' | 'closeOthers' | 'closeRight' | 'refresh'; path: string }
  /** A tab takes another place in the bar, counted from the left; home's stays its own. */
  | { type: 'reorder'; path: string; to: number }
  | { type: 'closeAll' }
  | { type: 'title'; path: string; search: string; text: string | undefined }
  | { type: 'hold'; path: string; search: string; held: boolean };

/** More tabs than this are not told apart. */
export const MOST_TABS = 20;

/** `/a/` is the page `/a`. */
export const pathOf = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

export const tabAt = ({ tabs }: Pick<TabsState, 'tabs'>, path: string): Tab | undefined =>
  tabs.find((tab) => tab.path === path);

/** Whether closing the page would lose what somebody typed. */
export const isHeld = ({ held, search }: Tab): boolean => held !== undefined && held === search;

/** What the page calls itself at its present address. */
export const ownTitle = ({ title, search }: Tab): string | undefined =>
  title?.search === search ? title.text : undefined;

/** The visited pages after something happened; whoever asks goes to the active one. */
export const tabsReducer = (state: TabsState, action: TabsAction): TabsState => {
  switch (action.type) {
    case 'visit':
      return visited(state, action.place);
    case 'move':
      return withTab(state, pathOf(action.place.pathname), moved(action.place));
    case 'close':
      return kept(state, ({ path }) => path !== action.path);
    case 'closeOthers':
      return { ...kept(state, ({ path }) => path === action.path), active: action.path };
    case 'closeRight':
      return withoutRightOf(state, action.path);
    case 'reorder':
      return reordered(state, action.path, action.to);
    case 'closeAll':
      return { ...kept(state, () => false), active: state.home };
    case 'refresh': {
      const renewed = withTab(state, action.path, ({ held, title, ...tab }) => ({
        ...tab,
        round: tab.round + 1,
      }));
      return { ...renewed, active: action.path };
    }
    case 'title':
      return withTab(state, action.path, ({ title, ...tab }) =>
        action.text ? { ...tab, title: { text: action.text, search: action.search } } : tab,
      );
    case 'hold':
      return withTab(state, action.path, ({ held, ...tab }) =>
        action.held ? { ...tab, held: action.search } : tab,
      );
  }
};

const withTab = (state: TabsState, path: string, change: (tab: Tab) => Tab): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.path === path ? change(tab) : tab)),
});

const moved =
  ({ search, hash }: Place) =>
  (tab: Tab): Tab => ({ ...tab, search, hash });

const visited = (state: TabsState, place: Place): TabsState => {
  const path = pathOf(place.pathname);
  const next = {
    ...state,
    active: path,
    used: [path, ...state.used.filter((other) => other !== path)],
  };
  if (tabAt(state, path)) return withTab(next, path, moved(place));
  const tab: Tab = { path, search: place.search, hash: place.hash, round: 0 };
  return capped({ ...next, tabs: [...state.tabs, tab] });
};

/** One too many: the oldest goes, but neither home, nor the active one, nor, if it can be helped, a held one. */
const capped = (state: TabsState): TabsState => {
  if (state.tabs.length <= MOST_TABS) return state;
  const idle = state.tabs.filter(({ path }) => path !== state.home && path !== state.active);
  const victim = idle.find((tab) => !isHeld(tab)) ?? idle[0];
  return kept(state, (tab) => tab !== victim);
};

/** Somebody who was on a tab that went is on the one that was clicked. */
const withoutRightOf = (state: TabsState, path: string): TabsState => {
  const last = state.tabs.findIndex((tab) => tab.path === path);
  const left = state.tabs.slice(0, last + 1);
  const isHere = left.some((tab) => tab.path === state.active);
  return { ...kept(state, (tab) => left.includes(tab)), active: isHere ? state.active : path };
};

const reordered = (state: TabsState, path: string, to: number): TabsState => {
  const tab = tabAt(state, path);
  if (!tab || path === state.home) return state;
  const others = state.tabs.filter((other) => other !== tab);
  const first = state.home === undefined ? 0 : 1;
  const at = Math.max(first, Math.min(to, others.length));
  return { ...state, tabs: [...others.slice(0, at), tab, ...others.slice(at)] };
};

/** Some tabs and home; where the active one is not among them, the rightmost that is left takes its place. */
const kept = (state: TabsState, keep: (tab: Tab) => boolean): TabsState => {
  const tabs = state.tabs.filter((tab) => tab.path === state.home || keep(tab));
  const has = (path: string | undefined) => tabs.some((tab) => tab.path === path);
  return {
    ...state,
    tabs,
    active: has(state.active) ? state.active : tabs.at(-1)?.path,
    used: state.used.filter(has),
  };
};
