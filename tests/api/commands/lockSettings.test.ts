import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operator } from '../http/client';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let harbour: Operator;

beforeAll(async () => {
  server = await demoServer();
  harbour = await server.as('harbour');
  for (const sn of [SN, DELETED_SN]) {
    await vi.waitFor(
      async () => expect(await device(sn)).toMatchObject({ communicate_status: 1 }),
      { timeout: 120_000, interval: 200 },
    );
  }
  await done(SN, ['readSettings']);
});

const SN = 'SD2600001';
const DELETED_SN = 'SD2600002';
const device = async (sn: string) => (await harbour.ask('/device/list', { sn })).list[0];

/** Sends commands to a lock one after the other, and waits until all have succeeded. */
const done = async (
  sn: string,
  ...commands: readonly (readonly [code: string, args?: object])[]
) => {
  const ids: number[] = [];
  for (const [code, args] of commands) {
    const { tickets } = await harbour.ask(`/command/${code}`, { sns: [sn], ...args });
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

const settings = async (sn: string) => {
  const { list } = await harbour.ask('/lockSetting/list', { sn_is: sn, pageSize: 100 });
  return Object.fromEntries(list.map((row: { code: string }) => [row.code, row]));
};

const SECRETS = ['43214321', 'k7c2Xy', 'hush-9-hush'];

describe('the settings of a lock', () => {
  it('are read from it by their commands', async () => {
    const rows = await settings(SN);
    expect(Object.keys(rows)).toHaveLength(14);
    expect(rows.serverAddress).toMatchObject({
      known: { host: 'seals.example.com', port: 1883 },
      known_how: 'read',
      sent: null,
      differs: false,
    });
  });

  it('follow its commands', async () => {
    await done(
      SN,
      ['parkingAlarm', { minutes: 45 }],
      ['timeZone', { minutes: 60 }],
      ['bluetoothSwitch', { on: false }],
      ['addCards', { cards: ['2026000001', 'FFEE'] }],
      ['removeCards', { cards: ['2026000001'] }],
      ['setChildLocks', { locks: ['C-1', 'C-2'] }],
      ['readSettings'],
    );
    const rows = await settings(SN);
    const has = (code: string) => [rows[code].known, rows[code].known_how, rows[code].differs];
    expect(has('parkingAlarm')).toEqual([{ minutes: 45 }, 'read', false]);
    expect(has('timeZone')).toEqual([{ minutes: 60 }, 'read', false]);
    expect(has('bluetoothSwitch')).toEqual([{ on: false }, 'read', false]);
    expect(has('addCards')).toEqual([{ cards: ['FFEE'] }, 'read', false]);
    expect(has('setChildLocks')).toEqual([{ locks: ['C-1', 'C-2'] }, 'read', false]);
    expect(rows.timeZone.sent_name).toBe('Lin Yue');
  });

  it('are invisible to another tenant', async () => {
    const northern = await server.as('northern');
    expect((await northern.ask('/lockSetting/list', { sn_is: SN })).list).toEqual([]);
    const { id } = (await settings(SN)).vibration;
    expect((await northern.call('/lockSetting/get', { id })).verify.sign).toBe('notFound');
  });

  it('reveal no secret in lists, details, files, logs, searches, messages or live changes', async () => {
    const [password = '', key = '', dialIn = ''] = SECRETS;
    const cursor = (await harbour.ask('/live/snapshot', {})).cursor;
    const encrypt = (text: string) => server.encrypt(text);
    await done(
      SN,
      ['unsealPassword', { password: await encrypt(password) }],
      ['bluetoothKey', { key: await encrypt(key) }],
      ['apn', { apn: 'cmiot', user: 'lock', password: await encrypt(dialIn) }],
      ['readSettings'],
    );
    const rows = await settings(SN);
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

  it('are deleted with the lock, and do not return with its number', async () => {
    const admin = await server.as('admin');
    await done(DELETED_SN, ['readSettings']);
    expect(await settings(DELETED_SN)).not.toEqual({});
    const { id, org_id } = await device(DELETED_SN);
    await admin.ask('/device/delete', { ids: [id] });
    await admin.ask('/device/add', { sn: DELETED_SN, org_id });
    expect(await settings(DELETED_SN)).toEqual({});
  });
});
