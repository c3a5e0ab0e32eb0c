import type { AnyEntity } from '../../../config';
import { defaultFilter, type Filter } from './listFilter';
import { joinedSort, type Sorts, splitSort } from './sort/sortBy';

/** Where somebody is in a list. */
export interface ListState {
  readonly filter: Filter;
  readonly sort: Sorts;
  /** From 1. */
  readonly page: number;
  /** Columns that a shared address or a saved view brought; without them those the reader has chosen. */
  readonly columns?: readonly string[];
  /** The saved view that was picked, whatever was changed since. */
  readonly view?: string;
}

/** The list as its declaration opens it. */
export const initialState = (entity: AnyEntity): ListState => {
  const [field, order] = entity.sort ?? ['id', 'DESC'];
  return { filter: defaultFilter(entity), sort: [{ field, order }], page: 1 };
};

const PARAMS = ['filter', 'sort', 'order', 'page', 'columns', 'view'] as const;

const parsedFilter = (text: string | null): Filter | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Filter)
      : undefined;
  } catch {
    return undefined;
  }
};

const parsedNames = (text: string | null): string[] | undefined => {
  const names = (text ?? '').split(',').filter((name) => name !== '');
  return names.length > 0 ? names : undefined;
};

/**
 * The state an address asks for, undefined when it asks for none:
 * `?filter={"status":[2]}&sort=status,sn&order=DESC,ASC&page=2&columns=sn,status`. What it leaves out is as at first;
 * what cannot be read is left out.
 */
export const stateOfUrl = (params: URLSearchParams, initial: ListState): ListState | undefined => {
  if (!PARAMS.some((name) => params.has(name))) return undefined;
  const page = Number(params.get('page'));
  return {
    filter: params.has('filter')
      ? (parsedFilter(params.get('filter')) ?? initial.filter)
      : initial.filter,
    sort: splitSort(params.get('sort'), params.get('order')) ?? initial.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    columns: parsedNames(params.get('columns')),
    view: params.get('view') ?? undefined,
  };
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The address of a state; what is as at first stays out, and other parameters stay in. */
export const urlOfState = (
  params: URLSearchParams,
  state: ListState,
  initial: ListState,
): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const name of PARAMS) next.delete(name);
  if (!same(state.filter, initial.filter)) next.set('filter', JSON.stringify(state.filter));
  if (!same(state.sort, initial.sort)) {
    const { field, order } = joinedSort(state.sort);
    next.set('sort', field);
    next.set('order', order);
  }
  if (state.page !== 1) next.set('page', String(state.page));
  if (state.columns) next.set('columns', state.columns.join(','));
  if (state.view !== undefined) next.set('view', state.view);
  return next;
};

/** The query of an address that shows a colleague the same list: filters and order, columns said too. */
export const sharedSearch = (
  { filter, sort }: ListState,
  columns: readonly string[],
): URLSearchParams => {
  const { field, order } = joinedSort(sort);
  return new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: field,
    order,
    columns: columns.join(','),
  });
};

/** What an earlier visit left in the store, unless another version of the console wrote it. */
export const storedState = (stored: unknown): ListState | undefined => {
  const state = stored as Partial<ListState> | null | undefined;
  return state && Array.isArray(state.sort) && state.sort.length > 0 && state.filter
    ? (state as ListState)
    : undefined;
};
