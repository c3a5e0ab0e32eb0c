import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import type { ConsoleDataProvider, CountQuery } from '../../data';

/** ms between two counts while somebody looks: what they count does not come with live data. */
const AGAIN = 60_000;

/** The records of an entity counted in groups. */
export const useCounts = (entity: string, query: CountQuery, enabled: boolean) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: [entity, 'count', query],
    queryFn: ({ signal }) => dataProvider.count(entity, query, { signal }),
    refetchInterval: AGAIN,
    enabled,
  });
};
