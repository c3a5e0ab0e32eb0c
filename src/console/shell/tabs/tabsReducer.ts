/** An address within the console. */
export interface TabAddress {
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
  /** Somebody went to an address. */
  | { type: 'visit'; address: TabAddress; insteadOf?: string | undefined }
  /** A page changed its own address while it was not shown. */
  | { type: 'move'; address: TabAddress }
  | { type: 'close' | 'closeOthers' | 'closeRight' | 'refresh'; path: string }
  /** A tab takes another place in the bar, counted from the left; home's stays its own. */
  | { type: 'reorder'; path: string; to: number }
  | { type: 'closeAll' }
  | { type: 'title'; path: string; search: string; text: string | undefined }
  | { type: 'hold'; path: string; search: string; held: boolean };

/** More tabs than this are not told apart. */
export const MAX_TABS = 20;

/** `/a/` is the page `/a`. */
export const pathOf = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

export const tabAt = ({ tabs }: Pick<TabsState, 'tabs'>, path: string): Tab | undefined =>
  tabs.find((tab) => tab.path === path);

/** Whether closing the page would lose what somebody typed. */
export const hasUnsavedChanges = ({ held, search }: Tab): boolean =>
  held !== undefined && held === search;

/** What the page calls itself at its present address. */
export const pageTitleOf = ({ title, search }: Tab): string | undefined =>
  title?.search === search ? title.text : undefined;

/** The visited pages after something happened; whoever asks goes to the active one. */
export const tabsReducer = (state: TabsState, action: TabsAction): TabsState => {
  switch (action.type) {
    case 'visit':
      return visited(withMoved(state, action), action.address);
    case 'move':
      return withTab(state, pathOf(action.address.pathname), moved(action.address));
    case 'close':
      return withOnly(state, ({ path }) => path !== action.path);
    case 'closeOthers':
      return { ...withOnly(state, ({ path }) => path === action.path), active: action.path };
    case 'closeRight':
      return withoutRightOf(state, action.path);
    case 'reorder':
      return reordered(state, action.path, action.to);
    case 'closeAll':
      return { ...withOnly(state, () => false), active: state.home };
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
  ({ search, hash }: TabAddress) =>
  (tab: Tab): Tab => ({ ...tab, search, hash });

/** The tabs with the one that an address is visited instead of at that address. */
const withMoved = (
  state: TabsState,
  { address, insteadOf }: Extract<TabsAction, { type: 'visit' }>,
): TabsState => {
  if (insteadOf === undefined) return state;
  const path = pathOf(address.pathname);
  const rest = withOnly(state, (tab) => tab.path !== insteadOf);
  if (tabAt(state, path)) return rest;
  return {
    ...withTab(state, insteadOf, (tab) => ({ ...tab, path })),
    used: state.used.filter((other) => other !== insteadOf),
  };
};

const visited = (state: TabsState, address: TabAddress): TabsState => {
  const path = pathOf(address.pathname);
  const next = {
    ...state,
    active: path,
    used: [path, ...state.used.filter((other) => other !== path)],
  };
  if (tabAt(state, path)) return withTab(next, path, moved(address));
  const tab: Tab = { path, search: address.search, hash: address.hash, round: 0 };
  return capped({ ...next, tabs: [...state.tabs, tab] });
};

/** One too many: the oldest goes, but neither home, nor the active one, nor, if it can be helped, a held one. */
const capped = (state: TabsState): TabsState => {
  if (state.tabs.length <= MAX_TABS) return state;
  const idle = state.tabs.filter(({ path }) => path !== state.home && path !== state.active);
  const victim = idle.find((tab) => !hasUnsavedChanges(tab)) ?? idle[0];
  return withOnly(state, (tab) => tab !== victim);
};

/** Somebody who was on a tab that went is on the one that was clicked. */
const withoutRightOf = (state: TabsState, path: string): TabsState => {
  const last = state.tabs.findIndex((tab) => tab.path === path);
  const left = state.tabs.slice(0, last + 1);
  const isHere = left.some((tab) => tab.path === state.active);
  return { ...withOnly(state, (tab) => left.includes(tab)), active: isHere ? state.active : path };
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
const withOnly = (state: TabsState, keep: (tab: Tab) => boolean): TabsState => {
  const tabs = state.tabs.filter((tab) => tab.path === state.home || keep(tab));
  const has = (path: string | undefined) => tabs.some((tab) => tab.path === path);
  return {
    ...state,
    tabs,
    active: has(state.active) ? state.active : tabs.at(-1)?.path,
    used: state.used.filter(has),
  };
};

/** The tabs with typed values that a step would take down. */
export const unsavedTabs = (before: TabsState, after: TabsState): Tab[] =>
  before.tabs.filter(
    (tab) => hasUnsavedChanges(tab) && tabAt(after, tab.path)?.round !== tab.round,
  );

/**
 * Where somebody is led who comes back to a page with typed values by an address that would lose them, such as the
 * menu's. Undefined where they may go on.
 */
export const unsavedAddress = (
  state: TabsState,
  { pathname, search }: TabAddress,
): TabAddress | undefined => {
  const path = pathOf(pathname);
  const tab = tabAt(state, path);
  if (state.active === path || !tab || !hasUnsavedChanges(tab) || tab.search === search)
    return undefined;
  return tabAddress(tab);
};

export const tabAddress = ({ path, search, hash }: Tab): TabAddress => ({
  pathname: path,
  search,
  hash,
});

/** A page that nobody looks at costs memory all the same. */
export const MAX_ALIVE = 8;

/**
 * The pages that stay drawn besides the one in use, in the order of their tabs so that none is moved: the latest
 * visited, and every one with typed values.
 * @param keepsAlive whether a page may be kept alive while another is shown
 */
export const alivePages = (
  { tabs, used }: Pick<TabsState, 'tabs' | 'used'>,
  keepsAlive: (path: string) => boolean,
): Tab[] => {
  const kept = used.filter(keepsAlive);
  const latest = kept.slice(0, MAX_ALIVE);
  return tabs.filter(
    (tab) => latest.includes(tab.path) || (hasUnsavedChanges(tab) && kept.includes(tab.path)),
  );
};

/** What a reload keeps of a tab. */
type StoredTab = Pick<Tab, 'path' | 'search' | 'hash'> & { title?: string };

export const storedTabs = ({ tabs }: TabsState): StoredTab[] =>
  tabs.map((tab) => {
    const title = pageTitleOf(tab);
    return { path: tab.path, search: tab.search, hash: tab.hash, ...(title && { title }) };
  });

const isStoredTab = (value: unknown): value is StoredTab => {
  const tab = value as Partial<StoredTab> | null;
  return [tab?.path, tab?.search, tab?.hash, tab?.title ?? ''].every(
    (part) => typeof part === 'string',
  );
};

/**
 * The tabs of before a reload, home first. What was stored may be of another version or of other rights.
 * @param hasPage whether a path still leads to a page
 */
export const restoredTabs = (
  stored: unknown,
  home: string | undefined,
  hasPage: (path: string) => boolean,
): TabsState => {
  const known = (Array.isArray(stored) ? stored : []).filter(isStoredTab);
  const start = home === undefined ? [] : [{ path: home, search: '', hash: '' }];
  const wanted = [...start, ...known].filter(({ path }) => hasPage(path));
  const last = new Map(wanted.map((tab) => [tab.path, tab]));
  const tabs = [...last.values()].slice(0, MAX_TABS).map(
    ({ path, search, hash, title }: StoredTab): Tab => ({
      path,
      search,
      hash,
      round: 0,
      ...(title && { title: { text: title, search } }),
    }),
  );
  return { home, tabs, active: undefined, used: [] };
};
