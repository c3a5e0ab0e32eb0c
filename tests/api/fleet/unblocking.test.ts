import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockReport } from '../../../src/domain/lock';
import { device as declaredDevice } from '../../../src/resources';
import { openRegional } from '../../../src/server/fleet/places/openRegional';
import { writeReports } from '../../../src/server/fleet/reports/reports';
import { addLocks } from '../locks';
import { openTestFleet } from './openTestFleet';

type Opened = Awaited<ReturnType<typeof openTestFleet>>;
type Lock = Awaited<ReturnType<Opened['lock']>>;
type Row = Readonly<Record<string, unknown>>;

let opened: Opened;
let db: Opened['store']['db'];
let ids: Readonly<Record<string, number>>;
const locks: Lock[] = [];

/** Number of the test: each has locks of its own. */
let test = 0;
const own = (name: string) => `${name}-${test}`;

beforeAll(async () => {
  opened = await openTestFleet();
  ({ db } = opened.store);
  await sql`insert into org (id, org_name, org_type, parent_id) values (4, 'Yard', 2, 2)`.execute(
    db,
  );
});

/**
 * Adds a rule of organisation 2 around 22.5, 114 for three locks: of 2, of the yard below it, and of organisation 3.
 */
beforeEach(async () => {
  test += 1;
  const lock = (name: string, org_id: number) => ({ sn: own(name), org_id, status: 2 });
  const added = await addLocks(db, lock('H', 2), lock('Y', 4), lock('N', 3), lock('U', 2));
  ids = Object.fromEntries(['H', 'Y', 'N', 'U'].map((name, i) => [name, added[i] ?? 0]));
  await sql`
    insert into "regionalRule" (regional_rule, org_id, enabled, auto_unblock, lat, lon, radius, devices)
    values (${own('Port')}, 2, true, true, 22.5, 114, 1000, ${[ids.H, ids.Y, ids.N]})`.execute(db);
  return async () => {
    await leaveAll();
    await sql`delete from "regionalRule"`.execute(db);
  };
});

const leaveAll = async () => {
  for (const lock of locks.splice(0)) await lock.leave();
};
const restart = async () => {
  await leaveAll();
  await opened.restart();
};

/** 160 m apart, so that a lock can go from one to the other within a second. */
const OUTSIDE = { lat: 22.50955, lon: 114, position_status: 0 } as const;
const INSIDE = { lat: 22.50811, lon: 114, position_status: 0 } as const;

const connect = async (name: string) => {
  const lock = await opened.lock(own(name));
  locks.push(lock);
  return lock;
};
const device = async (name: string) => {
  const { rows } = await sql<Row>`
    select * from device join device_state as state on state.device_id = device.id
    where device.sn = ${own(name)}`.execute(db);
  return rows[0];
};
const tickets = async (name: string) => {
  const { rows } = await sql<Row & { id: number }>`
    select * from "appointmentCommandRecord" where sn = ${own(name)} order by id`.execute(db);
  return rows;
};
const setRule = (change: ReturnType<typeof sql>) =>
  sql`update "regionalRule" set ${change} where regional_rule = ${own('Port')}`.execute(db);

/** Sends a report and waits until it is stored. A ticket of an unblocking is stored with it. */
const report = async (name: string, lock: Lock, told: Partial<LockReport>) => {
  const ts = told.ts ?? Date.now();
  await lock.report({ lock_status: 2, ...told, ts });
  await vi.waitFor(async () => expect(await device(name)).toMatchObject({ report_time: ts }), {
    timeout: 120_000,
  });
};
const enter = async (name: string, lock: Lock) => {
  await report(name, lock, OUTSIDE);
  await report(name, lock, INSIDE);
};
const stateOf = (name: string, states: readonly string[]) =>
  vi.waitFor(async () => expect((await tickets(name)).map(({ state }) => state)).toEqual(states), {
    timeout: 120_000,
  });

