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
import { useGrants } from '../data';
import { useApp } from '../shell';
import type { Overlay, ScreenUrl } from './screenUrl';

/** What every part of an entity's screen needs to know. */
export interface Screen {
  readonly entity: AnyEntity;
  readonly menuCode: string;
  readonly may: Verbs;
  readonly url: ScreenUrl;
  /** Preset values of new records, such as the reference to the record whose detail contains the screen. */
  readonly presetValues?: Row;
  /** Opens the question whether to delete. */
  readonly askDelete: (records: readonly RaRecord[]) => void;
}

export const ScreenContext = createContext<Screen | null>(null);

/** The screen around. */
export const useScreen = (): Screen => {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('This belongs inside of an EntityScreen');
  return screen;
};

export const OverlayContext = createContext<Overlay | null>(null);

/** Returns what is open over the surrounding screen. @throws Error outside of an EntityScreen */
export const useOverlay = (): Overlay => {
  const overlay = useContext(OverlayContext);
  if (!overlay) throw new Error('This belongs inside of an EntityScreen');
  return overlay;
};

/** Selection of a master-detail screen. */
export interface MasterDetail {
  readonly selectedId: Identifier | undefined;
  readonly select: (id: Identifier) => void;
}

export const MasterDetailContext = createContext<MasterDetail | null>(null);

/** Records in view, and what may be opened over them. */
export interface OverlaysProps {
  readonly entity: AnyEntity;
  readonly menuCode: string;
  readonly overlay: Overlay;
  readonly url: ScreenUrl;
  readonly rows: readonly RaRecord[];
  /** A detail takes the list's place instead of lying over it. */
  readonly asPage?: boolean;
  /** Preset values of new records. */
  readonly presetValues?: Row;
  readonly onDeleted?: (records: readonly RaRecord[]) => void;
  readonly children: ReactNode;
}

/** A detail lists records that open details of their own: the way there is handed down, as modules make no circle. */
export const OverlaysContext = createContext<ComponentType<OverlaysProps> | null>(null);

/** What puts a detail, forms and questions over records. */
export const useOverlays = (): ComponentType<OverlaysProps> => {
  const overlays = useContext(OverlaysContext);
  if (!overlays) throw new Error('This belongs inside of an EntityScreen');
  return overlays;
};

/** What the operator may do with an entity's records; looking at them needs a menu, not a button. */
type Verbs = Readonly<Record<Verb, boolean>>;

/** The verbs that an entity declares and the operator's buttons grant. */
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

/** What the server at hand understands. */
export const useWire = (): Wire => useApp().declared.wire;

/**
 * A record by its key, as it is in the list at once and then as the server has it. The key is react-admin's, so that
 * mutations and live changes reach it. Where the server has no `get`, the list's row is all there is.
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
  });
  // A list writes its rows to the query cache once and never updates them there. Until `get` has answered, or if there
  // is none, the list's row is newer.
  const serverRecord = query.isFetchedAfterMount ? query.data : row;
  return { record: has ? (serverRecord ?? row ?? query.data) : row, query };
};

/**
 * Leaves a record that the server does not have, and says so: its address is old, or was mistyped.
 * @returns whether it is being left: there is nothing to show of it
 */
export const useCloseIfMissing = (
  { record, query: { error } }: ReturnType<typeof useRecord>,
  leave: () => void,
): boolean => {
  const notify = useNotify();
  const isMissing = !record && error instanceof ApiError && error.code === 'notFound';
  const reason = isMissing ? error.message : undefined;
  const close = useEvent(leave);
  useEffect(() => {
    if (!reason) return;
    notify(reason, { type: 'error' });
    close();
  }, [reason, notify, close]);
  return isMissing;
};
