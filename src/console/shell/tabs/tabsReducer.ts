import type { Path } from 'react-router-dom';

/** URL within the console. */
export type TabAddress = Readonly<Path>;

export interface Tab {
  readonly path: string;
  readonly search: string;
  readonly hash: string;
  /** Number of refreshes, part of the page's key. */
  readonly refreshCount: number;
  /** Title that the page set, with the query it belongs to. */
  readonly title?: { readonly text: string; readonly search: string };
  /** Query at which the page has unsaved input. */
  readonly unsavedAt?: string;
}

export interface TabsState {
  /** Path of the page that never closes; undefined if it is not granted. */
  readonly home: string | undefined;
  /** In the order of the bar. */
  readonly tabs: readonly Tab[];
  readonly active: string | undefined;
  /** Paths by latest visit, newest first. */
  readonly recentPaths: readonly string[];
}

export type TabsAction =
  | { type: 'visit'; address: TabAddress; insteadOf?: string | undefined }
  /** A hidden page changed its own URL. */
  | { type: 'move'; address: TabAddress }
  | { type: 'close' | 'closeOthers' | 'closeRight' | 'refresh'; path: string }
  /** Moves a tab to an index of the bar; home keeps its place. */
  | { type: 'reorder'; path: string; to: number }
  | { type: 'closeAll' }
  | { type: 'title'; path: string; search: string; text: string | undefined }
  | { type: 'unsaved'; path: string; search: string; isUnsaved: boolean };

/** More tabs could not be distinguished. */
export const MAX_TABS = 20;

/** Removes trailing slashes: `/a/` is the page `/a`. */
export const pathOf = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

export const tabAt = ({ tabs }: Pick<TabsState, 'tabs'>, path: string): Tab | undefined =>
  tabs.find((tab) => tab.path === path);

export const hasUnsavedChanges = ({ unsavedAt, search }: Tab): boolean =>
  unsavedAt !== undefined && unsavedAt === search;

/** Returns the title that the page set for its current query. */
export const pageTitleOf = ({ title, search }: Tab): string | undefined =>
  title?.search === search ? title.text : undefined;

/** Returns the tabs after an action; the caller navigates to the active one. */
export const tabsReducer = (state: TabsState, action: TabsAction): TabsState => {
  switch (action.type) {
    case 'visit':
      return visitTab(replaceTab(state, action), action.address);
    case 'move':
      return withTab(state, pathOf(action.address.pathname), withAddress(action.address));
    case 'close':
      return withOnly(state, ({ path }) => path !== action.path);
    case 'closeOthers':
      return { ...withOnly(state, ({ path }) => path === action.path), active: action.path };
    case 'closeRight':
      return withoutRightOf(state, action.path);
    case 'reorder':
      return reorderTab(state, action.path, action.to);
    case 'closeAll':
      return { ...withOnly(state, () => false), active: state.home };
    case 'refresh': {
      const refreshed = withTab(state, action.path, ({ unsavedAt, title, ...tab }) => ({
        ...tab,
        refreshCount: tab.refreshCount + 1,
      }));
      return { ...refreshed, active: action.path };
    }
    case 'title':
      return withTab(state, action.path, ({ title, ...tab }) =>
        action.text ? { ...tab, title: { text: action.text, search: action.search } } : tab,
      );
    case 'unsaved':
      return withTab(state, action.path, ({ unsavedAt, ...tab }) =>
        action.isUnsaved ? { ...tab, unsavedAt: action.search } : tab,
      );
  }
};

const withTab = (state: TabsState, path: string, change: (tab: Tab) => Tab): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.path === path ? change(tab) : tab)),
});

const withAddress =
  ({ search, hash }: TabAddress) =>
  (tab: Tab): Tab => ({ ...tab, search, hash });

const replaceTab = (
  state: TabsState,
  { address, insteadOf }: Extract<TabsAction, { type: 'visit' }>,
): TabsState => {
  if (insteadOf === undefined) return state;
  const path = pathOf(address.pathname);
  const remaining = withOnly(state, (tab) => tab.path !== insteadOf);
  if (tabAt(state, path)) return remaining;
  return {
    ...withTab(state, insteadOf, (tab) => ({ ...tab, path })),
    recentPaths: state.recentPaths.filter((other) => other !== insteadOf),
  };
};

