import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { AnyEntity, Field, Fields } from '../../../../config';
import { ownValue } from '../../../../domain/ownValue';
import { exactName, periodName, rangeNames, schemaOf } from '../../../../fields';
import { isRecord } from '../../../../protocol';
import { type NamedField, namedFields } from '../../../app/record';
import { pickParams } from '../../screenUrl';

export interface ListState {
  readonly filter: Filter;
  readonly sort: Sorts;
  /** From 1. */
  readonly page: number;
  /** Columns from a shared link or a saved view; undefined for those of the operator's preferences. */
  readonly columns?: readonly string[];
  /** Id of the picked saved view, even if the list has been changed since. */
  readonly view?: string;
}

export const initialState = (entity: AnyEntity): ListState => {
  const [field, order] = entity.sort ?? ['id', 'DESC'];
  return { filter: defaultFilter(entity), sort: [{ field, order }], page: 1 };
};

const PARAMS = ['filter', 'sort', 'order', 'page', 'columns', 'view'] as const;

const parsedFilter = (text: string | null): Filter | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const parsedNames = (text: string | null): string[] | undefined => {
  const names = (text ?? '').split(',').filter((name) => name !== '');
  return names.length > 0 ? names : undefined;
};

/**
 * Parses the list state of a URL; undefined if the URL has none:
 * `?filter={"status":[2]}&sort=status,sn&order=DESC,ASC&page=2&columns=sn,status`. Missing and invalid parts keep their
 * initial value. `?view=` names a preset view or a saved one.
 */
export const stateOfUrl = (
  params: URLSearchParams,
  initial: ListState,
  views: Views = {},
): ListState | undefined => {
  if (!PARAMS.some((name) => params.has(name))) return undefined;
  const page = Number(params.get('page'));
  const view = params.get('view') ?? undefined;
  const shipped = presetState(views, view, initial);
  const first = shipped ?? initial;
  return {
    filter: params.has('filter')
      ? (parsedFilter(params.get('filter')) ?? first.filter)
      : first.filter,
    sort: parseSort(params.get('sort'), params.get('order')) ?? first.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    columns: parsedNames(params.get('columns')),
    view: shipped ? undefined : view,
  };
};

type Views = AnyEntity['views'];

/** Returns the state of a preset view; undefined for an unknown code. */
export const presetState = (
  views: Views,
  code: string | undefined,
  initial: ListState,
): ListState | undefined => {
  const view = code !== undefined && ownValue(views, code);
  if (!view) return undefined;
  const [field, order] = view.sort ?? [];
  return {
    filter: view.filter,
    sort: field && order ? [{ field, order }] : initial.sort,
    page: 1,
  };
};

/** Returns the code of the preset view with this filter, however the filter was set. */
export const presetViewOf = (views: Views, filter: Filter): string | undefined =>
  Object.keys(views).find((code) => same(views[code]?.filter, filter));

/**
 * Returns the filter of a preset view in a list: with the time range of the list, unless the view has its own.
 * @param time time field of the entity's records
 */
export const viewFilter = (view: Filter, list: Filter, time: string | undefined): Filter => {
  const isRange = (name: string) => time !== undefined && `${name}_`.startsWith(`${time}_`);
  if (Object.keys(view).some(isRange)) return view;
  return { ...view, ...Object.fromEntries(Object.entries(list).filter(([name]) => isRange(name))) };
};

/** Returns the code of the preset view that a list shows, whatever the list's time range. */
export const shownView = (
  views: Views,
  filter: Filter,
  time: string | undefined,
): string | undefined => {
  const sorted = (each: Filter) => Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.entries(views).find(([, view]) =>
    same(sorted(viewFilter(view.filter, filter, time)), sorted(filter)),
  )?.[0];
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the URL of a state. Initial values are left out; foreign parameters stay. */
export const urlOfState = (
  params: URLSearchParams,
  state: ListState,
  initial: ListState,
  views: Views = {},
): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const name of PARAMS) next.delete(name);
  const code = state.view ?? presetViewOf(views, state.filter);
  const first = presetState(views, code, initial) ?? initial;
  if (!same(state.filter, first.filter)) next.set('filter', JSON.stringify(state.filter));
  if (!same(state.sort, first.sort)) {
    const { field, order } = serializeSort(state.sort);
    next.set('sort', field);
    next.set('order', order);
  }
  if (state.page !== 1) next.set('page', String(state.page));
  if (state.columns) next.set('columns', state.columns.join(','));
  if (code !== undefined) next.set('view', code);
  return next;
};

