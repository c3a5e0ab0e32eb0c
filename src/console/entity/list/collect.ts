import { type Identifier, type RaRecord, useDataProvider } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { AnyEntity } from '../../../config';
import { joinedSort, type Sorts, withPeriods } from './listState';
import type { List } from './useEntityList';

/** An order that does not change while the pages are fetched: what is new comes last. */
const steadySort = (entity: AnyEntity): Sorts => [
  { field: entity.record?.time ?? 'id', order: 'ASC' },
];

interface Collect {
  /** Undefined while nothing is collected. */
  readonly progress: Collecting | undefined;
  readonly failure: string | undefined;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Fetches all rows that match a list's filters, up to a limit, and selects them. */
export const useCollect = (entity: AnyEntity, list: List): Collect => {
  const dataProvider = useDataProvider();
  const [progress, setProgress] = useState<Collecting>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = () => {
    running.current?.abort();
    setProgress(undefined);
  };
  const start = async () => {
    running.current?.abort();
    const cancelling = new AbortController();
    const { signal } = cancelling;
    running.current = cancelling;
    // "The first 10,000" are those that the reader sees first.
    const sort = joinedSort(list.total > MOST_COLLECTED ? list.sort : steadySort(entity));
    const filter = withPeriods(list.filter, Date.now());
    setFailure(undefined);
    setProgress({ found: 0, of: Math.min(list.total, MOST_COLLECTED) });
    try {
      const records = await collectMatching({
        ask: (page, perPage) =>
          dataProvider.getList<RaRecord>(entity.name, {
            pagination: { page, perPage },
            sort,
            filter,
            signal,
          }),
        signal,
        onProgress: setProgress,
      });
      list.selectRecords(records);
    } catch (error) {
      if (!signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    }
    if (!signal.aborted) setProgress(undefined);
  };
  return { progress, failure, start, cancel };
};

/** Rows of one list call at the most. */
export const CALL_ROWS = 1000;

/** More are not collected: what is done with them would take an hour, and nobody would know what it hit. */
export const MOST_COLLECTED = 10_000;

export interface Collecting {
  readonly found: number;
  readonly of: number;
}

interface Options {
  /** One page of the rows. @param page from 1 */
  readonly ask: (page: number, perPage: number) => Promise<{ data: RaRecord[]; total?: number }>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Collecting) => void;
  readonly most?: number;
}

/**
 * All rows of a list, each once, page by page. A server that gives fewer rows a page than asked for is asked for as
 * many as it gives.
 * @throws what a call throws, and the signal's reason once it has fired
 */
export const collectMatching = async (options: Options): Promise<RaRecord[]> => {
  const { ask, signal, onProgress, most = MOST_COLLECTED } = options;
  const found = new Map<Identifier, RaRecord>();
  let perPage = CALL_ROWS;
  for (let page = 1; ; page++) {
    const { data, total = 0 } = await ask(page, perPage);
    signal.throwIfAborted();
    for (const row of data) if (found.size < most) found.set(row.id, row);
    onProgress({ found: found.size, of: Math.min(most, Math.max(total, found.size)) });
    if (page === 1 && data.length < Math.min(total, perPage)) perPage = data.length;
    if (data.length === 0 || found.size >= most || page * perPage >= total) break;
  }
  return [...found.values()];
};
