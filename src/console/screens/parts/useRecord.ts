import { useQuery } from '@tanstack/react-query';
import { type Identifier, type RaRecord, useDataProvider } from 'ra-core';
import type { AnyEntity } from '../../../config';

/**
 * A record by its key, as it is in the list at once and then as the server has it. The key is react-admin's, so that
 * mutations and live changes reach it. Where the server has no `get`, the list's row is all there is.
 */
export const useRecord = (
  entity: AnyEntity,
  id: Identifier | undefined,
  rows: readonly RaRecord[],
) => {
  const dataProvider = useDataProvider();
  const row = rows.find((each) => String(each.id) === String(id));
  const query = useQuery<RaRecord>({
    queryKey: [entity.name, 'getOne', { id: String(id) }],
    queryFn: async ({ signal }) =>
      (await dataProvider.getOne(entity.name, { id: id as Identifier, signal })).data,
    enabled: id !== undefined && entity.verbs.includes('get'),
    placeholderData: row,
    refetchInterval: entity.poll,
    retry: false,
  });
  return { record: query.data ?? row, query };
};