/** Returns a query string that shows another operator the same list: filter and sort, with the columns. */
export const shareableSearch = (
  { filter, sort }: ListState,
  columns: readonly string[],
): URLSearchParams => {
  const { field, order } = serializeSort(sort);
  return new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: field,
    order,
    columns: columns.join(','),
  });
};

/** Returns the stored state of an earlier visit; undefined if another version of the console wrote it. */
export const storedState = (stored: unknown): ListState | undefined => {
  const state = stored as Partial<ListState> | null | undefined;
  return state && Array.isArray(state.sort) && state.sort.length > 0 && state.filter
    ? (state as ListState)
    : undefined;
};

/**
 * Keeps the identity of a value while its JSON stays the same, so that other URL changes, such as an opened detail, do
 * not touch the list.
 */
const useStable = <T>(value: T): T => {
  const text = JSON.stringify(value);
  return useMemo(() => (text === undefined ? text : JSON.parse(text)), [text]);
};

/**
 * Keeps the state of a list in the URL, for sharing, and in the store, for the way back by the menu. Each menu has a
 * state of its own.
 * @param opening state of the operator's default view, if there is one
 */
export const useListState = (entity: AnyEntity, menuCode: string, opening?: ListState) => {
  const [params, setParams] = useSearchParams();
  const [stored, setStored] = useStore<ListState | null>(`${menuCode}.listParams`, null);
  const initial = useMemo(() => initialState(entity), [entity]);
  const urlState = useStable(stateOfUrl(params, initial, entity.views));
  const earlier = urlState ?? storedState(stored);
  const visited = useStable(earlier && withCurrentNames(entity, earlier));
  const state = visited ?? opening ?? initial;

  useEffect(() => {
    if (urlState) setStored(urlState);
  }, [urlState, setStored]);

  // The router renders asynchronously. A change that follows immediately must start from this one.
  const newest = useRef(state);
  useLayoutEffect(() => {
    newest.current = state;
  }, [state]);
  const change = useCallback(
    (patch: Partial<ListState> | ((now: ListState) => Partial<ListState>)) => {
      const now = newest.current;
      const next = { ...now, ...(typeof patch === 'function' ? patch(now) : patch) };
      newest.current = next;
      setStored(next);
      setParams(urlOfState(pickParams(), next, initial, entity.views), { replace: true });
    },
    [entity, initial, setStored, setParams],
  );
  return { state, initial, change };
};

export type ChangeListState = ReturnType<typeof useListState>['change'];

export type Filter = Readonly<Record<string, unknown>>;

/** Returns the default filter: the last 24 hours for records by time, otherwise none. */
export const defaultFilter = (entity: AnyEntity): Filter =>
  entity.record ? { [periodName(entity.record.time)]: '24h' } : {};

/** Returns the fields of an entity's filter bar, the time of records first. */
export const filterFields = (entity: AnyEntity): NamedField[] => {
  const time = entity.record?.time;
  return namedFields(entity, [...new Set([...(time ? [time] : []), ...entity.filter])]);
};

/** Returns the names that a field may have in a filter. */
export const filterNames = (name: string, field: Field): string[] =>
  schemaOf(field).filter === 'range'
    ? [rangeNames(name).from, rangeNames(name).to, periodName(name)]
    : [...new Set([name, exactName({ [name]: field }, name)])];

