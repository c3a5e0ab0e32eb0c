import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Opened } from './opened';
import { presentParams } from './presentParams';

/** Keys travel as text; ours are numbers. */
const idOf = (text: string | null): string | number | undefined =>
  text === null ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text;

type Change = Partial<Record<Opened, string | number | null>>;

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
