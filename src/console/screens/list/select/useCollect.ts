import { type RaRecord, useDataProvider } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { AnyEntity } from '../../../../config';
import { withPeriods } from '../listFilter';
import { joinedSort, type Sorts } from '../sort/sortBy';
import type { List } from '../useEntityList';
import { type Collecting, collectMatching, MOST_COLLECTED } from './collectMatching';

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
