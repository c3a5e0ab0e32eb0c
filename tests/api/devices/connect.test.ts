import { connect as openSocket } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { COMMUNICATE_STATUS } from '../../../src/domain/lock';
import type { OneTimeSecret } from '../../../src/protocol';
import { record } from '../gateways/jointechRecord';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let tokens: Record<'admin' | 'harbour' | 'customs', string>;

beforeAll(async () => {
  server = await demoServer();
  const [admin, harbour, customs] = await Promise.all(
    ['admin', 'harbour', 'customs'].map((name) => server.signIn(name)),
  );
  tokens = { admin, harbour, customs } as typeof tokens;
});

type User = keyof typeof tokens;

const ask = async (path: string, body: object = {}, user: User = 'admin') => {
  const { verify, data } = await server.call(path, body, { token: tokens[user] });
  expect(verify).toMatchObject({ sign: 'success' });
  return data;
};
const listed = async (entity: string, filter: object, user: User = 'admin') =>
  (await ask(`/${entity}/list`, filter, user)).list as Record<string, unknown>[];

let serial = 0;
/** Adds a new lock to the organisation of Harbour. */
const boughtLock = async () => {
  serial += 1;
  const sn = `NEW${serial}`;
  const [other] = await listed('device', { sn: 'SD2600001' }, 'harbour');
  const { id } = await ask('/device/add', { sn, org_id: other?.org_id }, 'harbour');
  return { id: Number(id), sn };
};

/** Connects locks and returns the one-time values that their owner gets, by label. */
const connect = async (ids: readonly number[], user: User = 'harbour') => {
  const { secrets } = (await ask('/device/connect', { ids }, user)) as { secrets: OneTimeSecret[] };
  return secrets.map(({ title, lines, code }) => {
    const values = new Map(lines.map(({ label, text }) => [label, text]));
    const at = (label: string) => values.get(label) ?? '';
    return { title, code: code ?? '', at, url: `mqtt://${at('Address')}:${at('Port')}` };
  });
};

type Access = Awaited<ReturnType<typeof connect>>[number];

/** Connects to the broker as the lock that got these values. */
const comeAs = async ({ url, at }: Access, password = at('Password')): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(url, {
    clientId: at('Client ID'),
    username: at('User name'),
    password,
    reconnectPeriod: 0,
  });
  client.on('error', () => {});
  onTestFinished(async () => void (await client.endAsync(true)));
  return client;
};
const records = (sn: string, filter: object = {}) =>
  listed('connectionRecord', { sn, sortField: 'create_time', ...filter }, 'harbour');

