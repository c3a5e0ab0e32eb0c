import { useMemo, useState } from 'react';
import type { ScreenUrl } from './useScreenUrl';

interface Opened {
  readonly shown?: string | number;
  readonly edited?: string | number;
  readonly creating: boolean;
  readonly tab?: string;
}

const CLOSED: Opened = { creating: false };

/** What is opened over a list inside of a detail; the address tells of the outer screen only. */
export const useLocalUrl = (): ScreenUrl => {
  const [opened, setOpened] = useState(CLOSED);
  return useMemo(() => {
    const go = (change: Partial<Opened>) => setOpened((before) => ({ ...before, ...change }));
    return {
      shown: opened.shown,
      edited: opened.edited,
      creating: opened.creating,
      tab: opened.tab,
      showSearch: () => location.search,
      show: (shown) => go({ shown }),
      showCreated: (shown) => go({ creating: false, shown, tab: undefined }),
      openTab: (tab) => go({ tab: tab ?? undefined }),
      edit: (edited) => go({ edited }),
      create: () => go({ creating: true }),
      closeForm: () => go({ edited: undefined, creating: false }),
      closeDetail: () => go({ shown: undefined, tab: undefined }),
    };
  }, [opened]);
};
