import { keepPreviousData } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  type Identifier,
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  useDataProvider,
  useEvent,
  useGetList,
  useListContext,
  useNotify,
  useRecordSelection,
  useStore,
} from 'react-admin';
import type { AnyEntity } from '../../../config';
import { parentField } from '../../../fields';
import { errorMessage } from '../../../protocol';
import { useIsPhone } from '../../look/useIsPhone';
import { collectList } from './collect';
import { useListAppearance, visibleColumns } from './columns';
import {
  type Filter,
  type ListState,
  mergeState,
  parseSort,
  type Sorts,
  serializeSort,
  useListState,
} from './listState';
import { effectivePageSize, lastPage, PAGE_SIZES } from './paging';
import { initialViewState, useSavedViews } from './savedViews';
import { flattenTree, MAX_TREE_ROWS, type TreeNode } from './tree';

/** List state of one menu beyond react-admin's `ListContext`. */
export interface EntityList {
  /** Filter, sort, page and columns. Relative periods (`24h`) stay symbolic; the data provider resolves them. */
  readonly state: ListState;
  /** State declared by the entity. */
  readonly initial: ListState;
  /** Merges a patch into the state, and goes to the first page unless the patch sets `page`. */
  readonly patchState: (patch: Partial<ListState>) => void;
  /** Sets single filters; a blank value removes its filter. */
  readonly patchFilter: (patch: Filter) => void;
  /** Computes the order from the latest one, which may be newer than the one in view. */
  readonly changeSort: (next: (latest: Sorts) => Sorts) => void;
  /** Restores the declared filter. */
  readonly resetFilter: () => void;
  readonly isInitialFilter: boolean;
  readonly pageCount: number;
  readonly visibleColumns: readonly string[];
  /**
   * Stores the choice as a preference; null restores the declared columns. If a link or a saved view has set the
   * columns, a choice changes only the current list state.
   */
  readonly chooseColumns: (columns: readonly string[] | null) => void;
  readonly selected: ReadonlySet<Identifier>;
  readonly selectRecords: (records: readonly RaRecord[]) => void;
  /** Tree position by row id; undefined for a flat list. */
  readonly treeNodes: ReadonlyMap<Identifier, TreeNode> | undefined;
  /** Collapses or expands a branch of the tree. */
  readonly toggleBranch: (id: Identifier) => void;
  /** Loaded records by id, so that bulk actions need not fetch the selection again. */
  readonly recordCache: Map<Identifier, RaRecord>;
}

const EntityListContext = createContext<EntityList | null>(null);

/** Returns the list state of the surrounding `EntityListProvider`. @throws Error outside of one */
export const useEntityList = (): EntityList => {
  const list = useContext(EntityListContext);
  if (!list) throw new Error('useEntityList must be used inside an EntityListProvider');
  return list;
};

/** Unselected records in the cache before it is pruned. */
const MAX_UNSELECTED_CACHED = 1_000;

/** Refetch interval while the server still backfills records, ms. */
const BACKFILL_POLL = 5_000;

const NO_ROWS: readonly RaRecord[] = [];

const WHOLE_TREE = { page: 1, perPage: MAX_TREE_ROWS };
const NO_FILTER = {};
const NO_COLLAPSED: readonly Identifier[] = [];

interface TreeOptions {
  /** Field with the key of the parent row; undefined for a flat list. */
  readonly parent: string | undefined;
  readonly sort: { field: string; order: 'ASC' | 'DESC' };
  readonly filter: Filter;
  readonly filtered: { readonly data?: RaRecord[]; readonly total?: number };
}