describe('a new lock', () => {
  it('gets an address and a password, and reports with them', async () => {
    const { id, sn } = await boughtLock();
    const [access] = await connect([id]);
    if (!access) throw new Error('Nothing was told');
    expect(access.title).toBe(sn);
    expect(access.at('Protocol')).toBe('MQTT 3.1.1');
    expect(access.at('Password')).toMatch(/^[a-z2-9]{24}$/);
    expect(access.code).toBe(`mqtt://${sn}:${access.at('Password')}@${access.url.slice(7)}`);
    const lock = await comeAs(access);
    const ts = Date.now();
    const report = { ts, report_reson: 3, lock_status: 2, electric: 77 };
    await lock.publishAsync(access.at('Publishes to'), JSON.stringify(report), { qos: 1 });
    const [device] = await listed('device', { sn }, 'harbour');
    expect(device).toMatchObject({ status: 2, electric: 77, report_time: ts });
    await expect
      .poll(() => records(sn))
      .toEqual([expect.objectContaining({ event: 1, address: '127.0.0.1' })]);
    await lock.endAsync();
    await expect.poll(async () => (await records(sn)).map(({ event }) => event)).toContain(2);
    const [logged] = await listed('operationLog', { operate_url: '/device/connect' }, 'admin');
    expect(JSON.stringify(logged)).not.toContain(access.at('Password'));
  });

  it('is disconnected when it gets a new password, and the old one stops working', async () => {
    const { id, sn } = await boughtLock();
    const [old] = await connect([id]);
    if (!old) throw new Error('Nothing was told');
    const lock = await comeAs(old);
    const [renewed] = await connect([id]);
    await expect.poll(() => lock.connected).toBe(false);
    await expect(comeAs(old)).rejects.toThrow();
    await expect.poll(() => records(sn, { event: 3 })).toMatchObject([{ reason: 1 }]);
    if (renewed) await comeAs(renewed);
  });

  it('stays disconnected until it gets a new password', async () => {
    const { id, sn } = await boughtLock();
    const [access] = await connect([id]);
    if (!access) throw new Error('Nothing was told');
    const lock = await comeAs(access);
    await ask('/device/cutOff', { ids: [id] }, 'harbour');
    await expect.poll(() => lock.connected).toBe(false);
    await expect(comeAs(access)).rejects.toThrow();
    await expect.poll(() => records(sn, { event: 3 })).toMatchObject([{ reason: 2 }]);
    const [again] = await connect([id]);
    if (again) await comeAs(again);
  });

  it('loses its password when it is deleted', async () => {
    const { id, sn } = await boughtLock();
    const [access] = await connect([id]);
    if (!access) throw new Error('Nothing was told');
    const [row] = await listed('device', { sn }, 'harbour');
    await ask('/device/delete', { ids: [id] }, 'harbour');
    await ask('/device/add', { sn, org_id: row?.org_id }, 'harbour');
    await expect(comeAs(access)).rejects.toThrow();
  });

  it('is connected together with others, and never by another organisation', async () => {
    const ids = [(await boughtLock()).id, (await boughtLock()).id];
    expect(await connect(ids)).toHaveLength(2);
    const { verify } = await server.call('/device/connect', { ids }, { token: tokens.customs });
    expect(verify.sign).toBe('notFound');
  });
});

it('a lock without presence messages is online while it reports, and gets its waiting commands', async () => {
  const { id, sn } = await boughtLock();
  const [access] = await connect([id]);
  if (!access) throw new Error('Nothing was told');
  await ask('/command/vibration', { sns: [sn], value: 7 }, 'harbour');
  const lock = await comeAs(access);
  const commands: unknown[] = [];
  lock.on('message', (_, payload) => commands.push(JSON.parse(String(payload)).cmd));
  const presence = async () => (await listed('device', { sn }, 'harbour'))[0]?.communicate_status;
  expect(await presence()).toBe(0);
  const report = { ts: Date.now(), report_reson: 3, lock_status: 2 };
  await lock.publishAsync(access.at('Publishes to'), JSON.stringify(report), { qos: 1 });
  expect(await presence()).toBe(1);
  // A command sent before the subscription is sent again.
  await lock.subscribeAsync(`seal/v1/${sn}/down/cmd`, { qos: 1 });
  await expect.poll(() => commands).toEqual(['vibration']);
  await lock.endAsync();
  await expect.poll(presence).toBe(0);
});

