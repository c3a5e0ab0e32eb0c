import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type AnyEntity, hasTextKey } from '../../config';
import { type Key, keyFrom } from '../../domain/key';

/**
 * The parts of an address that say what is opened over a list, `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`, and
 * what is shown beside it, `?at=5`.
 */
export const OPEN_PARAMS = ['show', 'edit', 'create', 'tab', 'at'] as const;

type OpenParam = (typeof OPEN_PARAMS)[number];

/** Keys travel as text: what the entity declares its key to be, they are again. */
const idOf = (entity: AnyEntity, text: string | null): Key | undefined =>
  text === null ? undefined : (keyFrom(text, hasTextKey(entity)) as Key);

type Change = Partial<Record<OpenParam, Key | null>>;

const withOpened = (params: URLSearchParams, opened: Change): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(opened)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

/** What is opened over a list, as the address has it: `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`. */
export const useScreenUrl = (entity: AnyEntity) => {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const go = (opened: Change, replace = false) =>
      setParams(withOpened(presentParams(), opened), { replace });
    return {
      shown: idOf(entity, params.get('show')),
      /** The record beside the list, of a desk. */
      at: idOf(entity, params.get('at')),
      stand: (id: Key | null) => go({ at: id }, true),
      edited: idOf(entity, params.get('edit')),
      creating: params.has('create'),
      tab: params.get('tab') ?? undefined,
      /** The address of a record's detail, to link to. */
      showSearch: (id: Key) => `?${withOpened(params, { show: id, tab: null })}`,
      show: (id: Key) => go({ show: id }, params.has('show')),
      openTab: (tab: string | null) => go({ tab }, true),
      edit: (id: Key) => go({ edit: id }),
      create: () => go({ create: 1 }),
      /** Closes the form of a new record and opens its detail. */
      showCreated: (id: Key) => go({ create: null, show: id, tab: null }, true),
      /** Closes the dialog; a detail behind it stays. */
      closeForm: () => go({ edit: null, create: null }, true),
      closeDetail: () => go({ show: null, tab: null }, true),
    };
  }, [entity, params, setParams]);
};

export type ScreenUrl = ReturnType<typeof useScreenUrl>;

/**
 * The query of the address as it is this moment. What a component was drawn with may be older: two changes that come
 * close together, a filter after a pause in typing and a press on a row, would undo each other.
 */
export const presentParams = (): URLSearchParams => new URLSearchParams(window.location.search);

interface LocallyOpen {
  readonly shown?: Key;
  readonly edited?: Key;
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
      at: undefined,
      stand: () => undefined,
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
