import { useMemo } from 'react';
import { type Identifier, type RaRecord, useGetMany, useListContext } from 'react-admin';
import { useScreen } from '../screen';
import { useEntityList, useListRows } from './useEntityList';

/**
 * The selection after a row's box was pressed. With `last`, the row pressed before while Shift was held, every row
 * between the two follows the pressed one.
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

/** Whether all, some or none of the rows in view are selected. */
export const readSelection = (
  selected: ReadonlySet<Identifier>,
  rows: readonly Identifier[],
): 'all' | 'some' | 'none' => {
  const count = rows.filter((id) => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
};

/** The selection after the box over all rows was pressed; rows of other pages stay selected. */
export const togglePage = (
  selected: readonly Identifier[],
  rows: readonly Identifier[],
): Identifier[] => {
  const onPage = new Set(rows);
  const rest = selected.filter((id) => !onPage.has(id));
  return readSelection(new Set(selected), rows) === 'all' ? rest : [...rest, ...rows];
};

/**
 * The selection while it is extended by the keyboard: what was selected before, and every row from where the
 * extension began to where it has come.
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
 * The records that are selected, over all pages. Those seen on the way are remembered; those of an earlier visit are
 * asked for.
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
