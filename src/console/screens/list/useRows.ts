import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type GetListResult, type RaRecord, useDataProvider } from 'ra-core';
import type { AnyEntity } from '../../../config';
import { type Filter, withPeriods } from './listFilter';
import { joinedSort, type Sorts } from './sort/sortBy';

export interface RowsQuery {
  readonly filter: Filter;
  readonly sort: Sorts;
  readonly page: number;
  readonly perPage: number;
}

/**
 * One page of an entity's rows. The key is react-admin's, so that its mutations and live changes reach the rows; a
 * period stays a word in it and becomes a moment only when it is asked for.
 */
export const useRows = (entity: AnyEntity, { filter, sort: by, page, perPage }: RowsQuery) => {
  const dataProvider = useDataProvider();
  const sort = joinedSort(by);
  const pagination = { page, perPage };
  return useQuery<GetListResult<RaRecord>>({
    queryKey: [entity.name, 'getList', { pagination, sort, filter }],
    queryFn: ({ signal }) =>
      dataProvider.getList(entity.name, {
        pagination,
        sort,
        filter: withPeriods(filter, Date.now()),
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: entity.poll,
    retry: false,
  });
};
