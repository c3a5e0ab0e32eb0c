import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LockReport } from '../../../src/domain/lock';
import type { LockEvent } from '../../../src/domain/notice';
import { queueForRecipients, queueNotices } from '../../../src/server/notify/outbox';
import { noticeTasks } from '../../../src/server/notify/send';
import { devicesIn } from '../../unit/console/maps/fleet/device';
import { renumberLock } from '../locks';
import { runOnce } from '../runTasks';
import { type LiveOrders, liveOrders, until } from './liveOrders';

type Call = Awaited<ReturnType<LiveOrders['client']>>;

const [HARBOUR, NORTHERN] = [2, 3];
let server: LiveOrders;
let admin: Call;
let harbour: Call;
let northern: Call;
let number = 0;
let sn = '';
let id = 0;

beforeAll(async () => {
  server = await liveOrders();
  admin = await server.client('admin');
  harbour = await server.client('harbour');
  northern = await server.client('northern');
});

const enter = async (call: Call, org_id: number) => {
  const { data, verify } = await call('/device/add', { sn, device_name: sn, org_id });
  expect(verify.sign).toBe('success');
  return Number(data.id);
};

beforeEach(async () => {
  number += 1;
  sn = `OWN-${number}`;
  id = await enter(harbour, HARBOUR);
  server.sent.length = 0;
});

/** Lets the lock come online, and waits until it was sent all that waits: the newest command is the last. */
const served = async (call: Call) => {
  await server.come(sn);
  const { verify } = await call('/command/vibration', { sns: [sn], value: 3 });
  expect(verify.sign).toBe('success');
  await until(async () => expect(server.sent.at(-1)).toBe(`${sn} vibration`));
};

const unseal = async (call = harbour) => {
  await sql`update device_state set status = 2 where sn = ${sn}`.execute(server.db);
  const { data } = await call('/command/unseal', { sns: [sn], how: { reason: 'Test', typed: sn } });
  return Number(data.tickets[0].id);
};

const ticket = async (ticketId: number, call = harbour) =>
  (await call('/appointmentCommandRecord/get', { id: ticketId })).data;

/** Ways by which Northern gets the serial number of a lock of Harbour, with the reason that Harbour reads. */
const ways: readonly (readonly [string, string, () => Promise<unknown>])[] = [
  [
    'deleted and entered again',
    'The device was deleted',
    async () => {
      expect((await harbour('/device/delete', { ids: [id] })).verify.sign).toBe('success');
      await enter(northern, NORTHERN);
    },
  ],
  [
    'moved',
    'The device was moved to another organisation',
    async () => {
      const { verify } = await admin('/device/update', { id, org_id: NORTHERN });
      expect(verify.sign).toBe('success');
    },
  ],
  [
    'given another number, and its number is entered again',
    'The serial number of the device was changed',
    async () => {
      await renumberLock(server.db, sn, `${sn}-B`);
      await enter(northern, NORTHERN);
    },
  ],
];

