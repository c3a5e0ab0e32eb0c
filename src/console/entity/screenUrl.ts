import { useMemo, useState } from 'react';
import { useEvent } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type AnyEntity, hasTextKey, isBlank } from '../../config';
import { type Key, keyFrom } from '../../domain/key';

/**
 * Query parameters of the overlay on a list, `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`, `?export=1`, and of the
 * selection beside it, `?at=5`.
 */
export const OVERLAY_PARAMS = ['show', 'edit', 'create', 'export', 'tab', 'at'] as const;

/** Converts a key from its text in the URL to its declared type. */
const idOf = (entity: AnyEntity, text: string | null): Key | undefined =>
  isBlank(text) ? undefined : (keyFrom(text, hasTextKey(entity)) as Key);

type Change = Partial<Record<(typeof OVERLAY_PARAMS)[number], Key | null>>;

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
  readonly detailId?: Key;
  /** Record in the detail panel of a master-detail screen. */
  readonly selectedId?: Key;
  readonly editedId?: Key;
  readonly creating: boolean;
  /** The menu of the export is to open. */
  readonly exporting?: boolean;
  readonly tab?: string;
  readonly showSearch: (id: Key) => string;
}

/**
 * Opens and closes overlays. The functions are stable while the overlay changes, so that components with only a link,
 * such as rows, do not render again.
 */
export interface ScreenUrl {
  readonly select: (id: Key | null) => void;
  readonly show: (id: Key) => void;
  readonly openTab: (tab: string | null) => void;
  readonly edit: (id: Key) => void;
  readonly create: () => void;
  /** Closes the form of a new record and opens its detail. */
  readonly showCreated: (id: Key) => void;
  /** Closes the dialog, or ends the request for one; a detail behind it stays. */
  readonly closeForm: () => void;
  readonly closeDetail: () => void;
}

/** Reads the overlay from the URL: `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`. */
export const useScreenUrl = (entity: AnyEntity): { overlay: Overlay; url: ScreenUrl } => {
  const [params, setParams] = useSearchParams();
  const overlay = useMemo(
    (): Overlay => ({
      detailId: idOf(entity, params.get('show')),
      selectedId: idOf(entity, params.get('at')),
      editedId: idOf(entity, params.get('edit')),
      creating: params.has('create'),
      exporting: params.has('export'),
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
      closeForm: () => go({ edit: null, create: null, export: null }, true),
      closeDetail: () => go({ show: null, tab: null }, true),
    }),
    [go],
  );
  return { overlay, url };
};

/**
 * Returns the query of the current URL. The one from the last render may be outdated: of two changes in quick
 * succession, a debounced filter and a click on a row, the second would undo the first.
 */
export const pickParams = (): URLSearchParams => new URLSearchParams(window.location.search);

type LocallyOpen = Omit<Overlay, 'showSearch'>;

/** Keeps the overlay of a list inside a detail in state: the URL belongs to the outer screen. */
export const useLocalUrl = (): { overlay: Overlay; url: ScreenUrl } => {
  const [local, setLocal] = useState<LocallyOpen>({ creating: false });
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