const visitTab = (state: TabsState, address: TabAddress): TabsState => {
  const path = pathOf(address.pathname);
  const next = {
    ...state,
    active: path,
    recentPaths: [path, ...state.recentPaths.filter((other) => other !== path)],
  };
  if (tabAt(state, path)) return withTab(next, path, withAddress(address));
  const tab: Tab = { path, search: address.search, hash: address.hash, refreshCount: 0 };
  return limitTabs({ ...next, tabs: [...state.tabs, tab] });
};

/**
 * Closes the oldest tab above the limit. Home and the active tab stay; one with unsaved input closes only if all others
 * have some.
 */
const limitTabs = (state: TabsState): TabsState => {
  if (state.tabs.length <= MAX_TABS) return state;
  const idle = state.tabs.filter(({ path }) => path !== state.home && path !== state.active);
  const victim = idle.find((tab) => !hasUnsavedChanges(tab)) ?? idle[0];
  return withOnly(state, (tab) => tab !== victim);
};

/** Closes the tabs right of one; if the active tab closes, that one becomes active. */
const withoutRightOf = (state: TabsState, path: string): TabsState => {
  const last = state.tabs.findIndex((tab) => tab.path === path);
  const leftTabs = state.tabs.slice(0, last + 1);
  const isHere = leftTabs.some((tab) => tab.path === state.active);
  return {
    ...withOnly(state, (tab) => leftTabs.includes(tab)),
    active: isHere ? state.active : path,
  };
};

const reorderTab = (state: TabsState, path: string, to: number): TabsState => {
  const tab = tabAt(state, path);
  if (!tab || path === state.home) return state;
  const otherTabs = state.tabs.filter((other) => other !== tab);
  const first = state.home === undefined ? 0 : 1;
  const at = Math.max(first, Math.min(to, otherTabs.length));
  return { ...state, tabs: [...otherTabs.slice(0, at), tab, ...otherTabs.slice(at)] };
};

/** Keeps some tabs and home; if the active one goes, the rightmost of them becomes active. */
const withOnly = (state: TabsState, keepsTab: (tab: Tab) => boolean): TabsState => {
  const tabs = state.tabs.filter((tab) => tab.path === state.home || keepsTab(tab));
  const has = (path: string | undefined) => tabs.some((tab) => tab.path === path);
  return {
    ...state,
    tabs,
    active: has(state.active) ? state.active : tabs.at(-1)?.path,
    recentPaths: state.recentPaths.filter(has),
  };
};

/** Returns the tabs whose unsaved input a change of state would lose. */
export const unsavedTabs = (before: TabsState, after: TabsState): Tab[] =>
  before.tabs.filter(
    (tab) => hasUnsavedChanges(tab) && tabAt(after, tab.path)?.refreshCount !== tab.refreshCount,
  );

/**
 * Returns where to redirect a visit whose address, such as the menu's, would lose a page's unsaved input; undefined if
 * the visit may go on.
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

/** Limit of hidden pages that stay mounted, because each costs memory. */
export const MAX_ALIVE = 8;

/**
 * Returns the pages that stay mounted besides the active one: the latest visited, and all with unsaved input. They keep
 * the order of their tabs, so that none moves in the document.
 * @param keepsAlive true if a page may be kept alive while another is shown
 */
export const alivePages = (
  { tabs, recentPaths }: Pick<TabsState, 'tabs' | 'recentPaths'>,
  keepsAlive: (path: string) => boolean,
): Tab[] => {
  const alivePaths = recentPaths.filter(keepsAlive);
  const latest = alivePaths.slice(0, MAX_ALIVE);
  return tabs.filter(
    (tab) => latest.includes(tab.path) || (hasUnsavedChanges(tab) && alivePaths.includes(tab.path)),
  );
};

/** Part of a tab that survives a reload. */
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
 * Returns the stored tabs after a reload, home first. Invalid values, from another version or other rights, are
 * dropped.
 * @param hasPage true if a path still leads to a page
 */
export const restoredTabs = (
  storedValue: unknown,
  home: string | undefined,
  hasPage: (path: string) => boolean,
): TabsState => {
  const validTabs = (Array.isArray(storedValue) ? storedValue : []).filter(isStoredTab);
  const start = home === undefined ? [] : [{ path: home, search: '', hash: '' }];
  const candidates = [...start, ...validTabs].filter(({ path }) => hasPage(path));
  const last = new Map(candidates.map((tab) => [tab.path, tab]));
  const tabs = [...last.values()].slice(0, MAX_TABS).map(
    ({ path, search, hash, title }: StoredTab): Tab => ({
      path,
      search,
      hash,
      refreshCount: 0,
      ...(title && { title: { text: title, search } }),
    }),
  );
  return { home, tabs, active: undefined, recentPaths: [] };
};
