import { type RaRecord, useGetList } from 'ra-core';
import { useMemo } from 'react';
import { useEntity } from '../controls/entities';
import type { RefOption } from './RefBox';
import type { Search } from './search';
import { parentField, searchTree, treeOptions } from './treeOptions';
import { useSpokenTitle } from './useSpokenTitle';

/** A tree of up to as many records is fetched whole; in a larger one only hits are shown. */
const WHOLE = 1000;

/** ms for which a tree counts as fresh: opening the list again asks nothing. */
const FRESH = 60_000;

interface FoundTree {
  readonly options: readonly RefOption[];
  readonly searching: boolean;
  /** The records are no tree, or too many for one. */
  readonly flat: boolean;
}

/** The records of a tree with their place in it. */
export const useTreeOptions = ({ target, typed, wanted, without }: Search): FoundTree => {
  const entity = useEntity(target);
  const title = String(entity?.title ?? 'id');
  const parent = entity && parentField(entity);
  const say = useSpokenTitle(target);
  const { data, total, isFetching } = useGetList<RaRecord>(
    target,
    {
      filter: {},
      pagination: { page: 1, perPage: WHOLE },
      sort: { field: 'id', order: 'ASC' },
    },
    { enabled: wanted && parent !== undefined, staleTime: FRESH },
  );
  const tree = useMemo(
    () => (data && parent ? treeOptions(data, { title, parent, say, without }) : []),
    [data, title, parent, say, without],
  );
  return {
    options: searchTree(tree, typed),
    searching: isFetching,
    flat: parent === undefined || (total !== undefined && total > WHOLE),
  };
};