describe('a lock that an unseal waits for', () => {
  /** Adds a sealed lock of Customs, which is offline, and has its administrator unseal it. */
  const awaited = async () => {
    serial += 1;
    const sn = `WAIT${serial}`;
    const { org_id } = (await listed('oper', { loginName: 'customs' }))[0] ?? {};
    const { id } = await ask('/device/add', { sn, org_id }, 'customs');
    const [access] = await connect([id], 'customs');
    if (!access) throw new Error('Nothing was told');
    const lock = await comeAs(access);
    const report = { ts: Date.now(), report_reson: 3, lock_status: 2 };
    await lock.publishAsync(access.at('Publishes to'), JSON.stringify(report), { qos: 1 });
    await lock.endAsync();
    const isOffline = async () =>
      (await listed('device', { sn }))[0]?.communicate_status === COMMUNICATE_STATUS.offline;
    await expect.poll(isOffline).toBe(true);
    const body = { sns: [sn], how: { reason: 'Test', typed: sn } };
    const { tickets } = await ask('/command/unseal', body, 'customs');
    const state = async () =>
      (await listed('appointmentCommandRecord', { sn })).map((ticket) => ticket.state);
    expect(await state()).toEqual(['waiting']);
    expect(tickets).toHaveLength(1);
    return { sn, id, access, state };
  };

  /** Connects the lock. @returns the commands that it has got when one that is sent now has come */
  const commandsOf = async (access: Access, sn: string, sender: User) => {
    const commands: unknown[] = [];
    const lock = await comeAs(access);
    lock.on('message', (_, payload) => commands.push(JSON.parse(String(payload)).cmd));
    await lock.subscribeAsync(`seal/v1/${sn}/down/cmd`, { qos: 1 });
    const report = { ts: Date.now(), report_reson: 3, lock_status: 2 };
    await lock.publishAsync(access.at('Publishes to'), JSON.stringify(report), { qos: 1 });
    await ask('/command/vibration', { sns: [sn], value: 7 }, sender);
    await expect.poll(() => commands.includes('vibration')).toBe(true);
    return commands;
  };

  it('is not sent it once its sender was disabled', async () => {
    const { sn, access, state } = await awaited();
    const [sender] = await listed('oper', { loginName: 'customs' });
    await ask('/oper/disable', { ids: [sender?.id] });
    onTestFinished(async () => {
      await ask('/oper/enable', { ids: [sender?.id] });
      tokens.customs = await server.signIn('customs');
    });
    const commands = await commandsOf(access, sn, 'admin');
    await expect.poll(state).toContain('cancelled');
    expect([commands, await state()]).toEqual([
      ['vibration'],
      expect.not.arrayContaining(['waiting']),
    ]);
  });

  it('is not sent it once another organisation has entered it', async () => {
    const { sn, id, state } = await awaited();
    await ask('/device/delete', { ids: [id] }, 'customs');
    const [other] = await listed('device', { sn: 'SD2600001' }, 'harbour');
    const entered = await ask('/device/add', { sn, org_id: other?.org_id }, 'harbour');
    const [access] = await connect([entered.id]);
    if (!access) throw new Error('Nothing was told');
    expect(await commandsOf(access, sn, 'harbour')).toEqual(['vibration']);
    expect(await state()).toContain('cancelled');
    expect(
      (await listed('appointmentCommandRecord', { sn }, 'harbour')).map(({ cmd }) => cmd),
    ).toEqual(['vibration']);
  });
});

it('a malformed message is listed, and its error is sent to the lock', async () => {
  const { id, sn } = await boughtLock();
  const [access] = await connect([id]);
  if (!access) throw new Error('Nothing was told');
  const lock = await comeAs(access);
  const messages: string[] = [];
  lock.on('message', (topic, payload) =>
    messages.push(`${topic} ${JSON.parse(String(payload)).error}`),
  );
  await lock.subscribeAsync(`seal/v1/${sn}/down/#`);
  const topic = access.at('Publishes to');
  await lock.publishAsync(topic, '{"lock_status":2}', { qos: 1 });
  await expect.poll(() => messages).toHaveLength(1);
  expect(messages[0]).toMatch(
    new RegExp(
      `^seal/v1/${sn}/down/error report: ts: missing; .*; report_reson: missing; one of 0,`,
    ),
  );
  // A wrong optional field does not keep the report from being stored.
  const report = { ts: Date.now(), report_reson: '0', lock_status: '2', electric: 101 };
  await lock.publishAsync(topic, JSON.stringify(report), { qos: 1 });
  await expect.poll(() => messages).toHaveLength(2);
  expect(messages[1]).toMatch(/report: electric: a number from 0 to 100, not 101$/);
  expect(await listed('device', { sn }, 'harbour')).toMatchObject([{ status: 2 }]);
  await expect.poll(() => records(sn, { event: 4 })).toHaveLength(2);
});

