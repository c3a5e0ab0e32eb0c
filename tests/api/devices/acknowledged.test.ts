import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import mqtt from 'mqtt';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import config from '../../../resources.config';
import type { OneTimeSecret } from '../../../src/protocol';
import { splitFrames, writeFrame } from '../../../src/server/gateways/jt808/frames';
import { sample } from '../../rounds';
import { clockAt, location, read, text33 } from '../../unit/server/gateways/jt808/lock';
import { record } from '../gateways/jointechRecord';
import { FIRST_PASSWORD } from '../http/client';
import { ownFolder, type Place } from '../place';
import { startShipped } from '../startShipped';

const TRACCAR_TOKEN = 'forwarded-by-traccar';
/** Reports differ by their time, in whole seconds as on the wire. */
const BEGIN = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
const timeOf = (report: number) => BEGIN + report * 1_000;

type Server = Awaited<ReturnType<typeof startShipped>>;
/** Sends a report over an open connection. Resolves with true if the report is acknowledged. */
type Send = (report: number) => Promise<boolean>;
/** Address and password of the server. Renewed after each restart and each new connection guide. */
interface Access {
  readonly server: Server;
  readonly port: number;
  readonly password: string;
}

let place: Place;
let server: Server;
let token: string;
let orgs: number[];

const start = async () => {
  server = await startShipped(place, {
    DEMO: '0',
    ADMIN_PASSWORD: FIRST_PASSWORD,
    JT808_PORT: '0',
    JOINTECH_PORT: '0',
    TRACCAR_TOKEN,
  });
  token = await server.signIn('admin');
};

const ask = async (path: string, body: object = {}) => {
  const { verify, data } = await server.call(path, body, { token });
  expect([path, verify.desc, data?.fields]).toEqual([path, expect.anything(), undefined]);
  expect(verify).toMatchObject({ sign: 'success' });
  return data;
};
const rowsOf = async (entity: string, filter: object) =>
  (await ask(`/${entity}/list`, { ...filter, pageSize: 1000 })).list as Record<string, unknown>[];

beforeAll(async () => {
  place = await ownFolder(config);
  await start();
  const [top] = await rowsOf('org', {});
  const [role] = await rowsOf('role', {});
  const { id } = await ask('/org/add', {
    ...{ org_name: 'Pier', org_type: 2, parent_id: top?.id, role_id: role?.id },
    ...{ login_name: 'pier', oper_name: 'Piet', oper_phone: '13800138099' },
    password: await server.encrypt('First123'),
  });
  orgs = [Number(top?.id), Number(id)];
});

/** Maps the one-time secrets of a lock by their label. */
const secretsByLabel = (secrets: readonly OneTimeSecret[]) =>
  new Map(secrets[0]?.lines.map(({ label, text }) => [label, text]));

/** Opens a TCP connection that sends frames and searches everything received for the acknowledgement. */
const overTcp = async (
  { port }: Access,
  frame: (report: number) => Uint8Array,
  isAcknowledged: (bytes: Buffer, report: number) => boolean,
): Promise<Send> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
  });
  const closed = once(socket, 'close');
  return async (report) => {
    bytes = Buffer.alloc(0);
    socket.write(frame(report));
    while (!isAcknowledged(bytes, report)) {
      if (socket.destroyed) return false;
      await Promise.race([once(socket, 'data').catch(() => {}), closed]);
    }
    return true;
  };
};

/** Serial number of the lock and its way of sending, by protocol. */
const ways: Readonly<
  Record<string, { readonly sn: string; readonly open: (access: Access) => Promise<Send> }>
> = {
  'JT/T 808': {
    sn: '095037286201',
    open: (access) =>
      overTcp(
        access,
        (report) =>
          writeFrame(
            { id: '095037286201', version: undefined },
            {
              code: 0x0200,
              serial: report,
              body: location({ clock: clockAt(timeOf(report)) }, { 51: text33(true, '0') }),
            },
          ),
        (bytes, report) =>
          splitFrames(bytes)
            .frames.map(read)
            .some(
              ({ message, body }) =>
                message === '8001' && body === `${report.toString(16).padStart(4, '0')}020000`,
            ),
      ),
  },
  Jointech: {
    sn: '0800000321',
    open: (access) =>
      overTcp(
        access,
        (report) => record('0800000321', { at: timeOf(report), serial: report % 256 }),
        (bytes, report) => bytes.toString('latin1').includes(`(P69,0,${report % 256})`),
      ),
  },
  Traccar: {
    sn: '086000000000321',
    open:
      async ({ server: { url } }) =>
      async (report) => {
        const answer = await fetch(`${url}/traccar/positions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${TRACCAR_TOKEN}` },
          body: JSON.stringify({
            position: { deviceTime: new Date(timeOf(report)).toISOString(), valid: false },
            device: { id: 1, uniqueId: '086000000000321' },
          }),
        });
        await answer.text();
        return answer.status === 200;
      },
  },
  MQTT: {
    sn: '0LOCK321',
    open: async ({ port, password }) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
        ...{ clientId: '0LOCK321', username: '0LOCK321', password, reconnectPeriod: 0 },
      });
      client.on('error', () => {});
      const closed = new Promise<false>((resolve) => client.once('close', () => resolve(false)));
      onTestFinished(async () => void (await client.endAsync(true)));
      return async (report) => {
        const body = { ts: timeOf(report), report_reson: 0, lock_status: 2 };
        const sent = client.publishAsync('seal/v1/0LOCK321/up/report', JSON.stringify(body), {
          qos: 1,
        });
        return Promise.race([
          sent.then(
            () => true,
            () => false,
          ),
          closed,
        ]);
      };
    },
  },
};

