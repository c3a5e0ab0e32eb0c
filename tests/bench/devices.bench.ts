import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe } from 'vitest';
import declared from '../../resources.config';
import { device } from '../../src/resources';
import { entityTable, openStore, type Row, type Sort, type Sql } from '../../src/server/db';
import { bench, closeAtEnd } from './strictBench';

/** Lists of 100,000 locks in 200 organisations. Each group compares with its page, queried by hand, without a total. */
const LOCKS = 100_000;
const ORGS = 200;
const ROOT = 1;

const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-devices-'));
closeAtEnd(() => rm(dataDir, { recursive: true, force: true }));
const store = await openStore({ dataDir, config: declared, log: () => undefined });
closeAtEnd(store.close);
const { db } = store;
await sql`insert into org (id, org_name, org_type, parent_id, status)
  select i, 'Organisation ' || i, 2, case when i > 1 then 1 end, 1
  from generate_series(1, ${ORGS}::integer) as i`.execute(db);
await sql`insert into device (sn, device_name, org_id, create_time)
  select 'ES' || 8600000 + i, 'Lorry ' || upper(lpad(to_hex(hashint4(i) & 16777215), 6, '0')), 1 + i % ${ORGS}::integer,
    1700000000000 + i * 1000::bigint
  from generate_series(1, ${LOCKS}::integer) as i`.execute(db);
await sql`update device_state set electric = hashint8(device_id) & 63, communicate_status = 1`.execute(
  db,
);
await sql`vacuum analyze`.execute(db);

const { rows: names } = await sql<{ code: string }>`
  select right(device_name, 6) as code from device where sn = 'ES8650000'`.execute(db);
const SIX_LETTERS = names[0]?.code ?? '';

interface Case {
  readonly filters?: Row;
  readonly sort?: Sort;
  readonly page?: number;
  /** Page query by hand. */
  readonly where?: Sql;
  readonly orderBy?: Sql;
}

const BY_TIME = sql`device.create_time desc nulls last, device.id desc`;
const BY_BATTERY = sql`state.electric desc nulls last, device.id desc`;
const named = (part: string): Case => ({
  filters: { device_name: part },
  where: sql`device.device_name ilike ${`%${part}%`}`,
});

const cases: Readonly<Record<string, Case>> = {
  'the first page': {},
  'by battery': { sort: { field: 'electric', order: 'desc' }, orderBy: BY_BATTERY },
  'page 2,000': { page: 2_000 },
  'a part of 6 letters': named(SIX_LETTERS),
  'a part of 3 letters': named(SIX_LETTERS.slice(0, 3)),
  'a part of 2 letters': named(SIX_LETTERS.slice(0, 2)),
};

const table = entityTable(store, device, declared);
const list = ({ filters = {}, sort, page = 1 }: Case, recentTotal: boolean) =>
  table.list({ page, pageSize: 20, filters, sort, recentTotal }, { orgId: ROOT });

const byHand = ({ where = sql`true`, orderBy = BY_TIME, page = 1 }: Case) =>
  sql`select device.*, state.* from device join device_state as state on state.device_id = device.id
    where ${where} order by ${orderBy} limit 20 offset ${(page - 1) * 20}`.execute(db);

const ITERATIONS = { iterations: 50, time: 0, warmupIterations: 5, warmupTime: 0 };

for (const [name, one] of Object.entries(cases)) {
  describe(`${name} of ${LOCKS} locks`, () => {
    bench('baseline: a query of the page', async () => void (await byHand(one)), ITERATIONS);
    bench('with a cached total', async () => void (await list(one, true)), ITERATIONS);
    bench('with a new total', async () => void (await list(one, false)), ITERATIONS);
  });
}
