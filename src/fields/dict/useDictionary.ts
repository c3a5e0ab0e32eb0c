import { type RaRecord, useGetList } from 'ra-core';

interface Item extends RaRecord {
  readonly item_code: string;
  readonly item_text: string;
}

/** More items than any dictionary has; one call brings them all. */
const ALL = 500;

/** Dictionaries change rarely, ms. */
const FRESH = 300_000;

/** The items of a dictionary, by its code; none until they have come. */
export const useDictionary = (code: string) => {
  const { data = [] } = useGetList<Item>(
    'dictItem',
    {
      filter: { dict_code: code },
      pagination: { page: 1, perPage: ALL },
      sort: { field: 'item_code', order: 'ASC' },
    },
    { staleTime: FRESH },
  );
  return data.map((item) => ({ value: String(item.item_code), label: String(item.item_text) }));
};
