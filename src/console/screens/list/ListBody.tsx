import { useNarrow } from '../parts/useNarrow';
import { CardList } from './CardList';
import { EntityTable } from './EntityTable';
import { ListFailure } from './ListFailure';
import { ListSkeleton } from './ListSkeleton';
import { NoRows } from './NoRows';
import type { EntityList } from './useEntityList';

/** The rows, or what stands in their place. */
export const ListBody = ({ list, query, selectable }: EntityList & { selectable: boolean }) => {
  const narrow = useNarrow();
  if (query.isPending) return <ListSkeleton rows={list.perPage} />;
  if (query.isError && !query.data) {
    return <ListFailure error={query.error} onRetry={() => query.refetch()} />;
  }
  if (list.data.length === 0) return <NoRows list={list} />;
  const Rows = narrow ? CardList : EntityTable;
  return <Rows list={list} selectable={selectable} />;
};
