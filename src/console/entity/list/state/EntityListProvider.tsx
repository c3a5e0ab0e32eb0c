import { type PropsWithChildren, useCallback, useEffect, useMemo, useRef } from 'react';
import { ListContextProvider, useRecordSelection, useStore } from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { useIsPhone } from '../../../look/useIsPhone';
import { useListAppearance, visibleColumns } from './columns';
import { type ChangeListState, type ListState, mergeState, useListState } from './listState';
import { effectivePageSize, PAGE_SIZES } from './paging';
import { initialViewState, useSavedViews } from './savedViews';
import { type EntityList, EntityListContext } from './useEntityList';
import { useListController } from './useListController';
import { useListQuery } from './useListQuery';
import { useListSelection } from './useListSelection';

type Props = PropsWithChildren<{ readonly entity: AnyEntity; readonly menuCode: string }>;

/**
 * Provides state, rows and selection of an entity's list under one menu. Fills react-admin's `ListContext`, but keeps
 * the URL itself: `useListParams` claims the whole query string and pushes a history entry for every change.
 */
export const EntityListProvider = ({ entity, menuCode, children }: Props) => {
  const isPhone = useIsPhone();
  const [saved] = useSavedViews(entity);
  const opening = useMemo(() => initialViewState(entity, saved), [entity, saved]);
  const { state, initial, change } = useListState(entity, menuCode, opening);
  const [size, setPageSize] = useStore<number>(`${menuCode}.perPage`, PAGE_SIZES[0]);
  const perPage = effectivePageSize(size, isPhone);
  const area = useRef<HTMLDivElement>(null);
  const selected = useRecordSelection({ resource: entity.name, storeKey: menuCode });
  const query = useListQuery(entity, menuCode, state, perPage, area, selected[0].length > 0);
  const selection = useListSelection(entity, menuCode, state, query.result, selected);
  const columns = useListColumns(entity, state, change);
  const { pageCount, isCurrent, treeNodes, toggleBranch, toggleGroup, heldRows, latest } = query;
  const { groups } = query.result;
  const { selectedIds, selectRecords, recordCache } = selection;

  // Deleted rows can leave the current page beyond the last one.
  useEffect(() => {
    if (isCurrent && state.page > pageCount) change({ page: pageCount });
  }, [isCurrent, state.page, pageCount, change]);

  const patchState = useCallback(
    (patch: Partial<ListState>) => change({ page: 1, ...patch }),
    [change],
  );
  const list = useMemo(
    (): EntityList => ({
      menuCode,
      state,
      initial,
      patchState,
      patchFilter: (patch) => change((now) => ({ filter: mergeState(now.filter, patch), page: 1 })),
      changeSort: (next) => change((now) => ({ sort: next(now.sort), page: 1 })),
      resetFilter: () => patchState({ filter: initial.filter }),
      isInitialFilter: JSON.stringify(state.filter) === JSON.stringify(initial.filter),
      pageCount,
      ...columns,
      selected: new Set(selectedIds),
      selectRecords,
      recordCache,
      treeNodes,
      toggleBranch,
      groups,
      toggleGroup,
      area,
      heldRows,
      latest,
    }),
    [
      menuCode,
      state,
      initial,
      patchState,
      change,
      pageCount,
      columns,
      selectedIds,
      selectRecords,
      recordCache,
      treeNodes,
      toggleBranch,
      groups,
      toggleGroup,
      heldRows,
      latest,
    ],
  );
  const controller = useListController({
    entity,
    list,
    query,
    selection,
    perPage,
    setPageSize,
  });
  return (
    <EntityListContext value={list}>
      <ListContextProvider value={controller}>{children}</ListContextProvider>
    </EntityListContext>
  );
};

const useListColumns = (
  entity: AnyEntity,
  state: ListState,
  change: ChangeListState,
): Pick<EntityList, 'visibleColumns' | 'chooseColumns'> => {
  const { appearance, changeAppearance, compactColumns } = useListAppearance(entity);
  const columns = useMemo(
    () =>
      visibleColumns(entity, state.columns ?? appearance.columns, {
        compactColumns,
        filter: state.filter,
      }),
    [entity, state.columns, state.filter, appearance.columns, compactColumns],
  );
  return useMemo(
    () => ({
      visibleColumns: columns,
      chooseColumns: (choice) => {
        if (choice && state.columns) return change({ columns: choice });
        changeAppearance({ columns: choice });
        if (state.columns) change({ columns: undefined });
      },
    }),
    [columns, state.columns, change, changeAppearance],
  );
};
