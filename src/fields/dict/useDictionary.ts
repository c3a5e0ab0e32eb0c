import { type RaRecord, useGetList } from 'ra-core';
import { useMemo } from 'react';
import { useReaderLocale } from '../controls/useText';
import { type DictItem, dictionaryOptions } from './dictionaryOptions';

/** More items than any dictionary has; one call brings them all. */
const ALL = 1000;

/** ms after which what other operators have changed is asked for. */
const FRESH = 60_000;

interface Asked {
  readonly state: { readonly dataUpdatedAt: number; readonly errorUpdatedAt: number };
}

/** Counted from the last answer, so that all who show a dictionary ask at once, and together make one call. */
const untilStale = ({ state: { dataUpdatedAt, errorUpdatedAt } }: Asked): number => {
  const rest = Math.max(dataUpdatedAt, errorUpdatedAt) + FRESH - Date.now();
  return rest > 0 ? rest : FRESH;
};

/**
 * The items of a dictionary, by its code; none until they have come. A change made in this browser invalidates all
 * answers; another's is seen within a minute, or when the reader comes back to the window.
 */
export const useDictionary = (code: string) => {
  const locale = useReaderLocale();
  const { data } = useGetList<DictItem & RaRecord>(
    'dictItem',
    {
      filter: { dict_code: code },
      pagination: { page: 1, perPage: ALL },
      sort: { field: 'sort', order: 'ASC' },
    },
    { staleTime: FRESH, refetchInterval: untilStale, refetchOnWindowFocus: 'always' },
  );
  return useMemo(() => dictionaryOptions(data ?? [], locale), [data, locale]);
};
