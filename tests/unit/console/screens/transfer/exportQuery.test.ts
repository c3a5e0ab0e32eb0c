import { expect, test } from 'vitest';
import { exportQuery } from '../../../../../src/console/screens/transfer/exportQuery';

const shown = {
  filter: { sn: 'A', at_last: '24h' },
  sort: [
    { field: 'state', order: 'DESC' },
    { field: 'sn', order: 'ASC' },
  ],
} as const;
const DAY = 24 * 60 * 60 * 1000;
const sort = { field: 'state,sn', order: 'DESC,ASC' };

test.each([
  [
    'all matching, as a job',
    { columns: ['sn'], job: true, now: 2 * DAY },
    { sort, filter: { sn: 'A', at_from: DAY }, columns: ['sn'], job: true },
  ],
  [
    'all matching of a server without jobs',
    { job: false, now: 2 * DAY },
    { sort, filter: { sn: 'A', at_from: DAY } },
  ],
  ['rows by name', { ids: [3, 1], now: 2 * DAY }, { sort, ids: [3, 1] }],
])('%s', (_, choice, query) => {
  expect(exportQuery(shown, choice)).toEqual(query);
});
