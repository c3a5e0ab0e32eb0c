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

/** What a menu's list has beside what react-admin's list context has room for. */
export interface EntityList {
  /** Where somebody is in the list; periods are words here, as everywhere before the data provider. */
  readonly state: ListState;
  /** The list as its declaration opens it. */
  readonly initial: ListState;
  /** Shows another part of the list, its first page unless the patch says otherwise. */
  readonly show: (patch: Partial<ListState>) => void;
  /** Changes single filters; what the patch holds as undefined is taken away. */
  readonly patchFilter: (patch: Filter) => void;
  /** Changes the order as it is now, which may be newer than the order in view. */
  readonly changeSort: (next: (now: Sorts) => Sorts) => void;
  /** Back to the filters with which the list opens. */
  readonly resetFilter: () => void;
  readonly isInitialFilter: boolean;
  /** The last page there is. */
  readonly pages: number;
  /** The columns shown, in order. */
  readonly columns: readonly string[];
  /** Null goes back to the declared ones. A view's columns are changed in the view, not for good. */
  readonly chooseColumns: (chosen: readonly string[] | null) => void;
  readonly selected: ReadonlySet<Identifier>;
  readonly selectRecords: (records: readonly RaRecord[]) => void;
  /** Where each row stands, where the list is a tree. */
  readonly nodes: ReadonlyMap<Identifier, TreeNode> | undefined;
  /** Folds a branch of the tree away, or shows it again. */
  readonly toggleBranch: (id: Identifier) => void;
  /** Records that were seen or collected, so that what is selected need not be asked for again. */
  readonly known: Map<Identifier, RaRecord>;
}

const EntityListContext = createContext<EntityList | null>(null);

/** The list of the menu around, beside `useListContext`. */
export const useEntityList = (): EntityList => {
  const list = useContext(EntityListContext);
  if (!list) throw new Error('This belongs inside of an EntityScreen');
  return list;
};

/** Records that are kept beyond those that are selected, at the most. */
const LET_GO = 1_000;

/** When to look again at records of which more are being made, ms. */
const GROWING = 5_000;

const NO_ROWS: readonly RaRecord[] = [];

const WHOLE = { page: 1, perPage: MAX_TREE_ROWS };
const NO_FILTER = {};
const NONE_CLOSED: readonly Identifier[] = [];

interface Branching {
  /** The field by which rows are below each other; undefined where the list is no tree. */
  readonly parent: string | undefined;
  readonly sort: { field: string; order: 'ASC' | 'DESC' };
  readonly filter: Filter;
  readonly found: { readonly data?: RaRecord[]; readonly total?: number };
}

/** The list as a tree: what a filter finds with all that is above it, and the branches that were folded away. */
const useBranches = (entity: AnyEntity, menuCode: string, given: Branching) => {
  const { parent, sort, filter, found } = given;
  const [closed, setClosed] = useStore(`${menuCode}.closed`, NONE_CLOSED);
  const { data: all, total = 0 } = useGetList<RaRecord>(
    entity.name,
    { pagination: WHOLE, sort, filter: NO_FILTER },
    { enabled: parent !== undefined, placeholderData: keepPreviousData, retry: false },
  );
  const narrowed = Object.keys(filter).length > 0;
  const tree = useMemo(() => {
    if (!parent || !all || !found.data || total > MAX_TREE_ROWS) return undefined;
    const matches = narrowed ? new Set(found.data.map(({ id }) => id)) : undefined;
    return flattenTree(all, parent, { closed: new Set(closed), matches });
  }, [parent, all, found.data, total, narrowed, closed]);
  const toggleBranch = useCallback(
    (id: Identifier) =>
      setClosed((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id])),
    [setClosed],
  );
  return { tree, toggleBranch };
};

/**
 * Ends a selection with the filter under which it was made: what it holds may be out of sight now, and nobody means what
 * they do not see. A page turned ends nothing, as the filter is the same.
 */
const useSelectionEnd = (menuCode: string, filter: Filter, clear: () => void) => {
  const now = JSON.stringify(filter);
  const [made, setMade] = useStore<string | null>(`${menuCode}.selectedUnder`, null);
  const end = useEvent(clear);
  useEffect(() => {
    if (made === now) return;
    if (made !== null) end();
    setMade(now);
  }, [made, now, end, setMade]);
};

/** The rows of the list around; none while they are on their way. */
export const useListRows = (): readonly RaRecord[] => useListContext().data ?? NO_ROWS;

interface Props {
  readonly entity: AnyEntity;
  readonly menuCode: string;
  readonly children: ReactNode;
}

/**
 * An entity's list under one menu: where somebody is in it, the rows there, and what is selected. It is react-admin's
 * list context with a state of our own, since react-admin's list parameters take the whole address for theirs and make
 * each change a step of the history.
 */
