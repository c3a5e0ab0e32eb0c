import { type RaRecord, useGetList } from 'ra-core';
import { useEntity } from '../controls/entities';
import type { Found } from './RefBox';
import type { Search } from './search';
import { useSpokenTitle } from './useSpokenTitle';
import { useTypedText } from './useTypedText';

/** Options of one search. */
const PAGE = 20;

/** The records of an entity whose title holds a text, the first 20. Asks the server only while it is wanted. */
export const useRefOptions = ({ target, typed, wanted, without }: Search): Found => {
  const entity = useEntity(target);
  const title = String(entity?.title ?? 'id');
  const say = useSpokenTitle(target);
  const search = useTypedText(typed.trim());
  const { data = [], isFetching } = useGetList<RaRecord>(
    target,
    {
      filter: search ? { [title]: search } : {},
      pagination: { page: 1, perPage: PAGE },
      sort: { field: title, order: 'ASC' },
    },
    { enabled: wanted && entity !== undefined, placeholderData: (previous) => previous },
  );
  const options = data
    .map((row) => ({ id: Number(row.id), title: say(String(row[title] ?? row.id)) }))
    .filter(({ id }) => id !== without);
  return { options, searching: isFetching };
};
