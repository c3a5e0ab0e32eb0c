import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { INHERITED } from '../../unit/inherited';
import { FIRST_PASSWORD } from '../http/client';
import { closeAfterwards, ownPlace } from '../place';
import { startShipped } from '../startShipped';

const TOKEN = 'forwarded-by-traccar';
const API_TOKEN = 'a-user-of-traccar';

type Server = Awaited<ReturnType<typeof startShipped>>;
let server: Server;
let token: string;
let orgId: number;
let typeId: number;

/** Traccar's ids of a tracker that is away, and of one that is refused commands. */
const AWAY = 2;
const REFUSED = 3;

/** Requests to a stub of Traccar, to which all other trackers are connected. */
const requests: Record<string, unknown>[] = [];
const answerOf = async (request: IncomingMessage): Promise<[number, string]> => {
  if (request.headers.authorization !== `Bearer ${API_TOKEN}`) return [401, 'no'];
  if (request.url?.startsWith('/base/api/devices?uniqueId=')) {
    return [200, JSON.stringify([{ id: 55, uniqueId: request.url.split('=')[1] }])];
  }
  const body = JSON.parse(await text(request));
  requests.push({ ...body, path: request.url });
  if (body.deviceId === AWAY) return [202, '{}'];
  return body.deviceId === REFUSED
    ? [400, 'Command custom is not supported\n at line']
    : [200, '{}'];
};

