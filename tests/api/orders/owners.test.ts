import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
      await sql`update device set sn = ${`${sn}-B`} where id = ${id}`.execute(server.db);
      await enter(northern, NORTHERN);
    },
  ],
];

describe.each(ways)('a lock that is %s', (_, reason, change) => {
  it('gets no command that waited for its former owner, who reads why', async () => {
    const waiting = await unseal();
    await change();
    await served(northern);
    expect(server.sent).toEqual([`${sn} vibration`]);
    expect(await ticket(waiting)).toMatchObject({ state: 'cancelled', message: reason });
  });

  it('is not sent again what its former owner sent, and answers it no more', async () => {
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

  it('has no settings of its former owner', async () => {
    await served(harbour);
    const [sent] = (await harbour('/appointmentCommandRecord/list', { sn })).data.list;
    await server.reply(sn, { id: String(sent.id), code: 0 });
    const settings = async (call: Call) => (await call('/lockSetting/list', { sn })).data.list;
    expect(await settings(harbour)).toMatchObject([{ code: 'vibration', sent_name: 'Hanna' }]);
    await change();
    expect(await settings(northern)).toEqual([]);
  });

  it('stores a report that its former owner has, too', async () => {
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

  it('raises the alarm again that its former owner has open', async () => {
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
