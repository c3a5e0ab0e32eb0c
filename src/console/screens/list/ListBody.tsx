import type { RefObject } from 'react';
import { useNarrow } from '../parts/useNarrow';
import { CardList } from './CardList';
import { ListFailure } from './ListFailure';
import { ListSkeleton } from './ListSkeleton';
import { NoRows } from './NoRows';
import { EntityTable } from './table/EntityTable';
import type { EntityList } from './useEntityList';

interface Props extends EntityList {
  readonly selectable: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The rows, or what stands in their place. */
export const ListBody = ({ list, query, selectable, scroller }: Props) => {
  const narrow = useNarrow();
  if (query.isPending) return <ListSkeleton rows={list.perPage} />;
  if (query.isError && !query.data) {
    return <ListFailure error={query.error} onRetry={() => query.refetch()} />;
  }
  if (list.data.length === 0) return <NoRows list={list} />;
  return narrow ? (
    <CardList list={list} selectable={selectable} />
  ) : (
    <EntityTable list={list} selectable={selectable} scroller={scroller} />
  );
};
