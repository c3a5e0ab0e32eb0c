import { useMemo } from 'react';
import { useStore } from 'react-admin';
import type { AnyEntity, Field, Fields } from '../../../../config';
import {
  type Filter,
  filterNames,
  type ListState,
  type Sorts,
  withCurrentNames,
} from './listState';

export interface ViewContent {
  readonly filter: Filter;
  readonly sort: Sorts;
  readonly columns: readonly string[];
}

export interface SavedView extends ViewContent {
  readonly id: string;
  readonly name: string;
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  /** Id of the view that the list opens with. */
  readonly opens?: string;
}

export const NO_VIEWS: SavedViews = { views: [] };

/** Names have to fit in a menu. */
export const MAX_NAME_LENGTH = 40;

const nextId = ({ views }: SavedViews): string =>
  String(1 + Math.max(0, ...views.map(({ id }) => Number(id) || 0)));

export const addView = (
  saved: SavedViews,
  name: string,
  { filter, sort, columns }: ViewContent,
): { saved: SavedViews; id: string } => {
  const id = nextId(saved);
  return {
    saved: { ...saved, views: [...saved.views, { id, name, filter, sort, columns }] },
    id,
  };
};

export const updateView = (
  saved: SavedViews,
  id: string,
  patch: Partial<ViewContent & { name: string }>,
): SavedViews => ({
  ...saved,
  views: saved.views.map((view) => (view.id === id ? { ...view, ...patch } : view)),
});

export const removeView = ({ views, opens }: SavedViews, id: string): SavedViews => ({
  views: views.filter((view) => view.id !== id),
  ...(opens !== undefined && opens !== id && { opens }),
});

export const toggleDefaultView = ({ views, opens }: SavedViews, id: string): SavedViews =>
  opens === id ? { views } : { views, opens: id };

/**
 * True if no other view has this name.
 * @param own id of the view that may keep it
 */
export const isNameAvailable = ({ views }: SavedViews, name: string, own?: string): boolean =>
  !views.some((view) => view.name === name && view.id !== own);

/** Removes undeclared fields from a view, because the server refuses filters on them. */
const dropUndeclared = (entity: AnyEntity, { filter, sort, columns }: ViewContent): ViewContent => {
  const fields = entity.fields as Fields;
  const names = Object.entries(fields).flatMap(([name, field]) =>
    filterNames(name, field as Field),
  );
  const validNames = new Set([...names, 'id']);
  const [first, ...rest] = sort.filter(({ field }) => field === 'id' || field in fields);
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([name]) => validNames.has(name))),
    sort: first ? [first, ...rest] : [{ field: 'id', order: 'DESC' }],
    columns,
  };
};

export const stateOfView = (entity: AnyEntity, view: SavedView): ListState => ({
  ...dropUndeclared(entity, view),
  page: 1,
  view: view.id,
});

export const initialViewState = (
  entity: AnyEntity,
  { views, opens }: SavedViews,
): ListState | undefined => {
  const view = views.find(({ id }) => id === opens);
  return view && stateOfView(entity, view);
};

/** True if the list has been changed since the view was picked. */
export const isViewModified = (view: ViewContent, now: ViewContent): boolean =>
  JSON.stringify([view.filter, view.sort, view.columns]) !==
  JSON.stringify([now.filter, now.sort, now.columns]);

/** Returns the saved views of an entity's list. They are stored per operator in this browser. */
export const useSavedViews = (entity: AnyEntity) => {
  const { name, was = name } = entity;
  const [former] = useStore<SavedViews>(`settings.views.${was}`, NO_VIEWS);
  const [stored, setSaved] = useStore<SavedViews>(`settings.views.${name}`, former);
  const saved = useMemo(
    () => ({ ...stored, views: stored.views.map((view) => withCurrentNames(entity, view)) }),
    [entity, stored],
  );
  return [saved, setSaved] as const;
};
