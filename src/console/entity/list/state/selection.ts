import { useMemo } from 'react';
import { type Identifier, type RaRecord, useGetMany, useListContext } from 'react-admin';
import { useScreen } from '../../screen';
import { useEntityList, useListRows } from './useEntityList';

/**
 * Returns the selection after a click on a row's checkbox. With `last`, the row of the previous click if Shift is held,
 * all rows between the two follow the clicked one.
 */
export const toggleRow = (
  selected: readonly Identifier[],
  rows: readonly Identifier[],
  id: Identifier,
  last?: Identifier,
): Identifier[] => {
  const [from, to] = [rows.indexOf(last ?? id), rows.indexOf(id)];
  const range = from < 0 || to < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  const rest = selected.filter((each) => !range.includes(each));
  return selected.includes(id) ? rest : [...rest, ...range];
};

/** Returns how many of the rows in view are selected. */
export const readSelection = (
  selected: ReadonlySet<Identifier>,
  rows: readonly Identifier[],
): 'all' | 'some' | 'none' => {
  const count = rows.filter((id) => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
};

/** Returns the selection after a click on the checkbox in the table head. Rows of other pages stay selected. */
export const togglePage = (
  selected: readonly Identifier[],
  rows: readonly Identifier[],
): Identifier[] => {
  const onPage = new Set(rows);
  const rest = selected.filter((id) => !onPage.has(id));
  return readSelection(new Set(selected), rows) === 'all' ? rest : [...rest, ...rows];
};

/**
 * Returns the selection while the keyboard extends it: the one from before, and every row between the start of the
 * extension and its current end.
 */
export const extendRange = (
  before: readonly Identifier[],
  rows: readonly Identifier[],
  began: number,
  come: number,
): Identifier[] => {
  const range = rows.slice(Math.min(began, come), Math.max(began, come) + 1);
  return [...before.filter((id) => !range.includes(id)), ...range];
};

const NONE: RaRecord[] = [];

/**
 * Returns the selected records of all pages, from the cache as far as possible. Those of an earlier visit are fetched.
 */
export const useSelectedRows = (): readonly RaRecord[] => {
  const { entity } = useScreen();
  const { recordCache } = useEntityList();
  const { selectedIds } = useListContext();
  const rows = useListRows();
  const onPage = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const missingIds = useMemo(
    () => selectedIds.filter((id) => !onPage.has(id) && !recordCache.has(id)),
    [selectedIds, onPage, recordCache],
  );
  const { data: fetchedRecords = NONE } = useGetMany<RaRecord>(
    entity.name,
    { ids: missingIds },
    { enabled: missingIds.length > 0 },
  );
  return useMemo(() => {
    const fetchedById = new Map(fetchedRecords.map((record) => [record?.id, record]));
    const recordOf = (id: Identifier) =>
      onPage.get(id) ?? recordCache.get(id) ?? fetchedById.get(id);
    return selectedIds.flatMap((id) => recordOf(id) ?? []);
  }, [selectedIds, onPage, recordCache, fetchedRecords]);
};
