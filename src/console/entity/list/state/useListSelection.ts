import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type Identifier,
  type RaRecord,
  useDataProvider,
  useEvent,
  useNotify,
  type useRecordSelection,
  useStore,
} from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { errorNotice } from '../../../data';
import { collectList } from './collect';
import { recordsOfRow } from './groups';
import type { Filter, ListState } from './listState';
import type { ListQueryState } from './useListQuery';

/** Unselected records in the cache before it is pruned. */
const MAX_UNSELECTED_CACHED = 1_000;

export type ListSelection = ReturnType<typeof useListSelection>;

/** Returns the selected ids, the functions that change them, and the cache of loaded records. */
export const useListSelection = (
  entity: AnyEntity,
  menuCode: string,
  state: ListState,
  { data, groups, total }: ListQueryState['result'],
  [selectedIds, modifiers]: ReturnType<typeof useRecordSelection>,
) => {
  const dataProvider = useDataProvider();
  const notify = useNotify();
  useClearSelectionOnFilter(menuCode, state.filter, modifiers.clearSelection);
  const all = useMemo(
    () => data?.flatMap((record) => recordsOfRow(entity, groups.get(record.id), record)),
    [entity, data, groups],
  );
  const recordCache = useRecordCache(all, selectedIds);
  const selectRecords = useCallback(
    (records: readonly RaRecord[]) => {
      for (const record of records) recordCache.set(record.id, record);
      modifiers.select(records.map(({ id }) => id));
    },
    [recordCache, modifiers],
  );
  const selectAll = useEvent(async () => {
    try {
      selectRecords(await collectList(dataProvider, entity, state, total));
    } catch (failure) {
      notify(...errorNotice(failure));
    }
  });
  return { selectedIds, modifiers, recordCache, selectRecords, selectAll };
};

/** Returns the loaded records by id. */
const useRecordCache = (
  rows: readonly RaRecord[] | undefined,
  selectedIds: readonly Identifier[],
): Map<Identifier, RaRecord> => {
  const [recordCache] = useState(() => new Map<Identifier, RaRecord>());
  useEffect(() => {
    for (const row of rows ?? []) recordCache.set(row.id, row);
    // Bound the cache: a list may stay open for days.
    if (recordCache.size <= selectedIds.length + MAX_UNSELECTED_CACHED) return;
    const keepIds = new Set([...selectedIds, ...(rows ?? []).map(({ id }) => id)]);
    for (const id of recordCache.keys()) if (!keepIds.has(id)) recordCache.delete(id);
  }, [rows, recordCache, selectedIds]);
  return recordCache;
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
