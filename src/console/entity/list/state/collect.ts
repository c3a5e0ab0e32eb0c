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

interface Options {
  /**
   * Fetches one page.
   * @param page from 1
   */
  readonly ask: (page: number, perPage: number) => Promise<{ data: RaRecord[]; total?: number }>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CollectProgress) => void;
  readonly max?: number;
}

/**
 * Fetches all rows of a list page by page, without duplicates. If the server returns smaller pages than requested, the
 * page size adapts.
 * @throws the error of a call, or the signal's reason once it has fired
 */
export const collectMatching = async (options: Options): Promise<RaRecord[]> => {
  const { ask, signal, onProgress, max = MAX_SELECTED } = options;
  const records = new Map<Identifier, RaRecord>();
  let perPage = PAGE_ROWS;
  for (let page = 1; ; page++) {
    const { data, total = 0 } = await ask(page, perPage);
    signal.throwIfAborted();
    for (const row of data) if (records.size < max) records.set(row.id, row);
    onProgress({ count: records.size, of: Math.min(max, Math.max(total, records.size)) });
    if (page === 1 && data.length < Math.min(total, perPage)) perPage = data.length;
    if (data.length === 0 || records.size >= max || page * perPage >= total) break;
  }
  return [...records.values()];
};

/** Sort order that is stable while pages are fetched: new records come last. */
const steadySort = (entity: AnyEntity): Sorts => [
  { field: entity.record?.time ?? 'id', order: 'ASC' },
];

/**
 * Fetches all rows that match a list's filters, up to `MAX_SELECTED`.
 * @param total number of matching rows as far as known
 * @throws the error of a call, or the signal's reason once it has fired
 */
export const collectList = (
  dataProvider: Pick<DataProvider, 'getList'>,
  entity: AnyEntity,
  { filter, sort }: Pick<ListState, 'filter' | 'sort'>,
  total: number,
  { signal, onProgress }: Pick<Options, 'signal' | 'onProgress'>,
): Promise<RaRecord[]> => {
  // Above the limit, keep the list's order: "the first 10,000" are the first ones in view.
  const order = serializeSort(total > MAX_SELECTED ? sort : steadySort(entity));
  // Resolve relative periods once. A start that moves with each page would shift rows between pages.
  const resolvedFilter = resolvePeriods(entity, filter, Date.now());
  return collectMatching({
    ask: (page, perPage) =>
      dataProvider.getList<RaRecord>(entity.name, {
        pagination: { page, perPage },
        sort: order,
        filter: resolvedFilter,
        signal,
      }),
    signal,
    onProgress,
  });
};
