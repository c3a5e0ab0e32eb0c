import { keepPreviousData } from '@tanstack/react-query';
import { type RefObject, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { type Identifier, type RaRecord, useGetList, useStore } from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { parentField } from '../../../../fields';
import { type HeldRows, useHeldRows } from '../../../app/heldRows';
import { isLive } from '../../../data';
import { groupRows, type PageEdges, type RowGroups } from './groups';
import { type Filter, type ListState, serializeSort } from './listState';
import { lastPage } from './paging';
import { flattenTree, MAX_TREE_ROWS } from './tree';

/** Refetch interval while the server still backfills records, ms. */
const BACKFILL_POLL = 5_000;

const WHOLE_TREE = { page: 1, perPage: MAX_TREE_ROWS };
const NO_FILTER = {};
const NO_COLLAPSED: readonly Identifier[] = [];

export type ListQueryState = ReturnType<typeof useListQuery>;

/** Loads the rows of a list: a page, or all rows of a tree. */
export const useListQuery = (
  entity: AnyEntity,
  menuCode: string,
  { filter, sort: sorts, page }: ListState,
  perPage: number,
  area: RefObject<HTMLElement | null>,
  hasSelection: boolean,
) => {
  const sort = useMemo(() => serializeSort(sorts), [sorts]);
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
  const { total = 0, meta, error, refetch } = query;
  const { isFetching, isLoading, isPaused, isPlaceholderData, isFetchedAfterMount } = query;
  const question = JSON.stringify([entity.name, pagination, sort, filter]);
  const heldRows = useHeldRows({
    resource: entity.name,
    // Not rows that an earlier visit left in the cache.
    question: isLive(entity) && !parent && isFetchedAfterMount ? question : '',
    latest: query.data,
    area,
    isBusy: hasSelection,
  });
  const { rows, groups, toggleGroup } = useGroups(entity, heldRows, {
    first: page > 1,
    last: page * perPage < total,
    byUrgency: sorts[0]?.field === entity.sort?.[0] && sorts[0]?.field !== entity.side?.timeField,
  });
  const data = branches.tree?.rows ?? rows;
  /** Rows and state of the call, in the names of react-admin's `ListContext`. */
  const result = useMemo(
    () => ({
      question,
      data,
      groups,
      total,
      meta,
      error,
      refetch,
      isFetching,
      isLoading,
      isPaused,
      isPlaceholderData,
    }),
    [
      question,
      data,
      groups,
      total,
      meta,
      error,
      refetch,
      isFetching,
      isLoading,
      isPaused,
      isPlaceholderData,
    ],
  );
  // React renders a refresh in short tasks, so that many new rows, as in a burst of alarms, never block the page. The
  // first rows of a question are rendered at once, and so is a branch, together with its nodes.
  const rendered = useDeferredValue(result);
  const visible = !parent && isRefresh(rendered, result) ? rendered : result;
  return {
    sort,
    result: visible,
    pageCount: lastPage(visible.total, pagination.perPage),
    /** True if the rows are those of the current page and filter. */
    isCurrent: query.isSuccess && !isPlaceholderData,
    treeNodes: branches.tree?.nodes,
    toggleBranch: branches.toggleBranch,
    toggleGroup,
    heldRows,
    latest: query.data,
  };
};

const NO_GROUPS: RowGroups = new Map();

/** Arranges equal rows as groups, closed at first. */
const useGroups = (
  entity: AnyEntity,
  { rows: all, before }: HeldRows<RaRecord>,
  { first, last, byUrgency }: PageEdges,
) => {
  const [openKeys, setOpenKeys] = useState<readonly string[]>([]);
  const grouped = useMemo(
    () =>
      !entity.side || !all
        ? { rows: all, groups: NO_GROUPS }
        : groupRows(entity, all, openKeys, before, { first, last, byUrgency }),
    [entity, all, before, openKeys, first, last, byUrgency],
  );
  const toggleGroup = useCallback(
    (key: string) =>
      setOpenKeys((now) =>
        now.includes(key) ? now.filter((each) => each !== key) : [...now, key],
      ),
    [],
  );
  return { ...grouped, toggleGroup };
};

/** Answer of a list, with the question that was asked: page, sort order and filter. */
interface ListAnswer {
  readonly question: string;
  /** Undefined until the first answer. */
  readonly data: unknown;
  /** True while the rows are those of an earlier question. */
  readonly isPlaceholderData: boolean;
}

/** True if rows of the same question are already in view, so that the operator does not wait for the answer. */
export const isRefresh = (rendered: ListAnswer, latest: ListAnswer): boolean =>
  rendered.question === latest.question &&
  rendered.data !== undefined &&
  !rendered.isPlaceholderData;

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