/** State of a lock, without what names the lock itself, its owner and its connection. */
const stateOf = async (lock: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select to_jsonb(state) - '{device_id,org_id,sn,owned_since,communicate_status}'::text[] as state
    from device_state as state where sn = ${lock}`.execute(server.db);
  return rows[0]?.state;
};

const placeOnMap = async (call: Call) => {
  const { columns } = (await call('/live/snapshot')).data;
  const lock = devicesIn(columns).find((each) => each.sn === sn);
  return [lock?.lat, lock?.report_time, lock?.electric, lock?.alarms];
};

describe.each(ways)('a lock that is %s', (_, reason, change) => {
  it('gets no waiting command of its former owner, who sees the reason', async () => {
    const waiting = await unseal();
    await change();
    await served(northern);
    expect(server.sent).toEqual([`${sn} vibration`]);
    expect(await ticket(waiting)).toMatchObject({ state: 'cancelled', message: reason });
  });

  it('gets no repeat of its former owner’s command, and its reply is ignored', async () => {
    await served(harbour);
    const sentId = await unseal();
    await until(async () => expect(server.sent.at(-1)).toBe(`${sn} unseal`));
    await change();
    server.sent.length = 0;
    await served(northern);
    expect(await ticket(sentId)).toMatchObject({ state: 'invalid', message: reason });
    await server.reply(sn, { id: String(sentId), code: 0 });
    await sql`update device_state set status = 2 where sn = ${sn}`.execute(server.db);
    await server.report(sn, { ts: Date.now(), report_reson: 0, lock_status: 0, lock_action: 1 });
    expect(server.sent).toEqual([`${sn} vibration`]);
    expect(await ticket(sentId)).toMatchObject({ state: 'invalid', late_result: null });
    const { data } = await northern('/lockHistory/list', { sn });
    expect(data.list).toMatchObject([{ lock_action: 1, operate_name: null }]);
  });

  it('shows its next owner no state until it reports', async () => {
    const report: Omit<LockReport, 'ts'> = {
      ...({ report_reson: 1, lock_status: 3, police_type: 1001, position_status: 0 } as const),
      ...{ electric: 41, version: '1.4', voltage: 3.7, temperature: 21 },
      ...{ lat: 22.5, lon: 114.25, speed: 30, course: 90 },
    };
    await placeOnMap(northern);
    await server.report(sn, { ...report, ts: Date.now() });
    await sql`
      update device_state set regions = '{1}', fences = '{1}', late_fix_time = 1, suspect_time = 1,
        suspect_lat = 1, suspect_lon = 1 where sn = ${sn}`.execute(server.db);
    await sql`insert into lock_seen (device_id, at) values (${id}, ${Date.now()})
      on conflict do nothing`.execute(server.db);
    await change();
    await server.store.correctAlarmCounts();
    await sql`insert into device (sn, org_id) values (${`${sn}-NEW`}, ${NORTHERN})`.execute(
      server.db,
    );
    expect(await stateOf(sn)).toEqual(await stateOf(`${sn}-NEW`));
    expect(await placeOnMap(northern)).toEqual([null, null, null, 0]);
    expect((await northern('/latestData/list', { sn })).data.list).toEqual([]);
    const { rows } = await sql`
      select from lock_seen join device on device.id = device_id where sn = ${sn}`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
    const ts = Date.now();
    await server.report(sn, { ...report, ts });
    expect(await placeOnMap(northern)).toEqual([22.5, ts, 41, 1]);
    const [own] = (await harbour('/alertRecord/list', { sn })).data.list;
    expect(own).toMatchObject({ police_type: 1001, state: 0 });
  });

  it('disconnects from its former owner at the time of the change, not at its next report', async () => {
    await sql`update device_state set communicate_status = 1 where sn = ${sn}`.execute(server.db);
    const from = Date.now();
    await change();
    const until = Date.now();
    const { list } = (await harbour('/connectionRecord/list', { sn })).data;
    expect(list).toMatchObject([{ event: 2 }]);
    expect(list[0].create_time).toBeGreaterThanOrEqual(from);
    expect(list[0].create_time).toBeLessThanOrEqual(until);
  });

  it('repeats no alarm of its former owner', async () => {
    const alarm = { ts: Date.now(), report_reson: 1, lock_status: 3, police_type: 1001 } as const;
    await server.report(sn, alarm);
    await change();
    // It sends again what was not acknowledged.
    await server.report(sn, alarm);
    await server.report(sn, { ...alarm, ts: alarm.ts + 1 });
    const times = async (call: Call) =>
      (await call('/alertRecord/list', { sn })).data.list.map(
        (row: { times: number }) => row.times,
      );
    expect([await times(harbour), await times(northern)]).toEqual([[1], [2]]);
  });

  it('changes no notice of its former owner, which tells no name of the next', async () => {
    const event: LockEvent = { sn, at: Date.now(), alarm: 2004, status: 2, fence: 'Quay' };
    const queue = (org_id: number) =>
      queueForRecipients(server.db, event, {
        ...{ org_id, language: 'en', now: Date.now() },
        addresses: [['webhook', String(org_id), org_id]],
      });
    await queue(HARBOUR);
    await change();
    await queue(NORTHERN);
    await sql`update device set device_name = 'Bullion' where sn = ${sn}`.execute(server.db);
    await queueNotices(server.db, [{ ...event, withdrawn: true }]);
    const bodies: string[] = [];
    const call = async (_db: unknown, id: number, body: string) => {
      bodies.push(`${id} ${body}`);
      return 200;
    };
    const log = { warn: () => {} };
    const mailer = { send: async () => {} };
    const channels = { mailer, sms: undefined, webhooks: { call } };
    await runOnce(
      noticeTasks({ db: server.db, ...channels, title: 'T', log }),
      () => Date.now() + 60_000,
    );
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatch(/^2 .*"fence":"Quay"/);
    expect(bodies[0]).not.toMatch(/Bullion|withdrawn/);
  });

  it('has no settings of its former owner', async () => {
    await served(harbour);
    const [sent] = (await harbour('/appointmentCommandRecord/list', { sn })).data.list;
    await server.reply(sn, { id: String(sent.id), code: 0 });
    const settings = async (call: Call) => (await call('/lockSetting/list', { sn })).data.list;
    expect(await settings(harbour)).toMatchObject([{ code: 'vibration', sent_name: 'Hanna' }]);
    await change();
    expect(await settings(northern)).toEqual([]);
  });

  it('stores a report for its new owner, even if the former one has it', async () => {
    const report = { ts: Date.now(), report_reson: 0, lock_status: 2 } as const;
    await server.report(sn, report);
    await server.report(sn, report);
    await change();
    await server.report(sn, { ...report, ts: report.ts + 1 });
    await server.report(sn, report);
    const times = async (call: Call) =>
      (await call('/deviceLocationRecord/list', { sn })).data.list.map(
        ({ create_time }: Record<string, unknown>) => Number(create_time) - report.ts,
      );
    expect([await times(harbour), await times(northern)]).toEqual([[0], [1, 0]]);
  });

  it('stores records of its former owner’s time for the former owner alone', async () => {
    const before = Date.now() - 60_000;
    const buffered = { report_reson: 2, lock_status: 3, police_type: 1001, electric: 7 } as const;
    await change();
    const unreported = await stateOf(sn);
    const ts = Date.now() + 1;
    await server.report(sn, { ...buffered, ts: before, lat: 22.5, lon: 114.25 });
    await server.report(sn, { ...buffered, ts: before, lat: 22.5, lon: 114.25 });
    expect(await stateOf(sn)).toEqual({ ...(unreported ?? {}), seen_at: expect.any(Number) });
    await server.report(sn, { ...buffered, ts });
    const listed = async (call: Call, entity: string) =>
      (await call(`/${entity}/list`, { sn })).data.list.map(
        ({ create_time }: Record<string, unknown>) => create_time,
      );
    for (const entity of ['deviceLocationRecord', 'alertRecord']) {
      expect([await listed(harbour, entity), await listed(northern, entity)]).toEqual([
        [before],
        [ts],
      ]);
    }
  });

  it('names the former owner’s operator in records of that operator’s command', async () => {
    const ts = Date.now() - 60_000;
    await sql`insert into "appointmentCommandRecord" (sn, org_id, cmd, state, send_time, create_time, operate_name)
      values (${sn}, ${HARBOUR}, 'unseal', 'success', ${ts}, ${ts}, 'Lin')`.execute(server.db);
    await change();
    await server.report(sn, { ts, report_reson: 2, lock_status: 0, lock_action: 1 });
    const operators = async (call: Call) =>
      (await call('/lockHistory/list', { sn })).data.list.map(
        ({ operate_name }: Record<string, unknown>) => operate_name,
      );
    expect([await operators(harbour), await operators(northern)]).toEqual([['Lin'], []]);
  });

  it('raises an open alarm of its former owner again', async () => {
    const alarm = { ts: Date.now(), report_reson: 1, lock_status: 3, police_type: 1001 } as const;
    await server.report(sn, alarm);
    await change();
    await server.report(sn, { ...alarm, ts: Date.now() + 1 });
    const kinds = async (call: Call) =>
      (await call('/alertRecord/list', { sn })).data.list.map(
        ({ police_type, times }: Record<string, unknown>) => [police_type, times],
      );
    expect(await kinds(northern)).toEqual(await kinds(harbour));
    expect((await kinds(northern)).length).toBeGreaterThan(0);
    const [own] = (await harbour('/alertRecord/list', { sn })).data.list;
    const done = await harbour('/alertRecord/process', { ids: [own.id], note: 'Seen' });
    expect(done.verify.sign).toBe('success');
    const count = async () => {
      const { data } = await northern('/latestData/list', { sn });
      return data.list[0].alarms;
    };
    expect(await count()).toBe(1);
    await server.report(sn, { ts: Date.now() + 2, report_reson: 0, lock_status: 0 });
    expect((await harbour('/alertRecord/get', { id: own.id })).data.cleared_time).toBeNull();
  });
});

it('hides the state of child locks after their lock moves', async () => {
  const child = { child_sn: `${sn}-C`, device_id: id };
  const added = await harbour('/childLock/add', child);
  expect(added.verify.sign).toBe('success');
  const children = [{ sn: child.child_sn, status: 2, electric: 50, voltage: 3.5 }] as const;
  await server.report(sn, { ts: Date.now(), report_reson: 0, lock_status: 2, children });
  const read = async (call: Call) => (await call('/childLock/list', child)).data.list;
  expect(await read(harbour)).toMatchObject([{ status: 2, electric: 50, voltage: 3.5 }]);
  expect((await admin('/device/update', { id, org_id: NORTHERN })).verify.sign).toBe('success');
  expect(await read(northern)).toMatchObject([
    { status: 255, electric: null, voltage: null, report_time: null },
  ]);
});

it('was open until it was sealed only for the organisation that had it all the time', async () => {
  const now = Date.now();
  const act = (minutesAgo: number, org_id: number, lock_action: number) =>
    sql`insert into "lockHistory" (create_time, sn, org_id, lock_action)
      values (${now - minutesAgo * 60_000}, ${sn}, ${org_id}, ${lock_action})`.execute(server.db);
  const openFor = async (call: Call) => {
    const query = { report: 'locking', from: now - 7_200_000, to: now, zone: 'UTC', sns: [sn] };
    const { list } = (await call('/report/run', query)).data;
    return list.map(({ open_for }: { open_for: number | null }) => open_for);
  };
  await act(60, HARBOUR, 1);
  await act(50, NORTHERN, 1);
  await act(30, NORTHERN, 12);
  expect([await openFor(harbour), await openFor(northern)]).toEqual([[null], [null, 1_200_000]]);
  expect(await openFor(admin)).toEqual([null, 1_200_000, null]);
});
