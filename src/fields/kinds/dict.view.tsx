import type { Query } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import type { Locale } from '../../domain/label';
import { type ItemTexts, itemText } from '../../domain/system';
import { TruncatedText } from '../views/cells';
import { SelectFilter } from '../views/filters';
import { SelectInput } from '../views/inputs';
import { useReaderLocale } from '../views/reader';
import type { CellProps, FieldView, FilterProps, InputProps } from '../views/registry';

const Cell = ({ field, value, full }: CellProps<'dict'>) => {
  const items = useDictionary(field.of);
  const item = items.find((each) => each.value === String(value));
  return <TruncatedText text={item?.label ?? String(value)} full={full} />;
};

const Input = (props: InputProps<'dict'>) => (
  <SelectInput {...props} options={useDictionary(props.field.of)} />
);

const Filter = (props: FilterProps<'dict'>) => (
  <SelectFilter {...props} options={useDictionary(props.field.of)} />
);

export const view: FieldView<'dict'> = { Cell, Input, Filter };

/** Page size that exceeds any dictionary, so one call loads it. */
const ALL = 1000;

/** Time after which a dictionary is refetched, ms, to see changes of other operators. */
const FRESH = 60_000;

type DictionaryQuery = Pick<Query, 'state'>;

/** True if the server refused the first call: it may have no dictionaries, and is not asked again. */
const isRefused = ({ state: { data, error } }: DictionaryQuery): boolean =>
  data === undefined && error !== null;

/** Refetch interval, counted from the last response, so that all components of a dictionary share one call. */
const untilStale = (query: DictionaryQuery): number | false => {
  if (isRefused(query)) return false;
  const { dataUpdatedAt, errorUpdatedAt } = query.state;
  const remaining = Math.max(dataUpdatedAt, errorUpdatedAt) + FRESH - Date.now();
  return remaining > 0 ? remaining : FRESH;
};

/**
 * Returns the items of a dictionary; empty until loaded, and without a code. A change in this browser invalidates them. A change elsewhere
 * appears within a minute, or when the window regains focus.
 */
export const useDictionary = (code: string | undefined) => {
  const locale = useReaderLocale();
  const { data } = useGetList<DictItem & RaRecord>(
    'dictItem',
    {
      filter: { dict_code: code },
      pagination: { page: 1, perPage: ALL },
      sort: { field: 'sort', order: 'ASC' },
    },
    {
      enabled: code !== undefined,
      staleTime: FRESH,
      refetchInterval: untilStale,
      refetchOnWindowFocus: (query) => (isRefused(query) ? false : 'always'),
    },
  );
  return useMemo(() => dictionaryOptions(data ?? [], locale), [data, locale]);
};

interface DictItem extends ItemTexts {
  readonly item_code: string;
  readonly sort?: number | null;
}

/** Items without a sort number come last. */
const orderOf = ({ sort }: DictItem) => sort ?? Number.POSITIVE_INFINITY;

/** Two items without a number differ by NaN. */
const inOrder = (a: DictItem, b: DictItem): number =>
  orderOf(a) - orderOf(b) || (a.item_code < b.item_code ? -1 : 1);

/** Options of a dictionary, in its order. */
export const dictionaryOptions = (items: readonly DictItem[], locale: Locale) =>
  [...items].sort(inOrder).map((item) => ({
    value: String(item.item_code),
    label: String(itemText(item, locale)),
  }));
