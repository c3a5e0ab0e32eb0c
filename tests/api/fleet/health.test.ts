import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LiveOrders, liveOrders } from '../commands/liveOrders';
import { addLocks } from '../locks';

type Call = Awaited<ReturnType<LiveOrders['client']>>;

const LAST_SIGN = Date.UTC(2026, 2, 10, 8);
const DAY = 86_400_000;
const MINUTE = 60_000;

let server: LiveOrders;
/** Administrator of Harbour; Carl has the page Home alone. */
let harbour: Call;
let clerk: Call;

/** Silent lock at a place, 1 km north for each step. The clock of the lock is an hour behind. */
const silentLock = (sn: string, org_id: number, step: number, seen_at = LAST_SIGN) => ({
  ...{ sn, org_id, protocol: 3, communicate_status: 0, electric: 44 },
  ...{ lat: 30 + step / 111, lon: 110, report_time: seen_at - 60 * MINUTE, seen_at },
});

beforeAll(async () => {
  server = await liveOrders();
  const { db } = server;
  await server.store.ensurePartitions(LAST_SIGN);
  await addLocks(
    db,
    { ...silentLock('S1', 2, 0), packageTime: '3028-08-28' },
    silentLock('S2', 2, 1, LAST_SIGN + 5 * MINUTE),
    silentLock('S3', 4, 2, LAST_SIGN - 30 * DAY),
    { ...silentLock('S4', 2, 3), communicate_status: 1, protocol: 1 },
    silentLock('S5', 2, 50),
    // Of another tenant.
    silentLock('F1', 3, 1),
    silentLock('F2', 3, 1),
  );
  await sql`insert into "connectionRecord" (sn, org_id, create_time, event, reason) values
    ('S1', 2, ${LAST_SIGN - DAY}, 1, null), ('S1', 2, ${LAST_SIGN + MINUTE}, 2, 9),
    ('S1', 2, ${LAST_SIGN + 2 * MINUTE}, 4, 6), ('S1', 3, ${LAST_SIGN + DAY}, 3, 1)`.execute(db);
  await sql`delete from role_button where role_id = 3`.execute(db);
  await sql`delete from role_menu where role_id = 3`.execute(db);
  await sql`insert into role_menu select 3, id from menu where "menuCode" = 'dashboard'`.execute(
    db,
  );
  harbour = await server.client('harbour');
  clerk = await server.client('clerk');
});

const report = (sn: string, at: number, electric: number) =>
  sql`insert into "deviceLocationRecord" (sn, org_id, create_time, electric)
    values (${sn}, 2, ${at}, ${electric})`.execute(server.db);

describe('the health of a lock', () => {
  it('counts the locks that the caller sees, and takes times by the server’s clock', async () => {
    await report('S1', LAST_SIGN - 6 * DAY, 50);
    await report('S1', LAST_SIGN - 60 * MINUTE, 44);
    const { data } = await harbour('/live/health', { sn: 'S1' });
    expect(data).toEqual({
      lastSign: LAST_SIGN,
      electric: 44,
      drain: expect.closeTo(6 / (6 - 1 / 24), 5),
      sim: '3028-08-28',
      contact: { event: 2, reason: 9, at: LAST_SIGN + MINUTE },
      near: { silent: 2, active: 1 },
      link: 2,
    });
  });

  it('names no companions of its protocol while one of another tenant is online', async () => {
    await sql`update device_state set communicate_status = 1 where sn = 'F2'`.execute(server.db);
    expect((await harbour('/live/health', { sn: 'S1' })).data).toMatchObject({ link: 0 });
    await sql`update device_state set communicate_status = 0 where sn = 'F2'`.execute(server.db);
  });

  it('has no record that the caller may not list', async () => {
    const { data } = await clerk('/live/health', { sn: 'S1' });
    expect(data).toMatchObject({ lastSign: LAST_SIGN, drain: null, contact: null });
  });

  it.each(['F1', 'X9'])('is refused for %s, which the caller does not see', async (sn) => {
    const { verify, data } = await harbour('/live/health', { sn });
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', ['sn']]);
  });
});
