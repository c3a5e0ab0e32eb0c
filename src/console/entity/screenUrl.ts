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

const withParams = (params: URLSearchParams, changes: Change): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

/** Open detail, form and tab over a list, and the selection beside it. */
export interface Overlay {
  readonly detailId: Key | undefined;
  /** Record in the detail panel of a master-detail screen. */
  readonly selectedId: Key | undefined;
  readonly editedId: Key | undefined;
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
  readonly select: (id: Key | null) => void;
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
export const useScreenUrl = (entity: AnyEntity): { overlay: Overlay; url: ScreenUrl } => {
  const [params, setParams] = useSearchParams();
  const overlay = useMemo(
    (): Overlay => ({
      detailId: idOf(entity, params.get('show')),
      selectedId: idOf(entity, params.get('at')),
      editedId: idOf(entity, params.get('edit')),
      creating: params.has('create'),
      tab: params.get('tab') ?? undefined,
      showSearch: (id) => `?${withParams(params, { show: id, tab: null })}`,
    }),
    [entity, params],
  );
  const go = useEvent((change: Change, replace?: boolean) =>
    setParams(withParams(pickParams(), change), { replace: replace === true }),
  );
  const url = useMemo(
    (): ScreenUrl => ({
      select: (id) => go({ at: id }, true),
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
  return { overlay, url };
};

/**
 * The query of the address as it is this moment. What a component was drawn with may be older: two changes that come
 * close together, a filter after a pause in typing and a press on a row, would undo each other.
 */
export const pickParams = (): URLSearchParams => new URLSearchParams(window.location.search);

type LocallyOpen = Omit<Overlay, 'showSearch'>;

const NOTHING_OPEN: LocallyOpen = {
  detailId: undefined,
  selectedId: undefined,
  editedId: undefined,
  creating: false,
  tab: undefined,
};

/** Keeps the overlay of a list inside a detail in state: the URL belongs to the outer screen. */
export const useLocalUrl = (): { overlay: Overlay; url: ScreenUrl } => {
  const [local, setLocal] = useState(NOTHING_OPEN);
  const overlay = useMemo(() => ({ ...local, showSearch: () => location.search }), [local]);
  const url = useMemo((): ScreenUrl => {
    const go = (change: Partial<LocallyOpen>) => setLocal((before) => ({ ...before, ...change }));
    return {
      select: () => undefined,
      show: (detailId) => go({ detailId }),
      showCreated: (detailId) => go({ creating: false, detailId, tab: undefined }),
      openTab: (tab) => go({ tab: tab ?? undefined }),
      edit: (editedId) => go({ editedId }),
      create: () => go({ creating: true }),
      closeForm: () => go({ editedId: undefined, creating: false }),
      closeDetail: () => go({ detailId: undefined, tab: undefined }),
    };
  }, []);
  return { overlay, url };
};
