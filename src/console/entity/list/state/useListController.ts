import { useMemo } from 'react';
import type { Identifier, ListControllerResult, RaRecord } from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { selectionOfRows } from './groups';
import { type Filter, mergeState, parseSort } from './listState';
import { toggleRow } from './selection';
import type { EntityList } from './useEntityList';
import type { ListQueryState } from './useListQuery';
import type { ListSelection } from './useListSelection';

interface Options {
  readonly entity: AnyEntity;
  readonly list: EntityList;
  readonly query: ListQueryState;
  readonly selection: ListSelection;
  readonly perPage: number;
  readonly setPageSize: (rows: number) => void;
}

/** Returns the list in the form of react-admin's `ListContext`. */
export const useListController = (options: Options): ListControllerResult<RaRecord> => {
  const { entity, list, perPage, setPageSize } = options;
  const { sort, result } = options.query;
  const { selectedIds, modifiers, selectAll } = options.selection;
  return useMemo((): ListControllerResult<RaRecord> => {
    const { initial, patchState, patchFilter, pageCount } = list;
    const { filter, page } = list.state;
    // react-admin's types tell the states of a call apart by these.
    const { question: _, groups, data, total, error, ...rest } = result;
    const select = (ids: readonly Identifier[]) =>
      modifiers.select(selectionOfRows(groups, ids, selectedIds));
    const base = {
      ...rest,
      resource: entity.name,
      sort,
      setSort: (by: { field: string; order: string }) =>
        patchState({ sort: parseSort(by.field, by.order) ?? initial.sort }),
      filterValues: filter,
      // react-admin's inputs send '' or null for a cleared filter.
      setFilters: (filters: Filter) => patchState({ filter: mergeState({}, filters) }),
      displayedFilters: {},
      showFilter: (name: string, value: unknown) => patchFilter({ [name]: value }),
      hideFilter: (name: string) => patchFilter({ [name]: undefined }),
      page,
      setPage: (to: number) => patchState({ page: to }),
      perPage,
      setPerPage: (rows: number) => {
        setPageSize(rows);
        patchState({});
      },
      hasPreviousPage: page > 1,
      hasNextPage: page < pageCount,
      selectedIds,
      onSelect: select,
      onToggleItem: (id: Identifier) => select(toggleRow(selectedIds, [], id)),
      onUnselectItems: modifiers.clearSelection,
      onSelectAll: selectAll,
      // The server writes export files: see list/bar/export.
      exporter: false as const,
    };
    if (data) return { ...base, data, total, error, isPending: false };
    const none = { ...base, data: undefined, total: undefined, meta: undefined };
    return error ? { ...none, error, isPending: false } : { ...none, error: null, isPending: true };
  }, [entity, list, perPage, setPageSize, sort, result, selectedIds, modifiers, selectAll]);
};