it('an unknown lock that connects is listed on top, adopted and accepted', async () => {
  const { id } = await boughtLock();
  const [access] = await connect([id]);
  if (!access) throw new Error('Nothing was told');
  const at = (label: string) =>
    label === 'Password' ? 'whatever' : /ID|name/.test(label) ? 'STRANGER' : access.at(label);
  const stranger = { ...access, at };
  await expect(comeAs(stranger)).rejects.toThrow();
  const waiting = () => listed('waitingLock', { sn: 'STRANGER' });
  await expect.poll(waiting).toMatchObject([{ times: 1, address: '127.0.0.1' }]);
  await expect(comeAs(stranger)).rejects.toThrow();
  await expect.poll(waiting).toMatchObject([{ times: 2 }]);
  expect(await listed('waitingLock', {}, 'harbour').catch(() => [])).toEqual([]);
  const [{ id: waitingId }] = (await waiting()) as [{ id: number }];
  const [harbour] = await listed('org', { org_name: 'Harbour Logistics' });
  const { verify, data } = await server.call(
    '/waitingLock/adopt',
    { ids: [waitingId] },
    { token: tokens.admin },
  );
  expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', ['org_id']]);
  await ask('/waitingLock/adopt', { ids: [waitingId], org_id: harbour?.id });
  expect(await waiting()).toEqual([]);
  const [device] = await listed('device', { sn: 'STRANGER' }, 'harbour');
  expect(device).toMatchObject({ status: 255, org_name: 'Harbour Logistics' });
  const [newAccess] = await connect([Number(device?.id)]);
  if (newAccess) await comeAs(newAccess);
});

it('an unknown lock that an operator adds leaves the list', async () => {
  const { id } = await boughtLock();
  const [access] = await connect([id]);
  if (!access) throw new Error('Nothing was told');
  const at = (label: string) => (/ID|name/.test(label) ? 'BYHAND' : access.at(label));
  await expect(comeAs({ ...access, at })).rejects.toThrow();
  const waiting = () => listed('waitingLock', { sn: 'BYHAND' });
  await expect.poll(waiting).toHaveLength(1);
  const [{ device_type_id }] = (await listed('device', { id })) as [{ device_type_id: number }];
  await ask('/device/add', { sn: 'BYHAND', org_id: 1, device_type_id });
  expect(await waiting()).toEqual([]);
});

it('many unknown locks are adopted at once, with one organisation, type and set of passwords', async () => {
  const { id } = await boughtLock();
  const [access] = await connect([id]);
  if (!access) throw new Error('Nothing was told');
  for (const sn of ['CROWD1', 'CROWD2']) {
    const at = (label: string) =>
      label === 'Password' ? 'whatever' : /ID|name/.test(label) ? sn : access.at(label);
    await expect(comeAs({ ...access, at })).rejects.toThrow();
  }
  const waiting = () => listed('waitingLock', { sn: 'CROWD' });
  await expect.poll(waiting).toHaveLength(2);
  const [harbour] = await listed('org', { org_name: 'Harbour Logistics' });
  const [type] = await listed('deviceType', {});
  const ids = (await waiting()).map((lock) => lock.id);
  const body = { ids, org_id: harbour?.id, device_type_id: type?.id, connect: true };
  const { done, secrets } = await ask('/waitingLock/adopt', body);
  expect([done, secrets.map(({ title }: OneTimeSecret) => title).sort()]).toEqual([
    2,
    ['CROWD1', 'CROWD2'],
  ]);
  for (const { code } of secrets as OneTimeSecret[]) {
    const { username, password, host } = new URL(String(code));
    const options = { clientId: username, username, password, reconnectPeriod: 0 };
    const lock = await mqtt.connectAsync(`mqtt://${host}`, options);
    await lock.endAsync(true);
  }
  expect(await listed('device', { sn: 'CROWD' })).toMatchObject(
    Array(2).fill({ org_id: harbour?.id, device_type_id: type?.id }),
  );
});

