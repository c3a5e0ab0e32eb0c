import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe } from 'vitest';
import declared from '../../resources.config';
import { periodStarts } from '../../src/domain/period';
import { deviceLocationRecord, lockHistory } from '../../src/resources';
import { entityTable, type GroupQuery, type Row, type Sort } from '../../src/server/db';
import { scanWithoutIndex } from '../../src/server/db/queries/countGroups';
import { describeEntity } from '../../src/server/db/queries/describe';
import { BRANCH, DAY, ORGS, openRecordsWorld, QUIET, RARE } from './recordsWorld';
import { bench, closeAtEnd } from './strictBench';

/**
 * `RECORDS=10000000 npm run bench` for the records of 3,000 locks in a year. With RECORDS_DIR they stay in that folder,
 * and the next run need not load them again.
 */
const RECORDS = Number(process.env.RECORDS ?? 200_000);
const keptDir = process.env.RECORDS_DIR;
const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), 'sealdesk-records-')));
if (!keptDir) closeAtEnd(() => rm(dataDir, { recursive: true, force: true }));
const { store, now } = await openRecordsWorld(dataDir, RECORDS);
closeAtEnd(store.close);
await store.foldCounts();

const ROOT = 1;
const ONE = 77;
const since = (days: number) => ({ create_time_from: now - days * DAY, create_time_to: now });

/** Uses a new table object for each page, because a used one caches the count. */
const page =
  (orgId: number, filters: Row = {}, more: { page?: number; sort?: Sort } = {}) =>
  async () => {
    const table = entityTable(store, deviceLocationRecord, declared);
    await table.list({ page: 1, pageSize: 20, filters, ...more }, { orgId });
  };

const histories = entityTable(store, lockHistory, declared);
const figures =
  (orgId: number, filters: Row, query: Pick<GroupQuery, 'by' | 'split'>) => async () => {
    await histories.count({ filters, ...query }, { orgId });
  };
const daily = {
  by: { field: 'create_time', days: periodStarts('day', now - 30 * DAY, now, 'Asia/Shanghai') },
  split: { field: 'lock_action' },
} as const;

/** Enough iterations for a p95. */
const AT_LEAST = { iterations: 200, time: 0, warmupIterations: 10, warmupTime: 0 };
/** For queries that read a whole month, which are too slow for as many iterations. */
const FEW_ITERATIONS = { ...AT_LEAST, iterations: 20, warmupIterations: 2 };

const baseline = () =>
  bench(
    'baseline: one row by its id',
    async () => {
      await sql`select * from "deviceLocationRecord" where id = 1 limit 1`.execute(store.db);
    },
    AT_LEAST,
  );

const pages: [string, () => Promise<void>][] = [
  [`the root of ${ORGS} organisations`, page(ROOT)],
  ['the root, a day', page(ROOT, since(1))],
  ['the root, a week', page(ROOT, since(7))],
  ['the root, a week and a status', page(ROOT, { ...since(7), lock_status: 1 })],
  ['the root, a week and two statuses', page(ROOT, { ...since(7), lock_status: [1, 3] })],
  ['the root, a status that few have', page(ROOT, { lock_status: 3 })],
  ['the root, what hardly any has', page(ROOT, { report_reson: 9 })],
  ['the root, one lock', page(ROOT, { sn: 'SL000007' })],
  ['the root, a part of ten SNs', page(ROOT, { sn: 'SL00012' })],
  ['the root, page 500', page(ROOT, {}, { page: 500 })],
  ['30 organisations', page(BRANCH)],
  ['30 organisations, a week and a status', page(BRANCH, { ...since(7), lock_status: 1 })],
  ['30 organisations, a status that few have', page(BRANCH, { lock_status: 3 })],
  ['30 organisations, what hardly any has', page(BRANCH, { report_reson: 9 })],
  ['one organisation', page(ONE)],
  ['one organisation, a status that few have', page(ONE, { lock_status: 3 })],
  ['one organisation, page 20', page(ONE, {}, { page: 20 })],
  ['an organisation quiet for a year', page(QUIET)],
];

describe(`a page of ${RECORDS} location records with its total`, () => {
  baseline();
  for (const [name, read] of pages) bench(name, read, AT_LEAST);
});

describe(`a page of ${RECORDS} records sorted without an index`, () => {
  baseline();
  const sort = { field: 'speed', order: 'desc' } as const;
  bench('the root, a week', page(ROOT, since(7), { sort }), FEW_ITERATIONS);
  bench('one organisation', page(ONE, {}, { sort }), FEW_ITERATIONS);
});

describe(`counts of ${RECORDS} records of lock history`, () => {
  baseline();
  for (const days of [7, 30]) {
    bench(`the root, ${days} days`, figures(ROOT, since(days), daily), FEW_ITERATIONS);
    bench(`30 organisations, ${days} days`, figures(BRANCH, since(days), daily), FEW_ITERATIONS);
  }
  bench('the root, a rare action', figures(ROOT, { lock_action: RARE }, daily), FEW_ITERATIONS);
});

describe.each([30, 365])(`counts of ${RECORDS} records from their counters, %d days`, (days) => {
  const HOUR = 3_600_000;
  const wholeDays = { create_time_from: Math.floor((now - days * DAY) / HOUR) * HOUR };
  const reader = { entity: describeEntity(lockHistory, declared), names: declared.wire };
  for (const [name, orgId] of [
    ['the root', ROOT],
    ['30 organisations', BRANCH],
    ['one organisation', ONE],
  ] as const) {
    describe(name, () => {
      const looked = async () => {
        await scanWithoutIndex(store.db, reader, { filters: wholeDays, ...daily }, { orgId });
      };
      bench('baseline: a scan of all records', looked, FEW_ITERATIONS);
      bench('with the counters', figures(orgId, wholeDays, daily), FEW_ITERATIONS);
    });
  }
});