/** Arranges the list as a tree: matching rows with their ancestors, without the rows of collapsed branches. */
const useTree = (entity: AnyEntity, menuCode: string, options: TreeOptions) => {
  const { parent, sort, filter, filtered } = options;
  const [collapsedIds, setCollapsedIds] = useStore(`${menuCode}.closed`, NO_COLLAPSED);
  const { data: all, total = 0 } = useGetList<RaRecord>(
    entity.name,
    { pagination: WHOLE_TREE, sort, filter: NO_FILTER },
    { enabled: parent !== undefined, placeholderData: keepPreviousData, retry: false },
  );
  const hasFilter = Object.keys(filter).length > 0;
  const tree = useMemo(() => {
    if (!parent || !all || !filtered.data || total > MAX_TREE_ROWS) return undefined;
    const matches = hasFilter ? new Set(filtered.data.map(({ id }) => id)) : undefined;
    return flattenTree(all, parent, { collapsedIds: new Set(collapsedIds), matches });
  }, [parent, all, filtered.data, total, hasFilter, collapsedIds]);
  const toggleBranch = useCallback(
    (id: Identifier) =>
      setCollapsedIds((now) =>
        now.includes(id) ? now.filter((each) => each !== id) : [...now, id],
      ),
    [setCollapsedIds],
  );
  return { tree, toggleBranch };
};

/**
 * Clears the selection when the filter changes, so that no bulk action hits rows that the operator no longer sees.
 * Paging keeps the selection.
 */
const useClearSelectionOnFilter = (menuCode: string, filter: Filter, clear: () => void) => {
  const filterKey = JSON.stringify(filter);
  const [selectedUnder, setSelectedUnder] = useStore<string | null>(
    `${menuCode}.selectedUnder`,
    null,
  );
  const clearSelection = useEvent(clear);
  useEffect(() => {
    if (selectedUnder === filterKey) return;
    if (selectedUnder !== null) clearSelection();
    setSelectedUnder(filterKey);
  }, [selectedUnder, filterKey, clearSelection, setSelectedUnder]);
};

/** Returns the rows of the surrounding list; empty while loading. */
export const useListRows = (): readonly RaRecord[] => useListContext().data ?? NO_ROWS;

interface Props {
  readonly entity: AnyEntity;
  readonly menuCode: string;
  readonly children: ReactNode;
}

/**
 * Provides state, rows and selection of an entity's list under one menu. Fills react-admin's `ListContext`, but keeps
 * the URL itself: `useListParams` claims the whole query string and pushes a history entry for every change.
 */
