import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { readThinned, type Span, type Thinned } from './readThinned';
import type { Report } from './timeLineOf';

const RECORDS = 'deviceLocationRecord';

/** ms between two looks for newer reports. */
const AGAIN = 60_000;

export interface Telemetry extends Thinned<Report>, Span {}

/** The reports of a lock over the last so many ms, in the order of time. */
export const useTelemetry = (sn: string, length: number) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: [RECORDS, 'telemetry', sn, length],
    refetchInterval: AGAIN,
    queryFn: async ({ signal }): Promise<Telemetry> => {
      const to = Date.now();
      const span = { from: to - length, to };
      const { rows, ...rest } = await readThinned<Report>(async (part, page, perPage) => {
        const { data, total = 0 } = await dataProvider.getList(RECORDS, {
          filter: { sn: [sn], create_time_from: part.from, create_time_to: part.to },
          pagination: { page, perPage },
          sort: { field: 'create_time', order: 'DESC' },
          signal,
        });
        return { rows: data, total };
      }, span);
      const inOrder = [...rows].sort((a, b) => a.create_time - b.create_time);
      return { ...rest, ...span, rows: inOrder };
    },
  });
};
