import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, bench, describe } from 'vitest';
import declared from '../../resources.config';
import { deviceLocationRecord } from '../../src/resources';
import { entityTable, openStore } from '../../src/server/store';

/** `RECORDS=10000000 npm run bench` for as many as a fleet of 3,000 locks writes in a year. */
const RECORDS = Number(process.env.RECORDS ?? 200_000);
const ORGS = 300;
const LOCKS = 3_000;
const YEAR = 365 * 86_400_000;
const now = Date.now();

const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-records-'));
const store = await openStore({ dataDir, config: declared, log: () => undefined });
const { db } = store;
for (let month = 0; month < 13; month++)
  await store.ensurePartitions(now - month * 28 * 86_400_000);
await sql`insert into org (id, org_name, org_type, parent_id, status)
  select i, 'Organisation ' || i, 2, case when i > 1 then 1 end, 1
  from generate_series(1, ${ORGS}) as i`.execute(db);
await sql`insert into "deviceLocationRecord" (create_time, sn, org_id, lock_status, report_reson, lat, lon)
  select ${now - YEAR} + (i * (${YEAR}::bigint / ${RECORDS})),
    'SL' || lpad((i % ${LOCKS})::text, 6, '0'), 1 + i % ${LOCKS} % ${ORGS}, i % 3, 0, 22, 114
  from generate_series(1::bigint, ${RECORDS}) as i`.execute(db);
await sql`analyze`.execute(db);

const records = entityTable(store, deviceLocationRecord, declared);
const list = (orgId: number, filters: Record<string, unknown> = {}, page = 1) =>
  records.list({ page, pageSize: 20, filters }, { orgId });
const week = { create_time_from: now - 7 * 86_400_000, create_time_to: now };

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe(`a page of ${RECORDS} location records`, () => {
  bench('baseline: one row by its key', async () => {
    await sql`select * from "deviceLocationRecord" where id = 1 limit 1`.execute(db);
  });
  bench('one organisation, the newest', async () => {
    await list(7);
  });
  bench(`the root of ${ORGS} organisations, the newest`, async () => {
    await list(1);
  });
  bench('the root, one lock', async () => {
    await list(1, { sn: 'SL000007' });
  });
  bench('the root, a week and a status', async () => {
    await list(1, { ...week, lock_status: 2 });
  });
  bench('one organisation, page 20', async () => {
    await list(7, {}, 20);
  });
});
