import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JobsServer, jobsServer, type Operator } from '../jobs/jobsServer';
import { addLocks } from '../locks';

const AT = Date.UTC(2026, 2, 10, 8);

let server: JobsServer;
let harbour: Operator;

beforeAll(async () => {
  server = await jobsServer();
  const { db, ensurePartitions } = server.store;
  await ensurePartitions(AT);
  await addLocks(
    db,
    { sn: 'SD01', device_name: 'Truck 7', org_id: 2, report_time: AT },
    { sn: 'SD02', device_name: 'Trailer', org_id: 4, report_time: AT },
    { sn: 'SD03', org_id: 2, report_time: AT },
    { sn: 'SD04', device_name: 'Truck 9', org_id: 3, report_time: AT },
  );
  // The fourth lock was a lock of Harbour and now has its name from Northern.
  for (const [sn, org] of [
    ['SD01', 2],
    ['SD02', 4],
    ['SD03', 2],
    ['SD04', 2],
  ] as const)
    await sql`insert into "deviceLocationRecord" (sn, org_id, create_time, lat, lon)
      values (${sn}, ${org}, ${AT}, 30, 110)`.execute(db);
  harbour = await server.as('harbour');
});

const matches = async (entity: string, filter: object) => {
  const { list } = await harbour.ask(`/${entity}/list`, { ...filter, pageNum: 1, pageSize: 50 });
  return list.map((row: { sn: string }) => row.sn).sort();
};

describe('the filter by a lock', () => {
  it.each([
    ['deviceLocationRecord', 'truck', ['SD01']],
    ['deviceLocationRecord', 'tr', ['SD01', 'SD02']],
    ['deviceLocationRecord', 'SD0', ['SD01', 'SD02', 'SD03', 'SD04']],
    ['deviceLocationRecord', 'nothing', []],
    ['latestData', 'truck', ['SD01']],
    ['latestData', 'sd03', ['SD03']],
    ['firmwareList', 'trail', ['SD02']],
    ['smsDevice', 'truck', ['SD01']],
  ])(
    'of %s by “%s” finds %s, by number and by the names that the reader sees',
    async (entity, sn, sns) => {
      expect(await matches(entity, { sn })).toEqual(sns);
    },
  );

  it('finds a part of many names in the same way as of few', async () => {
    await sql`insert into device (sn, device_name, org_id)
      select 'M' || i, 'Many ' || i, 2 from generate_series(1, 250) as i`.execute(server.store.db);
    await sql`insert into "deviceLocationRecord" (sn, org_id, create_time)
      select sn, 2, ${AT} from device where sn like 'M%'`.execute(server.store.db);
    const { total } = await harbour.ask('/deviceLocationRecord/list', { sn: 'many' });
    expect(total).toBe(250);
  });
});