describe('a lock that enters the region of a rule', () => {
  it('gets a command in the name of the rule', async () => {
    const lock = await connect('H');
    await enter('H', lock);
    await stateOf('H', ['sent']);
    expect(await tickets('H')).toMatchObject([
      {
        cmd: 'unseal',
        args: {},
        org_id: 2,
        oper_id: null,
        operate_source: 2,
        operate_name: own('Port'),
      },
    ]);
    await vi.waitFor(() => expect(lock.commands).toMatchObject([{ cmd: 'unseal' }]));
    await report('H', lock, { ...INSIDE, lock_status: 0, lock_action: 1, report_reson: 1 });
    await lock.reply(String(lock.commands[0]?.id), 0);
    await stateOf('H', ['success']);
    const { rows } = await sql`select * from "lockHistory" where sn = ${own('H')}`.execute(db);
    expect(rows).toMatchObject([
      { lock_action: 1, operate_source: 2, operate_name: own('Port'), lock_status: 0 },
    ]);
  });

  it('gets another one when it leaves, is sealed and enters again', async () => {
    const lock = await connect('H');
    await enter('H', lock);
    await report('H', lock, INSIDE);
    expect(await tickets('H')).toHaveLength(1);
    await enter('H', lock);
    expect(await tickets('H')).toHaveLength(2);
  });

  it('may belong to an organisation below the rule’s', async () => {
    await enter('Y', await connect('Y'));
    expect(await tickets('Y')).toMatchObject([{ org_id: 4 }]);
  });

  it('gets one command, however many servers receive its reports', async () => {
    const second = await opened.second();
    await enter('H', await connect('H'));
    await vi.waitFor(() => expect(second.reports).toHaveLength(2), { timeout: 120_000 });
    // Closing writes the buffered reports.
    await second.close();
    const { rows } = await sql`
      select 1 from "deviceLocationRecord" where sn = ${own('H')}`.execute(db);
    expect(rows).toHaveLength(2);
    expect(await tickets('H')).toHaveLength(1);
  });

  it('gets no second one after a restart of the server', async () => {
    const before = await connect('H');
    await enter('H', before);
    await stateOf('H', ['sent']);
    await restart();
    const lock = await connect('H');
    await report('H', lock, INSIDE);
    expect(await tickets('H')).toHaveLength(1);
  });

  it('gets one if it entered while the server was down', async () => {
    await report('H', await connect('H'), OUTSIDE);
    await restart();
    await report('H', await connect('H'), INSIDE);
    await stateOf('H', ['sent']);
  });

  it('gets one from the next server if the first died before it sent it', async () => {
    const arrived = (ts: number, place: Partial<LockReport>) => ({
      sn: own('H'),
      receivedAt: ts,
      report: { ts, report_reson: 0, lock_status: 2, ...place } as LockReport,
    });
    const batch = [arrived(Date.now() - 2_000, OUTSIDE), arrived(Date.now() - 1_000, INSIDE)];
    expect(
      await writeReports(db, batch, {
        device: declaredDevice,
        readRegional: await openRegional(db),
      }),
    ).toMatchObject({ deliverableSns: [own('H')] });
    expect(await tickets('H')).toMatchObject([{ state: 'waiting' }]);
    await restart();
    const lock = await connect('H');
    await vi.waitFor(() => expect(lock.commands).toMatchObject([{ cmd: 'unseal' }]), {
      timeout: 120_000,
    });
    await stateOf('H', ['sent']);
  });
});

describe('no lock is unblocked', () => {
  it('when the rule is disabled', async () => {
    await setRule(sql`enabled = false`);
    await enter('H', await connect('H'));
    expect(await tickets('H')).toEqual([]);
  });

  it('when it is inside already as the rule is switched on', async () => {
    await setRule(sql`enabled = false`);
    const lock = await connect('H');
    await enter('H', lock);
    await setRule(sql`enabled = true`);
    await report('H', lock, INSIDE);
    expect(await tickets('H')).toEqual([]);
  });

  it('when the rule does not unblock', async () => {
    await setRule(sql`auto_unblock = false`);
    await enter('H', await connect('H'));
    expect(await tickets('H')).toEqual([]);
  });

  it('when the rule does not name it', async () => {
    await enter('U', await connect('U'));
    expect(await tickets('U')).toEqual([]);
  });

  it('when the rule belongs to another tenant', async () => {
    await enter('N', await connect('N'));
    expect(await tickets('N')).toEqual([]);
  });

  it('when it has moved to another tenant', async () => {
    await sql`update device set org_id = 3 where sn = ${own('H')}`.execute(db);
    await enter('H', await connect('H'));
    expect(await tickets('H')).toEqual([]);
  });

  it('when it is not sealed', async () => {
    const lock = await connect('H');
    await report('H', lock, { ...OUTSIDE, lock_status: 0 });
    await report('H', lock, { ...INSIDE, lock_status: 0 });
    expect(await tickets('H')).toEqual([]);
  });

  it('by a report older than its current state', async () => {
    const lock = await connect('H');
    await report('H', lock, OUTSIDE);
    await lock.report({ ts: Date.now() - 60_000, lock_status: 2, ...INSIDE });
    await report('H', lock, OUTSIDE);
    expect(await tickets('H')).toEqual([]);
  });
});
