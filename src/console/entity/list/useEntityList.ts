import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type GetListResult,
  type Identifier,
  type RaRecord,
  useDataProvider,
  useRecordSelection,
  useStore,
} from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import type { AnyEntity } from '../../../config';
import { useIsPhone } from '../../look/useIsPhone';
import { shownColumns, useListLook } from './columns';
import {
  type Filter,
  joinedSort,
  type ListState,
  patched,
  type Sorts,
  useListState,
  withPeriods,
} from './listState';
import { effectivePageSize, lastPage, PAGE_SIZES } from './paging';
import { openingState, useSavedViews } from './savedViews';

const NO_ROWS: RaRecord[] = [];

/** An entity's list under one menu: where somebody is in it, the rows there, and what is selected. */
export const useEntityList = (entity: AnyEntity, menuCode: string) => {
  const isPhone = useIsPhone();
  const [saved] = useSavedViews(entity);
  const opening = useMemo(() => openingState(entity, saved), [entity, saved]);
  const { state, initial, change } = useListState(entity, menuCode, opening);
  const { look, changeLook } = useListLook(entity);
  const { filter, sort, page } = state;
  const [size, setPerPage] = useStore<number>(`${menuCode}.perPage`, PAGE_SIZES[0]);
  const perPage = effectivePageSize(size, isPhone);
  const [selectedIds, selection] = useRecordSelection({
    resource: entity.name,
    storeKey: menuCode,
  });
  // Records that were seen or collected, so that what is selected need not be asked for again.
  const [known] = useState(() => new Map<Identifier, RaRecord>());
  const query = useRows(entity, { filter, sort, page, perPage });
  const { data: rows = NO_ROWS, total = 0 } = query.data ?? {};
  const pages = lastPage(total, perPage);
  const settled = query.isSuccess && !query.isPlaceholderData;

  // The last page can vanish under the reader: somebody deletes its rows.
  useEffect(() => {
    if (settled && page > pages) change({ page: pages });
  }, [settled, page, pages, change]);

  useEffect(() => {
    for (const row of rows) known.set(row.id, row);
  }, [rows, known]);

  const columns = useMemo(
    () => shownColumns(entity, state.columns ?? look.columns),
    [entity, state.columns, look.columns],
  );
  const selected: ReadonlySet<Identifier> = useMemo(() => new Set(selectedIds), [selectedIds]);

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
      state,
      setSort: (by: Sorts) => change({ sort: by, page: 1 }),
      setPage: (to: number) => change({ page: to }),
      setPerPage: (rowsOfPage: number) => {
        setPerPage(rowsOfPage);
        change({ page: 1 });
      },
      setFilter: (patch: Filter) => change({ filter: patched(filter, patch), page: 1 }),
      resetFilter: () => change({ filter: initial.filter, page: 1 }),
      clearFilter: () => change({ filter: {}, page: 1 }),
      isInitialFilter: JSON.stringify(filter) === JSON.stringify(initial.filter),
      /** Shows the list as a view or anything else says. */
      show: (patch: Partial<ListState>) => change({ page: 1, ...patch }),
      columns,
      /** Null goes back to the declared ones. A view's columns are changed in the view, not for good. */
      chooseColumns: (chosen: readonly string[] | null) => {
        if (chosen && state.columns) return change({ columns: chosen });
        changeLook({ columns: chosen });
        if (state.columns) change({ columns: undefined });
      },
      known,
      selectedIds,
      selected,
      onSelect: selection.select,
      onToggleItem: selection.toggle,
      onUnselectItems: selection.clearSelection,
      selectRecords: (records: readonly RaRecord[]) => {
        for (const record of records) known.set(record.id, record);
        selection.select(records.map(({ id }) => id));
      },
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
      state,
      initial,
      columns,
      known,
      selectedIds,
      selected,
      selection,
      change,
      changeLook,
      setPerPage,
    ],
  );
  return { list, query };
};

export type EntityList = ReturnType<typeof useEntityList>;
export type List = EntityList['list'];

interface RowsQuery {
  readonly filter: Filter;
  readonly sort: Sorts;
  readonly page: number;
  readonly perPage: number;
}

/**
 * One page of an entity's rows. The key is react-admin's, so that its mutations and live changes reach the rows; a
 * period stays a word in it and becomes a moment only when it is asked for.
 */
export const useRows = (entity: AnyEntity, { filter, sort: by, page, perPage }: RowsQuery) => {
  const dataProvider = useDataProvider();
  const sort = joinedSort(by);
  const pagination = { page, perPage };
  return useQuery<GetListResult<RaRecord>>({
    queryKey: [entity.name, 'getList', { pagination, sort, filter }],
    queryFn: ({ signal }) =>
      dataProvider.getList(entity.name, {
        pagination,
        sort,
        filter: withPeriods(filter, Date.now()),
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: entity.poll,
    retry: false,
  });
};