/** Starts a lock that reports without pause and reconnects when its connection ends. */
const reporting = (open: (access: Access) => Promise<Send>, access: () => Access) => {
  const acknowledged: number[] = [];
  let next = 0;
  let isOver = false;
  const report = async () => {
    let send: Send | undefined;
    while (!isOver) {
      send ??= await open(access()).catch(() => undefined);
      const isAcknowledged = await send?.(next++).catch(() => false);
      if (isAcknowledged) acknowledged.push(next - 1);
      else {
        send = undefined;
        await setTimeout(20);
      }
    }
  };
  const running = report();
  return {
    /** First report that is not sent yet. */
    next: () => next,
    acknowledged,
    /** Resolves when `count` more reports are acknowledged. */
    more: (count: number) => {
      const enough = acknowledged.length + count;
      return expect
        .poll(() => acknowledged.length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(enough);
    },
    end: async () => {
      isOver = true;
      await running;
    },
  };
};

/** Connects a lock and returns the port and password that its protocol gets. */
const accessOf = async (id: number): Promise<Access> => {
  const { secrets } = await ask('/device/connect', { ids: [id] });
  const values = secretsByLabel(secrets);
  return { server, port: Number(values.get('Port')), password: values.get('Password') ?? '' };
};

it.each(sample(Object.entries(ways), 2))(
  '%s: the server stores every report that it acknowledges after the adoption',
  async (name, { sn, open }) => {
    const protocol = { MQTT: 0, Jointech: 1, 'JT/T 808': 2, Traccar: 4 }[name];
    const isForwarded = name === 'Traccar';
    let access: Access = { server, port: 0, password: 'none' };
    if (!isForwarded) {
      const guide = await ask('/device/add', { sn: `9${sn.slice(1)}`, org_id: orgs[0], protocol });
      access = { ...(await accessOf(guide.id)), password: 'none' };
    }
    const lock = reporting(open, () => access);
    onTestFinished(lock.end);
    await expect
      .poll(() => rowsOf('waitingLock', { sn_is: sn }), { timeout: 60_000 })
      .toHaveLength(1);
    const [waiting] = await rowsOf('waitingLock', { sn_is: sn });
    await ask('/waitingLock/adopt', { ids: [waiting?.id], org_id: orgs[0] });
    const adopted = lock.next();
    const [device] = await rowsOf('device', { sn_is: sn });
    if (name === 'MQTT') access = await accessOf(Number(device?.id));
    await lock.more(20);

    const removed = lock.next() - 1;
    await ask('/device/delete', { ids: [device?.id] });
    // Forms often lose a leading zero.
    const entered = name === 'MQTT' ? sn : sn.slice(1);
    const { id } = await ask('/device/add', { sn: entered, org_id: orgs[0], protocol });
    const enteredAgain = lock.next();
    if (name === 'MQTT') access = await accessOf(id);
    await lock.more(5);

    await ask('/device/update', { id, device_name: 'Renamed' });
    for (const org_id of orgs.toReversed()) {
      await ask('/device/update', { id, org_id });
      await lock.more(5);
    }
    if (!isForwarded) {
      await ask('/device/cutOff', { ids: [id] });
      access = await accessOf(id);
      await lock.more(5);
    }
    await server.close();
    await start();
    access = isForwarded ? { ...access, server } : await accessOf(id);
    await lock.more(20);
    await lock.end();

    const stored = new Set<unknown>();
    for (const sn_is of [sn, entered]) {
      for (const { create_time } of await rowsOf('deviceLocationRecord', { sn_is })) {
        stored.add(create_time);
      }
    }
    const isRegistered = (report: number) =>
      (report >= adopted && report < removed) || report >= enteredAgain;
    const isStored = (report: number) => stored.has(timeOf(report));
    const reports = lock.acknowledged.filter(isRegistered);
    expect(reports.filter((report) => !isStored(report))).toEqual([]);
  },
);
