import { useStore } from 'react-admin';
import type { AnyEntity, Field, Fields } from '../../../config';
import { type Filter, filterNames, type ListState, type Sorts } from './listState';

/** What a view holds of a list. */
export interface ViewContent {
  readonly filter: Filter;
  readonly sort: Sorts;
  readonly columns: readonly string[];
}

/** A list as somebody wants to find it again. */
export interface SavedView extends ViewContent {
  readonly id: string;
  readonly name: string;
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  /** The view with which the list opens. */
  readonly opens?: string;
}

export const NO_VIEWS: SavedViews = { views: [] };

/** Names are looked through in a menu. */
export const MAX_NAME_LENGTH = 40;

const nextId = ({ views }: SavedViews): string =>
  String(1 + Math.max(0, ...views.map(({ id }) => Number(id) || 0)));

/** Adds a view at the end; answers its id too. */
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

/** Gives a view another name or another content. */
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

/** Makes a view the one with which the list opens, or no longer so. */
export const toggleDefaultView = ({ views, opens }: SavedViews, id: string): SavedViews =>
  opens === id ? { views } : { views, opens: id };

/** Whether a name is free; the view that bears it may keep it. */
export const isNameAvailable = ({ views }: SavedViews, name: string, own?: string): boolean =>
  !views.some((view) => view.name === name && view.id !== own);

/** A view without what the entity no longer has: a filter on a field that is gone would be refused. */
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

/** The list as a view shows it. */
export const stateOfView = (entity: AnyEntity, view: SavedView): ListState => ({
  ...dropUndeclared(entity, view),
  page: 1,
  view: view.id,
});

/** The state with which the list opens; undefined when no view was chosen for it. */
export const initialViewState = (
  entity: AnyEntity,
  { views, opens }: SavedViews,
): ListState | undefined => {
  const view = views.find(({ id }) => id === opens);
  return view && stateOfView(entity, view);
};

/** Whether the list has been changed since a view was picked. */
export const isViewModified = (view: ViewContent, now: ViewContent): boolean =>
  JSON.stringify([view.filter, view.sort, view.columns]) !==
  JSON.stringify([now.filter, now.sort, now.columns]);

/** The views of an entity's list that the operator has saved; others at this desk have their own. */
export const useSavedViews = (entity: AnyEntity) =>
  useStore<SavedViews>(`settings.views.${entity.name}`, NO_VIEWS);
