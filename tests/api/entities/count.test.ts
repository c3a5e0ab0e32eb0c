import { beforeAll, expect, it } from 'vitest';
import type { CallValues } from '../../../src/server/calls/endpoint';
import { NORTHERN, QUAY, ROOT } from '../db/world';
import { openCalls } from './openCalls';

type Opened = Awaited<ReturnType<typeof openCalls>>;
let call: Opened['call'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight in UTC. An hour later clocks in Berlin go forward. */
const MIDNIGHT = Date.UTC(2026, 2, 29);
const LONG_AGO = Date.UTC(1960, 1, 29);

beforeAll(async () => {
  const { call: open, dependencies } = await openCalls({});
  call = open;
  const add = (orgId: number, rows: CallValues[]) =>
    dependencies.tables.get('parcel')?.add(rows as Record<string, unknown>[], { orgId });
  await add(QUAY, [
    { code: 'A', state: 0, create_time: MIDNIGHT - 1, packed: '2026-03-01' },
    { code: 'B', state: 0, create_time: MIDNIGHT, packed: '2026-03-01' },
    { code: 'C', state: 1, create_time: MIDNIGHT + 22.5 * HOUR },
    { code: 'D', state: null, create_time: MIDNIGHT + DAY },
    { code: 'E', state: 1, create_time: LONG_AGO + HOUR },
  ]);
  await add(NORTHERN, [{ code: 'N', state: 1, create_time: MIDNIGHT, packed: '2026-04-01' }]);
});

const recent = { create_time_from: MIDNIGHT - DAY, create_time_to: MIDNIGHT + 2 * DAY };

it.each<[string, CallValues, number, unknown[][]]>([
  [
    'a choice',
    { by: 'state' },
    QUAY,
    [
      [0, 2],
      [1, 2],
      [null, 1],
    ],
  ],
  [
    'a choice of all tenants',
    { by: 'state' },
    ROOT,
    [
      [0, 2],
      [1, 3],
      [null, 1],
    ],
  ],
  ['a choice of none', { by: 'state' }, 999, []],
  [
    'a date',
    { by: 'packed' },
    ROOT,
    [
      ['2026-03-01', 2],
      ['2026-04-01', 1],
      [null, 3],
    ],
  ],
  [
    'what is filtered',
    { by: 'state', code: ['A', 'C', 'N'] },
    ROOT,
    [
      [0, 1],
      [1, 2],
    ],
  ],
  [
    'days of UTC',
    { by: 'create_time', ...recent },
    QUAY,
    [
      [MIDNIGHT - DAY, 1],
      [MIDNIGHT, 2],
      [MIDNIGHT + DAY, 1],
    ],
  ],
  [
    'days before 1970',
    { by: 'create_time', create_time_from: LONG_AGO, create_time_to: LONG_AGO + DAY },
    QUAY,
    [[LONG_AGO, 1]],
  ],
  [
    'days of Berlin, one of 23 hours',
    { by: 'create_time', zone: 'Europe/Berlin', ...recent },
    QUAY,
    [
      [MIDNIGHT - HOUR, 2],
      [MIDNIGHT + 22 * HOUR, 2],
    ],
  ],
  [
    'days of Shanghai',
    { by: 'create_time', zone: 'Asia/Shanghai', ...recent },
    QUAY,
    [
      [MIDNIGHT - 8 * HOUR, 2],
      [MIDNIGHT + 16 * HOUR, 2],
    ],
  ],
  [
    'days of Los Angeles',
    { by: 'create_time', zone: 'America/Los_Angeles', ...recent },
    QUAY,
    [
      [MIDNIGHT - 17 * HOUR, 2],
      [MIDNIGHT + 7 * HOUR, 2],
    ],
  ],
  [
    'days and choices',
    { by: 'create_time', split: 'state', ...recent },
    QUAY,
    [
      [MIDNIGHT - DAY, 0, 1],
      [MIDNIGHT, 0, 1],
      [MIDNIGHT, 1, 1],
      [MIDNIGHT + DAY, null, 1],
    ],
  ],
])('counts by %s', async (_, body, orgId, expected) => {
  const { groups } = await call('/parcel/count', body, orgId);
  expect(
    groups.map((group: Record<string, unknown>) =>
      'split' in body ? [group.value, group.split, group.count] : [group.value, group.count],
    ),
  ).toEqual(expected);
});

it.each([
  [{}, 'by'],
  [{ by: 'weight' }, 'by'],
  [{ by: 'toString' }, 'by'],
  [{ by: 'state', split: 'code' }, 'split'],
  [{ by: 'create_time', ...recent, zone: 'Middle/Earth' }, 'zone'],
  [{ by: 'create_time', create_time_to: 0 }, 'create_time_from'],
  [{ by: 'create_time', create_time_from: 0 }, 'create_time_to'],
  [
    { by: 'create_time', create_time_from: MIDNIGHT, create_time_to: MIDNIGHT + 401 * DAY },
    'create_time_to',
  ],
  [{ by: 'state', nope: 1 }, 'nope'],
  [{ by: 'state', pageNum: 1 }, 'pageNum'],
])('%j is refused, naming %s', async (body, field) => {
  const { code, fields } = await call('/parcel/count', body);
  expect([code, Object.keys(fields)]).toEqual(['invalid', [field]]);
});
