import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { liveDeviceOf } from '../../../src/domain/live';
import { devicesIn } from '../../unit/console/maps/fleet/device';
import { type LiveOrders, liveOrders } from '../commands/liveOrders';

type Call = Awaited<ReturnType<LiveOrders['client']>>;

let server: LiveOrders;
/** Hanna may do everything in Harbour; Carl has the page Home alone. */
let reader: Call;
let clerk: Call;

beforeAll(async () => {
  server = await liveOrders();
  const { db } = server;
  await sql`delete from role_button where role_id = 3`.execute(db);
  await sql`delete from role_menu where role_id = 3`.execute(db);
  await sql`insert into role_menu select 3, id from menu where "menuCode" = 'dashboard'`.execute(
    db,
  );
  reader = await server.client('harbour');
  clerk = await server.client('clerk');
});

let times = 0;
const raise = () =>
  server.report('H1', {
    ...{ ts: Date.now() + times++, report_reson: 1, lock_status: 3, police_type: 1001 },
    electric: 40 + times,
  });

describe('the number of a lock’s alarms', () => {
  it('is in the snapshots of readers with the right to alarms only', async () => {
    await raise();
    const alarmsOf = async (call: Call) => {
      const { columns, cursor } = (await call('/live/snapshot')).data;
      const lock = devicesIn(columns).find(({ sn }) => sn === 'H1');
      return { cursor, lock: [lock?.status, lock?.alarms] };
    };
    for (const [call, alarms] of [
      [clerk, 0],
      [reader, 1],
      [clerk, 0],
      [reader, 1],
    ] as const) {
      expect((await alarmsOf(call)).lock).toEqual([3, alarms]);
    }
  });

  it('is in the changes for readers with the right to alarms only', async () => {
    const { cursor } = (await reader('/live/snapshot')).data;
    await raise();
    const newsOf = async (call: Call) => {
      const { rows, alarms } = (await call('/live/changes', { cursor })).data;
      const lock = rows.map(liveDeviceOf).find(({ sn }: { sn: string }) => sn === 'H1');
      return [lock?.electric, lock?.alarms, alarms > 0];
    };
    const electric = 40 + times;
    expect(await newsOf(clerk)).toEqual([electric, 0, false]);
    expect(await newsOf(reader)).toEqual([electric, 1, true]);
    expect(await newsOf(clerk)).toEqual([electric, 0, false]);
  });
});