export const EntityListProvider = ({ entity, menuCode, children }: Props) => {
  const isPhone = useIsPhone();
  const [saved] = useSavedViews(entity);
  const opening = useMemo(() => initialViewState(entity, saved), [entity, saved]);
  const { state, initial, change } = useListState(entity, menuCode, opening);
  const { appearance, changeAppearance, compactColumns } = useListAppearance(entity);
  const { filter, page } = state;
  const [size, setSize] = useStore<number>(`${menuCode}.perPage`, PAGE_SIZES[0]);
  const perPage = effectivePageSize(size, isPhone);
  const [selectedIds, selection] = useRecordSelection({
    resource: entity.name,
    storeKey: menuCode,
  });
  useClearSelectionOnFilter(menuCode, filter, selection.clearSelection);
  const [recordCache] = useState(() => new Map<Identifier, RaRecord>());
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const sort = useMemo(() => serializeSort(state.sort), [state.sort]);
  const parent = entity.tree ? parentField(entity) : undefined;
  const pagination = parent ? WHOLE_TREE : { page, perPage };
  const query = useGetList<RaRecord>(
    entity.name,
    { pagination, sort, filter },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data?.meta?.growing ? BACKFILL_POLL : entity.poll),
      retry: false,
    },
  );
  const branches = useTree(entity, menuCode, { parent, sort, filter, filtered: query });
  const { total = 0, meta, error, isFetching, isLoading, isPaused, isPlaceholderData } = query;
  const { refetch } = query;
  const data = branches.tree?.rows ?? query.data;
  const treeNodes = branches.tree?.nodes;
  const { toggleBranch } = branches;
  const pageCount = lastPage(total, pagination.perPage);
  const isCurrent = query.isSuccess && !isPlaceholderData;

  // Deleted rows can leave the current page beyond the last one.
  useEffect(() => {
    if (isCurrent && page > pageCount) change({ page: pageCount });
  }, [isCurrent, page, pageCount, change]);

  useEffect(() => {
    for (const row of data ?? []) recordCache.set(row.id, row);
    // Bound the cache: a list may stay open for days.
    if (recordCache.size <= selectedIds.length + MAX_UNSELECTED_CACHED) return;
    const keepIds = new Set([...selectedIds, ...(data ?? []).map(({ id }) => id)]);
    for (const id of recordCache.keys()) if (!keepIds.has(id)) recordCache.delete(id);
  }, [data, recordCache, selectedIds]);

  const patchState = useCallback(
    (patch: Partial<ListState>) => change({ page: 1, ...patch }),
    [change],
  );
  const selectRecords = useCallback(
    (records: readonly RaRecord[]) => {
      for (const record of records) recordCache.set(record.id, record);
      selection.select(records.map(({ id }) => id));
    },
    [recordCache, selection],
  );

  const selectAll = useEvent(async () => {
    const { signal } = new AbortController();
    try {
      const options = { signal, onProgress: () => undefined };
      selectRecords(await collectList(dataProvider, entity, state, total, options));
    } catch (failure) {
      notify(errorMessage(failure), { type: 'error' });
    }
  });

  const columns = useMemo(
    () => visibleColumns(entity, state.columns ?? appearance.columns, compactColumns),
    [entity, state.columns, appearance.columns, compactColumns],
  );
  const list = useMemo(
    (): EntityList => ({
      state,
      initial,
      patchState,
      patchFilter: (patch) => change((now) => ({ filter: mergeState(now.filter, patch), page: 1 })),
      changeSort: (next) => change((now) => ({ sort: next(now.sort), page: 1 })),
      resetFilter: () => patchState({ filter: initial.filter }),
      isInitialFilter: JSON.stringify(filter) === JSON.stringify(initial.filter),
      pageCount,
      visibleColumns: columns,
      chooseColumns: (choice) => {
        if (choice && state.columns) return change({ columns: choice });
        changeAppearance({ columns: choice });
        if (state.columns) change({ columns: undefined });
      },
      selected: new Set(selectedIds),
      selectRecords,
      recordCache,
      treeNodes,
      toggleBranch,
    }),
    [
      state,
      patchState,
      change,
      initial,
      filter,
      pageCount,
      columns,
      changeAppearance,
      selectedIds,
      selectRecords,
      recordCache,
      treeNodes,
      toggleBranch,
    ],
  );

  const controller = useMemo((): ListControllerResult<RaRecord> => {
    const base = {
      resource: entity.name,
      sort,
      setSort: (by: { field: string; order: string }) =>
        patchState({ sort: parseSort(by.field, by.order) ?? initial.sort }),
      filterValues: filter,
      // react-admin's inputs send '' or null for a cleared filter.
      setFilters: (filters: Filter) => patchState({ filter: mergeState({}, filters) }),
      displayedFilters: {},
      showFilter: (name: string, value: unknown) => list.patchFilter({ [name]: value }),
      hideFilter: (name: string) => list.patchFilter({ [name]: undefined }),
      page,
      setPage: (to: number) => change({ page: to }),
      perPage,
      setPerPage: (rows: number) => {
        setSize(rows);
        change({ page: 1 });
      },
      hasPreviousPage: page > 1,
      hasNextPage: page < pageCount,
      selectedIds,
      onSelect: selection.select,
      onToggleItem: selection.toggle,
      onUnselectItems: selection.clearSelection,
      onSelectAll: selectAll,
      meta,
      // The server writes export files: see transfer/export.
      exporter: false as const,
      refetch,
      isFetching,
      isLoading,
      isPaused,
      isPlaceholderData,
    };
    if (data) return { ...base, data, total, error, isPending: false };
    const none = { ...base, data: undefined, total: undefined, meta: undefined };
    return error ? { ...none, error, isPending: false } : { ...none, error: null, isPending: true };
  }, [
    entity,
    sort,
    patchState,
    initial,
    filter,
    list,
    selectAll,
    page,
    change,
    perPage,
    setSize,
    pageCount,
    selectedIds,
    selection,
    refetch,
    isFetching,
    isLoading,
    isPaused,
    isPlaceholderData,
    data,
    meta,
    total,
    error,
  ]);

  return (
    <EntityListContext value={list}>
      <ListContextProvider value={controller}>{children}</ListContextProvider>
    </EntityListContext>
  );
};
