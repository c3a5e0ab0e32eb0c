import { createContext, useContext } from 'react';
import type { Tab, TabsAction, TabsState } from './tabsReducer';

export interface Tabs {
  state: TabsState;
  /** Changes the tabs as they are, without asking and without leading anywhere. */
  dispatch: (action: TabsAction) => void;
  /** Does what somebody chose in the bar: asks before typed values are lost, and goes to the active tab. */
  choose: (action: TabsAction) => void;
  titleOf: (tab: Tab) => string;
  /** Whether a path leads to a page that gets a tab. */
  hasPage: (path: string) => boolean;
  /** Whether a page may be kept while another is shown. */
  keeps: (path: string) => boolean;
  /** Whether tabs are switched on; without them no page is kept. */
  enabled: boolean;
}

export const TabsContext = createContext<Tabs | null>(null);

export const useTabs = (): Tabs => {
  const tabs = useContext(TabsContext);
  if (!tabs) throw new Error('Tabs are known inside of the layout only');
  return tabs;
};
