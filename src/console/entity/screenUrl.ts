import { useMemo, useState } from 'react';
import { useEvent } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type AnyEntity, hasTextKey, isBlank } from '../../config';
import { type Key, keyFrom } from '../../domain/key';

/**
 * The parts of an address that say what is opened over a list, `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`, and
 * what is shown beside it, `?at=5`.
 */
export const OVERLAY_PARAMS = ['show', 'edit', 'create', 'tab', 'at'] as const;

type OpenParam = (typeof OVERLAY_PARAMS)[number];

/** Keys travel as text: what the entity declares its key to be, they are again. */
const idOf = (entity: AnyEntity, text: string | null): Key | undefined =>
  isBlank(text) ? undefined : (keyFrom(text, hasTextKey(entity)) as Key);

type Change = Partial<Record<OpenParam, Key | null>>;

const withOpened = (params: URLSearchParams, opened: Change): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(opened)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

/** What is opened over a list. */
export interface Overlay {
  readonly shown: Key | undefined;
  /** The record beside the list, of a desk. */
  readonly at: Key | undefined;
  readonly edited: Key | undefined;
  readonly creating: boolean;
  readonly tab: string | undefined;
  /** The address of a record's detail, to link to. */
  readonly showSearch: (id: Key) => string;
}

/**
 * How something is opened over a list and closed again. These stay the same while what is opened changes: whoever only
 * leads somewhere, as each row does, is not drawn anew.
 */
export interface ScreenUrl {
  readonly stand: (id: Key | null) => void;
  readonly show: (id: Key) => void;
  readonly openTab: (tab: string | null) => void;
  readonly edit: (id: Key) => void;
  readonly create: () => void;
  /** Closes the form of a new record and opens its detail. */
  readonly showCreated: (id: Key) => void;
  /** Closes the dialog; a detail behind it stays. */
  readonly closeForm: () => void;
  readonly closeDetail: () => void;
}

/** What is opened over a list, as the address has it: `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`. */
export const useScreenUrl = (entity: AnyEntity): { opened: Overlay; url: ScreenUrl } => {
  const [params, setParams] = useSearchParams();
  const opened = useMemo(
    (): Overlay => ({
      shown: idOf(entity, params.get('show')),
      at: idOf(entity, params.get('at')),
      edited: idOf(entity, params.get('edit')),
      creating: params.has('create'),
      tab: params.get('tab') ?? undefined,
      showSearch: (id) => `?${withOpened(params, { show: id, tab: null })}`,
    }),
    [entity, params],
  );
  const go = useEvent((change: Change, replace?: boolean) =>
    setParams(withOpened(pickParams(), change), { replace: replace === true }),
  );
  const url = useMemo(
    (): ScreenUrl => ({
      stand: (id) => go({ at: id }, true),
      show: (id) => go({ show: id }, pickParams().has('show')),
      openTab: (tab) => go({ tab }, true),
      edit: (id) => go({ edit: id }),
      create: () => go({ create: 1 }),
      showCreated: (id) => go({ create: null, show: id, tab: null }, true),
      closeForm: () => go({ edit: null, create: null }, true),
      closeDetail: () => go({ show: null, tab: null }, true),
    }),
    [go],
  );
  return { opened, url };
};

/**
 * The query of the address as it is this moment. What a component was drawn with may be older: two changes that come
 * close together, a filter after a pause in typing and a press on a row, would undo each other.
 */
export const pickParams = (): URLSearchParams => new URLSearchParams(window.location.search);

type LocallyOpen = Omit<Overlay, 'showSearch'>;

const CLOSED: LocallyOpen = {
  shown: undefined,
  at: undefined,
  edited: undefined,
  creating: false,
  tab: undefined,
};

/** What is opened over a list inside of a detail; the address tells of the outer screen only. */
export const useLocalUrl = (): { opened: Overlay; url: ScreenUrl } => {
  const [local, setLocal] = useState(CLOSED);
  const opened = useMemo(() => ({ ...local, showSearch: () => location.search }), [local]);
  const url = useMemo((): ScreenUrl => {
    const go = (change: Partial<LocallyOpen>) => setLocal((before) => ({ ...before, ...change }));
    return {
      stand: () => undefined,
      show: (shown) => go({ shown }),
      showCreated: (shown) => go({ creating: false, shown, tab: undefined }),
      openTab: (tab) => go({ tab: tab ?? undefined }),
      edit: (edited) => go({ edited }),
      create: () => go({ creating: true }),
      closeForm: () => go({ edited: undefined, creating: false }),
      closeDetail: () => go({ shown: undefined, tab: undefined }),
    };
  }, []);
  return { opened, url };
};