it('messages in both directions are listed raw and decoded, without passwords, to those with the right', async () => {
  const { id, sn } = await boughtLock();
  const [access] = await connect([id]);
  if (!access) throw new Error('Nothing was told');
  const lock = await comeAs(access);
  await lock.subscribeAsync(`seal/v1/${sn}/down/#`, { qos: 1 });
  const topic = access.at('Publishes to');
  const report = { ts: Date.now(), report_reson: 0, lock_status: 2, electric: 101 };
  await lock.publishAsync(topic, JSON.stringify(report), { qos: 1 });
  const password = await server.encrypt('11223344');
  const answer = await ask('/command/unsealPassword', { sns: [sn], password }, 'harbour');
  const [ticket] = answer.tickets as { id: number }[];
  const ack = JSON.stringify({ id: ticket?.id, code: 0 });
  await lock.publishAsync(`seal/v1/${sn}/up/ack`, ack, { qos: 1 });
  await lock.publishAsync(topic, 'What?', { qos: 1 });
  const messages = async () =>
    (await listed('lockMessage', { sn_is: sn, pageSize: 50 })).map(
      ({ direction, channel, ...rest }) => [`${direction} ${channel}`, rest] as const,
    );
  const kinds = ['1 ack', '1 report', '1 report', '2 cmd', '2 error', '2 error'];
  await expect.poll(async () => (await messages()).map(([kind]) => kind).sort()).toEqual(kinds);
  const all = await messages();
  expect(all).toContainEqual([
    '1 report',
    expect.objectContaining({
      raw: JSON.stringify(report),
      said: { ts: report.ts, report_reson: 0, lock_status: 2 },
      why: 'electric: a number from 0 to 100, not 101',
    }),
  ]);
  expect(all).toContainEqual(['1 report', expect.objectContaining({ raw: 'What?', said: null })]);
  expect(all.find(([kind]) => kind === '2 cmd')?.[1].raw).toContain('"password":"***"');
  expect(JSON.stringify(all)).not.toContain('11223344');
  expect(await listed('lockMessage', { sn_is: sn }, 'customs')).toEqual([]);
  const shift = { token: await server.signIn('shift') };
  expect((await server.call('/device/list', { sn }, shift)).data.total).toBe(1);
  expect((await server.call('/lockMessage/list', {}, shift)).verify.sign).toBe('noPermission');
});

it('reports are listed from the moment an operator opens the messages of a lock', async () => {
  const { id, sn } = await boughtLock();
  const [access] = await connect([id]);
  if (!access) throw new Error('Nothing was told');
  const lock = await comeAs(access);
  const report = async (electric: number) => {
    const message = { ts: Date.now(), report_reson: 0, lock_status: 2, electric };
    await lock.publishAsync(access.at('Publishes to'), JSON.stringify(message), { qos: 1 });
  };
  const sort = { sortField: 'create_time', sortOrder: 'asc' };
  const reports = async (filter: object) =>
    (await listed('lockMessage', { ...filter, ...sort, channel: 'report' }))
      .filter((message) => message.sn === sn)
      .map((message) => (message.said as { electric: number }).electric);
  for (const electric of [81, 82]) await report(electric);
  expect(await reports({ sn: sn.slice(0, -1) })).toEqual([]);
  expect(await reports({ sn_is: sn })).toEqual([82]);
  await report(83);
  await expect.poll(() => reports({ sn })).toEqual([82, 83]);
});