beforeAll(async () => {
  const traccar = createServer(async (request, response) => {
    const [status, body] = await answerOf(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(traccar, 'listening');
  closeAfterwards(async () => void traccar.close());
  const { port } = traccar.address() as AddressInfo;
  server = await startShipped(await ownPlace(config), {
    DEMO: '0',
    ADMIN_PASSWORD: FIRST_PASSWORD,
    TRACCAR_TOKEN: TOKEN,
    TRACCAR_URL: `http://127.0.0.1:${port}/base/`,
    TRACCAR_API_TOKEN: API_TOKEN,
    TRUST_PROXY: 'true',
  });
  token = await server.signIn('admin');
  orgId = (await ask('/org/list')).list[0].id;
  ({ id: typeId } = await ask('/deviceType/add', {
    device_type: 'SEAL',
    device_type_name: 'Seal behind Traccar',
    seal_words: '(S07,0)',
  }));
});

const ask = async (path: string, body: object = {}) => {
  const { verify, data } = await server.call(path, body, { token });
  expect(verify).toMatchObject({ sign: 'success' });
  return data;
};
const listed = async (entity: string, filter: object) =>
  (await ask(`/${entity}/list`, filter)).list as Record<string, unknown>[];

let serial = 0;
const tracker = async () => {
  serial += 1;
  const sn = `86000000000000${serial}`;
  await ask('/device/add', { sn, org_id: orgId, device_type_id: typeId, protocol: 4 });
  return sn;
};

const forward = async (
  path: string,
  body: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` },
) => {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${server.url}/traccar/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  });
  await answer.text();
  return answer.status;
};
const ids = new Map<string, number>();
/** Traccar's id of a tracker. */
const idOf = (sn: string) => {
  const id = ids.get(sn) ?? 100 + ids.size;
  ids.set(sn, id);
  return id;
};
const position = (sn: string, changes: object = {}, id = idOf(sn)) => ({
  position: {
    deviceTime: new Date().toISOString(),
    valid: true,
    latitude: 22.5,
    longitude: 114.1,
    speed: 20,
    course: 10,
    attributes: {},
    ...changes,
  },
  device: { id, uniqueId: sn },
});

describe('a message that Traccar forwards', () => {
  it('is stored with texts of the maximum length', async () => {
    const sn = await tracker();
    const attributes = { versionFw: 'v'.repeat(64), driverUniqueId: '7'.repeat(32) };
    const alarm = `${'x'.repeat(150)}`;
    await forward('positions', position(sn, { attributes: { ...attributes, alarm } }));
    expect(await listed('device', { sn })).toMatchObject([{ version: 'v'.repeat(64) }]);
    expect(await listed('deviceLocationRecord', { sn })).toHaveLength(1);
    expect(await listed('alertRecord', { sn })).toMatchObject([{ fault_msg: alarm }]);
  });

  it('is stored before its answer, and moves the tracker', async () => {
    const sn = await tracker();
    expect(await forward('positions', position(sn, { attributes: { batteryLevel: 66 } }))).toBe(
      200,
    );
    expect(await listed('device', { sn })).toMatchObject([
      { electric: 66, communicate_status: 1, position: '22.500000, 114.100000' },
    ]);
    expect(await listed('deviceLocationRecord', { sn })).toMatchObject([{ speed: 37.04 }]);
    await expect
      .poll(() => listed('lockMessage', { sn }))
      .toMatchObject([{ direction: 1, carrier: 4, said: { electric: 66 } }]);
    const same = position(sn, { deviceTime: new Date(Date.now() - 1000).toISOString() });
    expect([await forward('positions', same), await forward('positions', same)]).toEqual([
      200, 200,
    ]);
    expect(await listed('deviceLocationRecord', { sn })).toHaveLength(2);
  });

  it('raises every alarm of a position, the unknown ones as "other" with their names', async () => {
    const sn = await tracker();
    const alarm = 'lowBattery,tampering,sos,powerCut,geofenceExit';
    expect(await forward('positions', position(sn, { attributes: { alarm } }))).toBe(200);
    const alarms = await listed('alertRecord', { sn, sortField: 'police_type', sortOrder: 'asc' });
    expect(
      alarms.map(({ police_type, fault_msg }) => [police_type, fault_msg ?? null]).toSorted(),
    ).toEqual([
      [1010, null],
      [2001, null],
      [9999, 'sos, powerCut'],
    ]);
  });

  it.each(INHERITED)('raises an alarm that Traccar names %s as "other"', async (alarm) => {
    const sn = await tracker();
    expect(await forward('positions', position(sn, { attributes: { alarm } }))).toBe(200);
    expect(await listed('alertRecord', { sn })).toMatchObject([
      { police_type: 9999, fault_msg: alarm },
    ]);
  });

  it('changes the presence of a tracker', async () => {
    const sn = await tracker();
    const device = { id: idOf(sn), uniqueId: sn };
    const reach = async () => (await listed('device', { sn }))[0]?.communicate_status;
    expect(await forward('events', { event: { type: 'deviceOnline' }, device })).toBe(200);
    await expect.poll(reach).toBe(1);
    expect(await forward('events', { event: { type: 'deviceOffline' }, device })).toBe(200);
    await expect.poll(reach).toBe(0);
  });

  it('with an old presence is ignored if the tracker has reported since', async () => {
    const sn = await tracker();
    const other = await tracker();
    const event = (type: string, ago: number, of = sn) => ({
      event: { type, eventTime: new Date(Date.now() - ago).toISOString() },
      device: { id: idOf(of), uniqueId: of },
    });
    const reach = async (of = sn) => (await listed('device', { sn: of }))[0]?.communicate_status;
    /** Presence is written in the order of its arrival, so that of another tracker tells when it is. */
    const settle = async (online: boolean) => {
      await forward('events', event(online ? 'deviceOnline' : 'deviceOffline', 0, other));
      await expect.poll(() => reach(other)).toBe(online ? 1 : 0);
    };
    expect(await forward('positions', position(sn))).toBe(200);
    expect(await reach()).toBe(1);
    expect(await forward('events', event('deviceOffline', 60_000))).toBe(200);
    await settle(true);
    expect(await reach()).toBe(1);
    // In the future is a wrong clock: the time of receipt counts.
    expect(await forward('events', event('deviceOffline', -3_600_000))).toBe(200);
    await settle(false);
    expect(await reach()).toBe(0);
    expect(await forward('events', event('deviceOnline', 60_000))).toBe(200);
    await settle(true);
    expect(await reach()).toBe(0);
  });

  it('is answered with an error if it is not stored, so that Traccar sends it again', async () => {
    const sn = await tracker();
    const old = { deviceTime: '2001-01-01T00:00:00Z' };
    expect(
      await forward('positions', position(sn, { ...old, attributes: { archive: true } })),
    ).toBe(422);
    expect(await forward('positions', position(sn, { deviceTime: null }))).toBe(422);
    expect(await forward('positions', { device: {} })).toBe(400);
    expect(await forward('positions', '{"position":')).toBe(400);
    expect(
      await forward('positions', position(sn, { attributes: { x: 'y'.repeat(70_000) } })),
    ).toBe(413);
    expect(await listed('deviceLocationRecord', { sn })).toEqual([]);
    await ask('/device/add', { sn: 'SPEAKS-MQTT', org_id: orgId });
    expect(await forward('positions', position('SPEAKS-MQTT'))).toBe(409);
  });

  it('from an unknown tracker lists it for adoption', async () => {
    const sn = 'UNKNOWN-TRACKER';
    expect(await forward('positions', position(sn))).toBe(404);
    await expect.poll(() => listed('waitingLock', { sn })).toMatchObject([{ protocol: 4 }]);
    const [{ id }] = (await listed('waitingLock', { sn })) as [{ id: number }];
    await ask('/waitingLock/adopt', { ids: [id], org_id: orgId });
    await expect.poll(() => forward('positions', position(sn))).toBe(200);
    expect(await listed('device', { sn })).toMatchObject([{ protocol: 4, communicate_status: 1 }]);
  });
});

describe('a command to a tracker', () => {
  const send = async (sn: string, code: string, args: object = {}) => {
    const { tickets } = await ask(`/command/${code}`, { sns: [sn], ...args });
    const { id } = tickets[0];
    return async () => (await listed('appointmentCommandRecord', { id }))[0];
  };

  it('goes out through Traccar in the tracker’s own words, and the next state decides its result', async () => {
    const sn = await tracker();
    await forward('positions', position(sn));
    const ticket = await send(sn, 'seal');
    const id = idOf(sn);
    await expect
      .poll(() => requests.find(({ deviceId }) => deviceId === id))
      .toEqual({
        path: '/base/api/commands/send',
        deviceId: id,
        type: 'custom',
        attributes: { data: '(S07,0)', noQueue: true },
      });
    expect(await ticket()).toMatchObject({ state: 'sent' });
    // A tracker would run a repeated command twice, so it is sent once even if the tracker reconnects.
    const reach = async () => (await listed('device', { sn }))[0]?.communicate_status;
    const device = { id, uniqueId: sn };
    await forward('events', { event: { type: 'deviceOffline' }, device });
    await expect.poll(reach).toBe(0);
    await forward('events', { event: { type: 'deviceOnline' }, device });
    await expect.poll(reach).toBe(1);
    const answer = position(sn, { attributes: { result: 'ERROR bad password' } });
    await forward('events', { event: { type: 'commandResult' }, ...answer });
    const answered = await ticket();
    expect(answered).toMatchObject({ state: 'answered', message: 'ERROR bad password' });
    // Traccar does not say whether the command was done, so it is neither a success nor a failure.
    expect(answered?.result ?? null).toBeNull();
    expect(await listed('appointmentCommandRecord', { sn, state: ['success', 'failure'] })).toEqual(
      [],
    );
    await forward('positions', position(sn, { attributes: { lock: true } }));
    await expect
      .poll(ticket)
      .toMatchObject({ state: 'success', result: 1, message: 'ERROR bad password' });
    expect(requests.filter(({ deviceId }) => deviceId === id)).toHaveLength(1);
  });

  it('gets its result from the next state if the tracker does not answer', async () => {
    const sn = await tracker();
    await forward('positions', position(sn));
    const ticket = await send(sn, 'seal');
    await expect.poll(ticket).toMatchObject({ state: 'sent' });
    const state = (lock: boolean, more: object = {}, ago = 0) =>
      forward(
        'positions',
        position(sn, {
          attributes: { lock, ...more },
          deviceTime: new Date(Date.now() - ago).toISOString(),
        }),
      );
    // None of these ends the command: the old state, an older report, a report from the tracker's memory.
    await state(false);
    await state(true, {}, 60_000);
    await state(true, { archive: true });
    expect(await ticket()).toMatchObject({ state: 'sent' });
    await state(true);
    await expect
      .poll(ticket)
      .toMatchObject({ state: 'success', message: 'Told by the state that followed' });
  });

  it.each([
    ['queued where the tracker is away', AWAY, 'seal', /Traccar keeps it/],
    ['refused by Traccar', REFUSED, 'seal', /^Traccar: Command custom is not supported$/],
  ])('fails when it is %s', async (_, number, code, message) => {
    const sn = await tracker();
    await forward('positions', position(sn, {}, number));
    const ticket = await send(sn, code);
    await expect
      .poll(ticket)
      .toMatchObject({ state: 'failure', message: expect.stringMatching(message) });
  });

  it('is refused if Traccar has no such command', async () => {
    const sn = await tracker();
    await forward('positions', position(sn));
    const { verify } = await server.call('/command/vibration', { sns: [sn], value: 3 }, { token });
    expect(verify).toMatchObject({ sign: 'conflict', desc: 'Not supported by this lock' });
  });

  it('is refused if its device type has no Traccar words for it', async () => {
    const sn = await tracker();
    await forward('positions', position(sn, { attributes: { lock: true } }));
    const { verify, data } = await server.call('/command/unseal', { sns: [sn] }, { token });
    expect([verify.sign, verify.desc]).toEqual([
      'conflict',
      `${sn}: The device type has no Traccar words for this command`,
    ]);
    expect(data?.tickets ?? []).toEqual([]);
    expect(await listed('appointmentCommandRecord', { sn })).toEqual([]);
  });
});

it('refuses calls without the right token, and limits their rate', async () => {
  const from = { 'x-forwarded-for': '192.0.2.1' };
  expect(await forward('positions', {}, from)).toBe(401);
  const wrong = () => forward('positions', {}, { ...from, authorization: 'Bearer guessed' });
  const statuses = [];
  for (let i = 0; i < 21; i++) statuses.push(await wrong());
  expect(statuses.slice(0, 19)).toEqual(Array(19).fill(401));
  expect(statuses.slice(-1)).toEqual([429]);
});
