import { type ListControllerResult, type RaRecord, useRecordSelection, useStore } from 'ra-core';
import { useEffect, useMemo } from 'react';
import type { AnyEntity } from '../../../config';
import type { Filter } from './listFilter';
import { patched } from './listFilter';
import { lastPage } from './total';
import { useListState } from './useListState';
import { useRows } from './useRows';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const PAGE_SIZE = 20;

const NO_ROWS: RaRecord[] = [];

/** An entity's list under one menu: where somebody is in it, the rows there, and what is selected. */
export const useEntityList = (entity: AnyEntity, menuCode: string) => {
  const { state, initial, change } = useListState(entity, menuCode);
  const { filter, sort, page } = state;
  const [perPage, setPerPage] = useStore<number>(`${menuCode}.perPage`, PAGE_SIZE);
  const [selectedIds, selection] = useRecordSelection({
    resource: entity.name,
    storeKey: menuCode,
  });
  const query = useRows(entity, { filter, sort, page, perPage });
  const { data: rows = NO_ROWS, total = 0 } = query.data ?? {};
  const pages = lastPage(total, perPage);
  const settled = query.isSuccess && !query.isPlaceholderData;

  // The last page can vanish under the reader: somebody deletes its rows.
  useEffect(() => {
    if (settled && page > pages) change({ page: pages });
  }, [settled, page, pages, change]);

  const list = useMemo(
    () => ({
      resource: entity.name,
      data: rows,
      total,
      isPending: query.isPending,
      page,
      pages,
      perPage,
      sort,
      filter,
      setSort: (by: ListControllerResult['sort']) => change({ sort: by, page: 1 }),
      setPage: (to: number) => change({ page: to }),
      setPerPage: (size: number) => {
        setPerPage(size);
        change({ page: 1 });
      },
      setFilter: (patch: Filter) => change({ filter: patched(filter, patch), page: 1 }),
      resetFilter: () => change({ filter: initial.filter, page: 1 }),
      clearFilter: () => change({ filter: {}, page: 1 }),
      isInitialFilter: JSON.stringify(filter) === JSON.stringify(initial.filter),
      selectedIds,
      onSelect: selection.select,
      onToggleItem: selection.toggle,
      onUnselectItems: selection.clearSelection,
    }),
    [
      entity,
      rows,
      total,
      query.isPending,
      page,
      pages,
      perPage,
      sort,
      filter,
      initial,
      selectedIds,
      selection,
      change,
      setPerPage,
    ],
  );
  return { list, query };
};

export type EntityList = ReturnType<typeof useEntityList>;
export type List = EntityList['list'];
