import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operator } from '../http/client';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let harbour: Operator;

beforeAll(async () => {
  server = await demoServer();
  harbour = await server.as('harbour');
  await vi.waitFor(async () => expect(await device()).toMatchObject({ communicate_status: 1 }), {
    timeout: 120_000,
    interval: 200,
  });
});

const SN = 'SD2600001';
const device = async () => (await harbour.ask('/device/list', { sn: SN })).list[0];

/** Sends commands to the lock one after the other, and waits until all have succeeded. */
const done = async (...commands: readonly (readonly [code: string, args?: object])[]) => {
  const ids: number[] = [];
  for (const [code, args] of commands) {
    const { tickets } = await harbour.ask(`/command/${code}`, { sns: [SN], ...args });
    ids.push(tickets[0].id);
  }
  await vi.waitFor(
    async () => {
      const { list } = await harbour.ask('/appointmentCommandRecord/list', { id: ids });
      const states = list.map(({ state }: { state: string }) => state);
      expect(states).toEqual(commands.map(() => 'success'));
    },
    { timeout: 120_000, interval: 200 },
  );
};

const settings = async () => {
  const { list } = await harbour.ask('/lockSetting/list', { sn_is: SN, pageSize: 100 });
  return Object.fromEntries(list.map((row: { code: string }) => [row.code, row]));
};

const SECRETS = ['43214321', 'k7c2Xy', 'hush-9-hush'];

describe('the settings of a lock', () => {
  it('are read back from it, each by its command', async () => {
    await done(['readSettings']);
    const rows = await settings();
    expect(Object.keys(rows)).toHaveLength(14);
    expect(rows.serverAddress).toMatchObject({
      known: { host: 'seals.example.com', port: 1883 },
      known_how: 'read',
      sent: null,
      differs: false,
    });
  });

  it('follow what it is told', async () => {
    await done(
      ['parkingAlarm', { minutes: 45 }],
      ['timeZone', { minutes: 60 }],
      ['bluetoothSwitch', { on: false }],
      ['addCards', { cards: ['2026000001', 'FFEE'] }],
      ['removeCards', { cards: ['2026000001'] }],
      ['setChildLocks', { locks: ['C-1', 'C-2'] }],
      ['readSettings'],
    );
    const rows = await settings();
    const has = (code: string) => [rows[code].known, rows[code].known_how, rows[code].differs];
    expect(has('parkingAlarm')).toEqual([{ minutes: 45 }, 'read', false]);
    expect(has('timeZone')).toEqual([{ minutes: 60 }, 'read', false]);
    expect(has('bluetoothSwitch')).toEqual([{ on: false }, 'read', false]);
    expect(has('addCards')).toEqual([{ cards: ['FFEE'] }, 'read', false]);
    expect(has('setChildLocks')).toEqual([{ locks: ['C-1', 'C-2'] }, 'read', false]);
    expect(rows.timeZone.sent_name).toBe('Lin Yue');
  });

  it('are not those of another tenant to see', async () => {
    const northern = await server.as('northern');
    expect((await northern.ask('/lockSetting/list', { sn_is: SN })).list).toEqual([]);
    const { id } = (await settings()).vibration;
    expect((await northern.call('/lockSetting/get', { id })).verify.sign).toBe('notFound');
  });

  it('reveal no secret: no list, detail, file, log, search, message or live change', async () => {
    const [password = '', key = '', dialIn = ''] = SECRETS;
    const cursor = (await harbour.ask('/live/snapshot', {})).cursor;
    const encrypt = (text: string) => server.encrypt(text);
    await done(
      ['unsealPassword', { password: await encrypt(password) }],
      ['bluetoothKey', { key: await encrypt(key) }],
      ['apn', { apn: 'cmiot', user: 'lock', password: await encrypt(dialIn) }],
      ['readSettings'],
    );
    const rows = await settings();
    expect(rows.apn.known).toEqual({ apn: 'cmiot', user: 'lock', password: true });
    expect(rows.unsealPassword.sent).toEqual({ password: true });
    const admin = await server.as('admin');
    const answers: unknown[] = [rows, await harbour.ask('/live/changes', { cursor })];
    for (const entity of [
      'appointmentCommandRecord',
      'operationLog',
      'lockSetting',
      'connectionRecord',
      'lockMessage',
      'device',
    ]) {
      const { list } = await admin.ask(`/${entity}/list`, { pageSize: 100 });
      answers.push(list);
      for (const { id } of list.slice(0, 40))
        answers.push(await admin.ask(`/${entity}/get`, { id }));
    }
    for (const secret of SECRETS) {
      for (const [entity, filter] of [
        ['operationLog', 'title'],
        ['appointmentCommandRecord', 'message'],
        ['appointmentCommandRecord', 'args'],
        ['lockSetting', 'known'],
      ]) {
        answers.push(await admin.call(`/${entity}/list`, { [String(filter)]: secret.slice(0, 6) }));
      }
    }
    const text = JSON.stringify(answers);
    // A refused search does not repeat its term either.
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('are gone with the lock: the next one with its number has none of them', async () => {
    const admin = await server.as('admin');
    const { id, org_id } = await device();
    await admin.ask('/device/delete', { ids: [id] });
    await admin.ask('/device/add', { sn: SN, org_id });
    expect(await settings()).toEqual({});
  });
});
