import type { AnyEntity } from '../../../config';
import { defaultFilter, type Filter } from './listFilter';

export interface SortBy {
  readonly field: string;
  readonly order: 'ASC' | 'DESC';
}

/** Where somebody is in a list. */
export interface ListState {
  readonly filter: Filter;
  readonly sort: SortBy;
  /** From 1. */
  readonly page: number;
}

/** The list as its declaration opens it. */
export const initialState = (entity: AnyEntity): ListState => {
  const [field, order] = entity.sort ?? ['id', 'DESC'];
  return { filter: defaultFilter(entity), sort: { field, order }, page: 1 };
};

const PARAMS = ['filter', 'sort', 'order', 'page'] as const;

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

/**
 * The state an address asks for, undefined when it asks for none: `?filter={"status":[2]}&sort=sn&order=ASC&page=2`.
 * What it leaves out is as at first; what cannot be read is left out.
 */
export const stateOfUrl = (params: URLSearchParams, initial: ListState): ListState | undefined => {
  if (!PARAMS.some((name) => params.has(name))) return undefined;
  const page = Number(params.get('page'));
  const field = params.get('sort');
  return {
    filter: params.has('filter')
      ? (parsedFilter(params.get('filter')) ?? initial.filter)
      : initial.filter,
    sort: field ? { field, order: params.get('order') === 'DESC' ? 'DESC' : 'ASC' } : initial.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
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
    next.set('sort', state.sort.field);
    next.set('order', state.sort.order);
  }
  if (state.page !== 1) next.set('page', String(state.page));
  return next;
};
