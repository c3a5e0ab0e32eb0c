import { isHeld, type Tab, type TabsState } from './tabsReducer';

/** A page that nobody looks at costs memory all the same. */
export const MOST_LIVE = 8;

/**
 * The pages that stay drawn besides the one in use, in the order of their tabs so that none is moved: the latest
 * visited, and every one with typed values.
 * @param keeps whether a page may be kept while another is shown
 */
export const livePages = (
  { tabs, used }: Pick<TabsState, 'tabs' | 'used'>,
  keeps: (path: string) => boolean,
): Tab[] => {
  const kept = used.filter(keeps);
  const latest = kept.slice(0, MOST_LIVE);
  return tabs.filter(
    (tab) => latest.includes(tab.path) || (isHeld(tab) && kept.includes(tab.path)),
  );
};