describe('a lock of another manufacturer’s protocol', () => {
  const bought = async (sn: string) => {
    const [other] = await listed('device', { sn: 'SD2600001' }, 'harbour');
    const lock = { sn, org_id: other?.org_id, protocol: 1 };
    return Number((await ask('/device/add', lock, 'harbour')).id);
  };
  const comeOver = async (port: number) => {
    const socket = openSocket(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => chunks.push(Buffer.from('closed')));
    onTestFinished(() => void socket.destroy());
    return {
      say: (bytes: Uint8Array | string) => void socket.write(bytes),
      heard: () => Buffer.concat(chunks).toString('latin1'),
    };
  };

  it('gets its address as a command of its protocol, obeys its own password, and can be disconnected', async () => {
    const SN = '8130639901';
    const id = await bought(SN);
    const [access] = await connect([id]);
    if (!access) throw new Error('Nothing was told');
    const port = Number(access.at('Port'));
    expect([access.at('Address'), access.at('ID of the lock'), access.at('Password')]).toEqual([
      '127.0.0.1',
      SN,
      '',
    ]);
    expect(access.at('Protocol')).toBe('Jointech JT701, TCP');
    expect(access.code).toBe(`(P06,1,127.0.0.1,${port},APN,USER,PASSWORD)`);

    const lock = await comeOver(port);
    lock.say(record(SN, { serial: 21 }));
    await expect.poll(lock.heard).toContain('(P69,0,21)');
    const [device] = await listed('device', { sn: SN }, 'harbour');
    expect(device).toMatchObject({ status: 2, electric: 81, communicate_status: 1 });

    const password = await server.encrypt('A1b2#9');
    await ask('/device/lockSecret', { ids: [id], password }, 'harbour');
    await ask('/command/unseal', { sns: [SN] }, 'harbour');
    await expect.poll(lock.heard).toContain('(P43,A1b2#9)');

    await ask('/device/cutOff', { ids: [id] }, 'harbour');
    await expect.poll(lock.heard).toContain('closed');
    const again = await comeOver(port);
    again.say(record(SN, { serial: 22 }));
    await expect.poll(again.heard).toBe('closed');
    await expect.poll(() => records(SN, { event: 3 })).toMatchObject([{ reason: 2 }]);
    await connect([id]);
    const back = await comeOver(port);
    back.say(record(SN, { serial: 23 }));
    await expect.poll(back.heard).toContain('(P69,0,23)');
  });

  it.each([
    [2, (port: string) => `03 = 127.0.0.1, 05 = ${port}`],
    [3, (port: string) => `0x0013 = 127.0.0.1, 0x0018 = ${port}`],
  ])('of protocol %i gets the parameters to set', async (protocol, words) => {
    const [other] = await listed('device', { sn: 'SD2600001' }, 'harbour');
    const lock = { sn: `0950372999${protocol}0`, org_id: other?.org_id, protocol };
    const [access] = await connect([Number((await ask('/device/add', lock, 'harbour')).id)]);
    const port = access?.at('Port') ?? '';
    expect(access?.at('Parameters for the lock')).toBe(words(port));
    expect(access?.code).toBe(`tcp://127.0.0.1:${port}`);
  });

  it('is adopted with the protocol that it used', async () => {
    const [access] = await connect([await bought('8130639903')]);
    const lock = await comeOver(Number(access?.at('Port')));
    lock.say(record('8130639902'));
    await expect.poll(() => listed('waitingLock', { sn: '8130639902' })).toHaveLength(1);
    const [waiting] = await listed('waitingLock', { sn: '8130639902' });
    const [other] = await listed('device', { sn: 'SD2600001' });
    await ask('/waitingLock/adopt', { ids: [waiting?.id], org_id: other?.org_id });
    expect(await listed('device', { sn: '8130639902' })).toMatchObject([{ protocol: 1 }]);
  });

  it.each(['7026000001', '095000000001'])(
    '%s of the demo connects over TCP and obeys',
    async (sn) => {
      const device = async () => (await listed('device', { sn }, 'harbour'))[0];
      await expect
        .poll(device)
        .toMatchObject({ communicate_status: 1, report_time: expect.any(Number) });
      await ask('/command/unseal', { sns: [sn] }, 'harbour');
      const sent = () => listed('appointmentCommandRecord', { sn }, 'harbour');
      await expect.poll(sent).toMatchObject([{ state: 'success' }]);
      await expect.poll(async () => (await device())?.status).toBeLessThan(2);
    },
  );

  it('is refused a password if this server has no listener for its protocol', async () => {
    const [other] = await listed('device', { sn: 'SD2600001' }, 'harbour');
    const traccar = { sn: 'TRACCAR1', org_id: other?.org_id, protocol: 4 };
    const { id } = await ask('/device/add', traccar, 'harbour');
    const body = { ids: [id], password: await server.encrypt('888888') };
    const { verify } = await server.call('/device/lockSecret', body, { token: tokens.harbour });
    expect(verify).toMatchObject({ sign: 'conflict', desc: 'Not supported by this lock' });
  });
});