export const EntityListProvider = ({ entity, menuCode, children }: Props) => {
  const isPhone = useIsPhone();
  const [saved] = useSavedViews(entity);
  const opening = useMemo(() => initialViewState(entity, saved), [entity, saved]);
  const { state, initial, change } = useListState(entity, menuCode, opening);
  const { look, changeLook, few } = useListAppearance(entity);
  const { filter, page } = state;
  const [size, setSize] = useStore<number>(`${menuCode}.perPage`, PAGE_SIZES[0]);
  const perPage = effectivePageSize(size, isPhone);
  const [selectedIds, selection] = useRecordSelection({
    resource: entity.name,
    storeKey: menuCode,
  });
  useSelectionEnd(menuCode, filter, selection.clearSelection);
  const [known] = useState(() => new Map<Identifier, RaRecord>());
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const sort = useMemo(() => serializeSort(state.sort), [state.sort]);
  const parent = entity.tree ? parentField(entity) : undefined;
  const pagination = parent ? WHOLE : { page, perPage };
  const query = useGetList<RaRecord>(
    entity.name,
    { pagination, sort, filter },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data?.meta?.growing ? GROWING : entity.poll),
      retry: false,
    },
  );
  const branches = useBranches(entity, menuCode, { parent, sort, filter, found: query });
  const { total = 0, meta, error, isFetching, isLoading, isPaused, isPlaceholderData } = query;
  const { refetch } = query;
  const data = branches.tree?.rows ?? query.data;
  const nodes = branches.tree?.nodes;
  const { toggleBranch } = branches;
  const pages = lastPage(total, pagination.perPage);
  const settled = query.isSuccess && !isPlaceholderData;

  // The last page can vanish under the reader: somebody deletes its rows.
  useEffect(() => {
    if (settled && page > pages) change({ page: pages });
  }, [settled, page, pages, change]);

  useEffect(() => {
    for (const row of data ?? []) known.set(row.id, row);
    // Thousands that were selected once are let go: the list may stay open for days.
    if (known.size <= selectedIds.length + LET_GO) return;
    const kept = new Set([...selectedIds, ...(data ?? []).map(({ id }) => id)]);
    for (const id of known.keys()) if (!kept.has(id)) known.delete(id);
  }, [data, known, selectedIds]);

  const show = useCallback((patch: Partial<ListState>) => change({ page: 1, ...patch }), [change]);
  const selectRecords = useCallback(
    (records: readonly RaRecord[]) => {
      for (const record of records) known.set(record.id, record);
      selection.select(records.map(({ id }) => id));
    },
    [known, selection],
  );

  const selectAll = useEvent(async () => {
    const { signal } = new AbortController();
    try {
      const how = { signal, onProgress: () => undefined };
      selectRecords(await collectList(dataProvider, entity, state, total, how));
    } catch (failure) {
      notify(errorMessage(failure), { type: 'error' });
    }
  });

  const columns = useMemo(
    () => visibleColumns(entity, state.columns ?? look.columns, few),
    [entity, state.columns, look.columns, few],
  );
  const list = useMemo(
    (): EntityList => ({
      state,
      initial,
      show,
      patchFilter: (patch) => change((now) => ({ filter: mergeState(now.filter, patch), page: 1 })),
      changeSort: (next) => change((now) => ({ sort: next(now.sort), page: 1 })),
      resetFilter: () => show({ filter: initial.filter }),
      isInitialFilter: JSON.stringify(filter) === JSON.stringify(initial.filter),
      pages,
      columns,
      chooseColumns: (chosen) => {
        if (chosen && state.columns) return change({ columns: chosen });
        changeLook({ columns: chosen });
        if (state.columns) change({ columns: undefined });
      },
      selected: new Set(selectedIds),
      selectRecords,
      known,
      nodes,
      toggleBranch,
    }),
    [
      state,
      show,
      change,
      initial,
      filter,
      pages,
      columns,
      changeLook,
      selectedIds,
      selectRecords,
      known,
      nodes,
      toggleBranch,
    ],
  );

  const controller = useMemo((): ListControllerResult<RaRecord> => {
    const base = {
      resource: entity.name,
      sort,
      setSort: (by: { field: string; order: string }) =>
        show({ sort: parseSort(by.field, by.order) ?? initial.sort }),
      filterValues: filter,
      // Stock inputs send '' or null for what was cleared.
      setFilters: (filters: Filter) => show({ filter: mergeState({}, filters) }),
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
      hasNextPage: page < pages,
      selectedIds,
      onSelect: selection.select,
      onToggleItem: selection.toggle,
      onUnselectItems: selection.clearSelection,
      onSelectAll: selectAll,
      meta,
      // Files are written by the server: see transfer/export.
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
    show,
    initial,
    filter,
    list,
    selectAll,
    page,
    change,
    perPage,
    setSize,
    pages,
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
