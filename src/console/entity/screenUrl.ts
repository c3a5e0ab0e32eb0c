import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The parts of an address that say what is opened over a list: `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`. */
export const OPEN_PARAMS = ['show', 'edit', 'create', 'tab'] as const;

type OpenParam = (typeof OPEN_PARAMS)[number];

/** Keys travel as text; ours are numbers. */
const idOf = (text: string | null): string | number | undefined =>
  text === null ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text;

type Change = Partial<Record<OpenParam, string | number | null>>;

const withOpened = (params: URLSearchParams, opened: Change): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(opened)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

/** What is opened over a list, as the address has it: `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`. */
export const useScreenUrl = () => {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const go = (opened: Change, replace = false) =>
      setParams(withOpened(presentParams(), opened), { replace });
    return {
      shown: idOf(params.get('show')),
      edited: idOf(params.get('edit')),
      creating: params.has('create'),
      tab: params.get('tab') ?? undefined,
      /** The address of a record's detail, to link to. */
      showSearch: (id: string | number) => `?${withOpened(params, { show: id, tab: null })}`,
      show: (id: string | number) => go({ show: id }, params.has('show')),
      openTab: (tab: string | null) => go({ tab }, true),
      edit: (id: string | number) => go({ edit: id }),
      create: () => go({ create: 1 }),
      /** Closes the form of a new record and opens its detail. */
      showCreated: (id: string | number) => go({ create: null, show: id, tab: null }, true),
      /** Closes the dialog; a detail behind it stays. */
      closeForm: () => go({ edit: null, create: null }, true),
      closeDetail: () => go({ show: null, tab: null }, true),
    };
  }, [params, setParams]);
};

export type ScreenUrl = ReturnType<typeof useScreenUrl>;

/**
 * The query of the address as it is this moment. What a component was drawn with may be older: two changes that come
 * close together, a filter after a pause in typing and a press on a row, would undo each other.
 */
export const presentParams = (): URLSearchParams => new URLSearchParams(window.location.search);

interface LocallyOpen {
  readonly shown?: string | number;
  readonly edited?: string | number;
  readonly creating: boolean;
  readonly tab?: string;
}

const CLOSED: LocallyOpen = { creating: false };

/** What is opened over a list inside of a detail; the address tells of the outer screen only. */
export const useLocalUrl = (): ScreenUrl => {
  const [opened, setOpened] = useState(CLOSED);
  return useMemo(() => {
    const go = (change: Partial<LocallyOpen>) => setOpened((before) => ({ ...before, ...change }));
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
