import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** What a page may say to its own tab. */
export interface PageTab {
  setTitle: (text: string | undefined, search: string) => void;
  hold: (held: boolean, search: string) => void;
  /** Whether the page goes on living while another address is shown. */
  outlives: (pathname: string) => boolean;
}

export const PageTabContext = createContext<PageTab | null>(null);

/** Names the page's tab after the record it shows; the name goes with the query it was given at. */
export const useTabTitle = (text: string | undefined): void => {
  const tab = useContext(PageTabContext);
  const { search } = useLocation();
  useEffect(() => tab?.setTitle(text, search), [tab, text, search]);
};

/**
 * Marks the page as one with typed values: it is not closed without asking, and stays alive while others are shown.
 * @returns whether the values outlive a change to another address; without tabs they never do
 */
export const useHold = (dirty: boolean): ((pathname: string) => boolean) => {
  const tab = useContext(PageTabContext);
  const { search } = useLocation();
  useEffect(() => tab?.hold(dirty, search), [tab, dirty, search]);
  return tab?.outlives ?? never;
};

const never = () => false;
