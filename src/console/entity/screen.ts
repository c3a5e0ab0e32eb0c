import { useQuery } from '@tanstack/react-query';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
} from 'react';
import { type Identifier, type RaRecord, useDataProvider, useEvent, useNotify } from 'react-admin';
import { type AnyEntity, type Row, type Verb, verbs, type Wire } from '../../config';
import { ApiError, buttonCode, verbPath } from '../../protocol';
import { useApp } from '../app';
import { useGrants } from '../data';
import { requiredContext } from '../data/requiredContext';
import { useIsPhone } from '../look/useIsPhone';
import type { Overlay, ScreenUrl } from './screenUrl';

/** Context of all parts of an entity's screen. */
export interface Screen {
  readonly entity: AnyEntity;
  readonly may: Verbs;
  readonly url: ScreenUrl;
  /** Preset values of new records, such as the reference to the record whose detail contains the screen. */
  readonly presetValues?: Row;
  readonly askDelete: (records: readonly RaRecord[]) => void;
}

export const [ScreenContext, useScreen] = requiredContext<Screen>('an EntityScreen');

export const [OverlayContext, useOverlay] = requiredContext<Overlay>('an EntityScreen');

/** Selection of a master-detail screen; null in any other. */
export const MasterDetailContext = createContext<{ selectedId: Identifier | undefined } | null>(
  null,
);

/** True if the surrounding list stands beside its detail panel, and has little width. */
export const useIsBesidePanel = (): boolean => {
  const isPhone = useIsPhone();
  return useContext(MasterDetailContext) !== null && !isPhone;
};

export interface OverlaysProps {
  readonly entity: AnyEntity;
  readonly overlay: Overlay;
  readonly url: ScreenUrl;
  readonly rows: readonly RaRecord[];
  /** Show a detail in place of the list instead of over it. */
  readonly asPage?: boolean;
  readonly presetValues?: Row;
  readonly onDeleted?: (records: readonly RaRecord[]) => void;
  readonly children: ReactNode;
}

/**
 * Component that renders detail, forms and confirmations over records. The context passes it down to lists inside a
 * detail, which open details of their own; an import would be circular.
 */
export const [OverlaysContext, useOverlays] =
  requiredContext<ComponentType<OverlaysProps>>('an EntityScreen');

/** Verbs that the operator may use on an entity's records. Reading depends on a menu, not on a button. */
type Verbs = Readonly<Record<Verb, boolean>>;

/** Returns the verbs that the entity declares and the operator's buttons grant. */
export const useVerbs = (entity: AnyEntity): Verbs => {
  const granted = useGrants();
  return useMemo(() => {
    const may = (verb: Verb) =>
      entity.verbs.includes(verb) &&
      (verb === 'list' ||
        verb === 'get' ||
        granted(buttonCode(entity.name, verb), verbPath(entity, verb)));
    return Object.fromEntries(verbs.map((verb) => [verb, may(verb)])) as Verbs;
  }, [entity, granted]);
};

export const useWire = (): Wire => useApp().declared.wire;

/**
 * Returns a record by its key: the list's row at once, then the server's version. It uses react-admin's query key, so
 * that mutations and live changes reach it. If the server has no `get`, only the list's row is available.
 */
export const useRecord = (
  entity: AnyEntity,
  id: Identifier | undefined,
  rows: readonly RaRecord[],
) => {
  const dataProvider = useDataProvider();
  const has = entity.verbs.includes('get');
  const row = rows.find((each) => String(each.id) === String(id));
  const query = useQuery<RaRecord>({
    queryKey: [entity.name, 'getOne', { id: String(id) }],
    queryFn: async ({ signal }) =>
      (await dataProvider.getOne(entity.name, { id: id as Identifier, signal })).data,
    enabled: id !== undefined && has,
    placeholderData: row,
    refetchInterval: entity.poll,
    retry: false,
    // React renders long lists around it in short tasks. It starts again in one if it finds an answer of which it was not
    // told.
    notifyOnChangeProps: 'all',
  });
  // A list writes its rows to the query cache once and never updates them there. Until `get` has answered, or if there
  // is none, the list's row is newer.
  const serverRecord = query.isFetchedAfterMount ? query.data : row;
  return { record: has ? (serverRecord ?? row ?? query.data) : row, query };
};

/**
 * Closes the view of a record that the server does not have, and says so: its URL or message at the bell is outdated.
 * @returns true while it is closing: there is no record to show
 */
export const useCloseIfMissing = (
  { record, query: { error } }: ReturnType<typeof useRecord>,
  leave: () => void,
): boolean => {
  const notify = useNotify();
  const isMissing = !record && error instanceof ApiError && error.code === 'notFound';
  const close = useEvent(leave);
  useEffect(() => {
    if (!isMissing) return;
    notify('entity.detail.missing', { type: 'error' });
    close();
  }, [isMissing, notify, close]);
  return isMissing;
};
