import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { AnyEntity } from '../../../config';
import { resolvePeriods } from '../../data';
import { type ListState, type Sorts, serializeSort } from './listState';

/** Page size of the list calls. */
export const PAGE_ROWS = 1000;

/** More are not collected: what is done with them would take an hour, and nobody would know what it hit. */
export const MAX_SELECTED = 10_000;

export interface CollectProgress {
  readonly count: number;
  readonly of: number;
}

interface Options {
  /** One page of the rows. @param page from 1 */
  readonly ask: (page: number, perPage: number) => Promise<{ data: RaRecord[]; total?: number }>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CollectProgress) => void;
  readonly max?: number;
}

/**
 * All rows of a list, each once, page by page. A server that gives fewer rows a page than asked for is asked for as
 * many as it gives.
 * @throws what a call throws, and the signal's reason once it has fired
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

/** An order that does not change while the pages are fetched: what is new comes last. */
const steadySort = (entity: AnyEntity): Sorts => [
  { field: entity.record?.time ?? 'id', order: 'ASC' },
];

/**
 * All rows that match a list's filters, up to a limit.
 * @param total how many there are, as far as is known
 * @throws what a call throws, and the signal's reason once it has fired
 */
export const collectList = (
  dataProvider: Pick<DataProvider, 'getList'>,
  entity: AnyEntity,
  { filter, sort }: Pick<ListState, 'filter' | 'sort'>,
  total: number,
  { signal, onProgress }: Pick<Options, 'signal' | 'onProgress'>,
): Promise<RaRecord[]> => {
  // "The first 10,000" are those that the reader sees first.
  const order = serializeSort(total > MAX_SELECTED ? sort : steadySort(entity));
  // A period that began later on each page would let rows slip from one page to the one before.
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
