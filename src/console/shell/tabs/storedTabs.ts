import { MOST_TABS, ownTitle, type Tab, type TabsState } from './tabsReducer';

/** What a reload keeps of a tab. */
type StoredTab = Pick<Tab, 'path' | 'search' | 'hash'> & { title?: string };

export const storedTabs = ({ tabs }: TabsState): StoredTab[] =>
  tabs.map((tab) => {
    const title = ownTitle(tab);
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
  const tabs = [...last.values()].slice(0, MOST_TABS).map(
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
