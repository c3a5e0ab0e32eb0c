import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { resolvePeriods } from '../../../data';
import { type ListState, type Sorts, serializeSort } from './listState';

export const PAGE_ROWS = 1000;

/** Limit of a selection: bulk actions on more records would take an hour, and the operator could not oversee them. */
export const MAX_SELECTED = 10_000;

export interface CollectProgress {
  readonly count: number;
  readonly of: number;
}

/** Sort order that is stable while pages are fetched: new records come last. */
const steadySort = (entity: AnyEntity): Sorts => [
  { field: entity.record?.time ?? 'id', order: 'ASC' },
];

/**
 * Fetches all rows that match a list's filters, up to `MAX_SELECTED`, page by page and without duplicates. If the server
 * returns smaller pages than requested, the page size adapts.
 * @param total number of matching rows as far as known
 * @throws the error of a call, or the signal's reason once it has fired
 */
export const collectList = async (
  dataProvider: Pick<DataProvider, 'getList'>,
  entity: AnyEntity,
  { filter, sort }: Pick<ListState, 'filter' | 'sort'>,
  total: number,
  {
    signal,
    onProgress,
  }: { signal?: AbortSignal; onProgress?: (progress: CollectProgress) => void } = {},
): Promise<RaRecord[]> => {
  const query = {
    // Above the limit, keep the list's order: "the first 10,000" are the first ones in view.
    sort: serializeSort(total > MAX_SELECTED ? sort : steadySort(entity)),
    // Resolve relative periods once. A start that moves with each page would shift rows between pages.
    filter: resolvePeriods(entity, filter, Date.now()),
    signal,
  };
  const records = new Map<Identifier, RaRecord>();
  let perPage = PAGE_ROWS;
  for (let page = 1; ; page++) {
    const pagination = { page, perPage };
    const answer = await dataProvider.getList<RaRecord>(entity.name, { ...query, pagination });
    signal?.throwIfAborted();
    const { data, total: known = 0 } = answer;
    for (const row of data) if (records.size < MAX_SELECTED) records.set(row.id, row);
    onProgress?.({
      count: records.size,
      of: Math.min(MAX_SELECTED, Math.max(known, records.size)),
    });
    if (page === 1 && data.length < Math.min(known, perPage)) perPage = data.length;
    if (data.length === 0 || records.size >= MAX_SELECTED || page * perPage >= known) break;
  }
  return [...records.values()];
};