/** Returns a function that gives a field, or a filter by it, the name that it has since `was` renamed it. */
export const renamer = ({ fields }: AnyEntity): ((name: string) => string) => {
  const current = new Map<string, string>();
  for (const [name, field] of Object.entries(fields as Fields)) {
    const { was } = field;
    if (was === undefined) continue;
    const names = [name, ...filterNames(name, field as Field)];
    [was, ...filterNames(was, field as Field)].forEach((each, i) => {
      current.set(each, names[i] ?? name);
    });
  }
  return (name) => current.get(name) ?? name;
};

type Named = Partial<Pick<ListState, 'filter' | 'sort' | 'columns'>>;

/** Gives fields their current names in a list state that was stored, or linked, before `was` renamed them. */
export const withCurrentNames = <T extends Named>(entity: AnyEntity, state: T): T => {
  const nameOf = renamer(entity);
  const { filter = {}, sort, columns } = state;
  return {
    ...state,
    filter: Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [nameOf(name), value]),
    ),
    ...(sort && { sort: sort.map((each) => ({ ...each, field: nameOf(each.field) })) }),
    ...(columns && { columns: columns.map(nameOf) }),
  };
};

/** Counts the fields with an active filter; a range counts once. */
export const activeFilters = (entity: AnyEntity, filter: Filter): number =>
  namedFields(entity, Object.keys(entity.fields)).filter((each) => hasFilter(filter, each)).length;

export const hasFilter = (filter: Filter, { name, field }: NamedField): boolean =>
  filterNames(name, field).some((each) => filter[each] !== undefined);

/** Applies a patch to a filter; undefined, null and '' remove their filter. */
export const mergeState = (filter: Filter, patch: Filter): Filter =>
  Object.fromEntries(
    Object.entries({ ...filter, ...patch }).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

export interface SortBy {
  readonly field: string;
  readonly order: 'ASC' | 'DESC';
}

/** Sort keys of a list, by precedence; at least one. */
export type Sorts = readonly [SortBy, ...SortBy[]];

/** Limit of the sort keys: readers cannot follow more. */
export const MAX_SORT_KEYS = 4;

/** Separator of sort keys in the URL and for the data provider. */
const JOINER = ',';

/**
 * Joins sort keys into react-admin's single sort, in the form that the data provider splits: `{ field: 'a,b', order:
 * 'ASC,DESC' }`.
 */
export const serializeSort = (sorts: Sorts): { field: string; order: 'ASC' | 'DESC' } => ({
  field: sorts.map(({ field }) => field).join(JOINER),
  order: sorts.map(({ order }) => order).join(JOINER) as 'ASC' | 'DESC',
});

/** Inverse of `serializeSort`; undefined if no column is named. A missing order is ascending. */
export const parseSort = (field: string | null, order: string | null): Sorts | undefined => {
  const orders = (order ?? '').split(JOINER);
  const [first, ...rest] = (field ?? '')
    .split(JOINER)
    .map((name, i): SortBy => ({ field: name, order: orders[i] === 'DESC' ? 'DESC' : 'ASC' }))
    .filter(({ field: name }) => name !== '');
  return first && [first, ...rest.slice(0, MAX_SORT_KEYS - 1)];
};

const reverseSort = ({ field, order }: SortBy): SortBy => ({
  field,
  order: order === 'ASC' ? 'DESC' : 'ASC',
});

/**
 * Returns the sort keys after a click on a column's head: that column alone, ascending and then reversed.
 * @param add set with Shift: adds the column as the last key, reverses it in place, and removes it with the third click
 */
export const toggleSort = (sorts: Sorts, name: string, add: boolean): Sorts => {
  const current = sorts.find(({ field }) => field === name);
  if (!add) {
    const alone =
      current && sorts[0] === current
        ? reverseSort(current)
        : { field: name, order: 'ASC' as const };
    return [alone];
  }
  if (!current)
    return [...sorts, { field: name, order: 'ASC' as const }].slice(
      -MAX_SORT_KEYS,
    ) as unknown as Sorts;
  const [first, ...rest] = sorts.flatMap((each) => {
    if (each !== current) return [each];
    return current.order === 'ASC' || sorts.length === 1 ? [reverseSort(current)] : [];
  });
  return first ? [first, ...rest] : sorts;
};
