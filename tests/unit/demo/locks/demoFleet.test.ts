import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Aedes } from 'aedes';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FleetLock, startDemoFleet } from '../../../../src/demo/locks/demoFleet';
import type { Timing } from '../../../../src/demo/locks/timing';
import type { LockCommand, LockReply, LockReport } from '../../../../src/domain/lock';
import {
  mayGoOut,
  openTestLink,
  passwordOf,
  type TestLink,
  testLog,
} from '../../server/fleet/link/openTestLink';

const quick: Partial<Timing> = {
  moving: [100, 200],
  parked: [100, 200],
  reply: [20, 60],
  hand: [50, 80],
  open: [50, 80],
  awake: [100, 150],
  asleep: [150, 200],
};

const lockOf = (sn: string, more: Partial<FleetLock> = {}): FleetLock => ({
  sn,
  password: passwordOf(sn),
  behaviour: 'normal',
  routeId: 'shanghai-hefei',
  seed: 5,
  status: 0,
  orgIndex: 0,
  ...more,
});

interface TestFleet {
  link: TestLink;
  reports: [string, LockReport][];
  replies: [string, LockReply][];
  presence: [string, boolean][];
  reportsOf(sn: string): LockReport[];
  isOnline(sn: string): boolean;
}

const startFleet = ({
  locks,
  ...options
}: Parameters<typeof startDemoFleet>[0] & { locks: FleetLock[] }) => {
  const fleet = startDemoFleet(options);
  fleet.add(locks);
  return fleet;
};

/** Starts simulated locks on a link, and collects their messages. */
const start = async (locks: FleetLock[], timing: Partial<Timing> = {}): Promise<TestFleet> => {
  const link = await openTestLink();
  const reports: TestFleet['reports'] = [];
  const replies: TestFleet['replies'] = [];
  const presence: TestFleet['presence'] = [];
  link.on('report', (sn, report) => reports.push([sn, report]));
  link.on('reply', (...reply) => replies.push(reply));
  link.on('presence', (sn, online) => presence.push([sn, online]));
  const fleet = startFleet({
    brokerUrl: link.url,
    locks,
    log: link.log,
    timing: { ...quick, ...timing },
  });
  onTestFinished(() => fleet.close());
  return {
    link,
    reports,
    replies,
    presence,
    reportsOf: (sn) => reports.filter(([from]) => from === sn).map(([, report]) => report),
    isOnline: (sn) => presence.findLast(([from]) => from === sn)?.[1] === true,
  };
};

const online = (fleet: TestFleet, sn: string): Promise<void> =>
  vi.waitFor(() => expect(fleet.isOnline(sn)).toBe(true));

let issued = 0;
const command = (cmd: string, more: Partial<LockCommand> = {}): LockCommand => ({
  id: `t${++issued}`,
  cmd,
  args: {},
  ts: Date.now(),
  exp: Date.now() + 60_000,
  ...more,
});

/** Waits long enough for a reply that must not come. */
const quiet = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 250));

describe('startDemoFleet', () => {
  it('reports repeatedly, as a lock does', async () => {
    const fleet = await start([lockOf('SD2600001', { status: 2 }), lockOf('SD2600002')]);
    await vi.waitFor(() => expect(fleet.reportsOf('SD2600001').length).toBeGreaterThan(2));
    const [first] = fleet.reportsOf('SD2600001');
    expect(first).toMatchObject({ report_reson: 0, lock_status: 2, position_status: 0, mcc: 460 });
    expect(Math.abs((first?.ts ?? 0) - Date.now())).toBeLessThan(10_000);
    await online(fleet, 'SD2600002');
  });

  it('seals and unseals, and reports the change before the reply', async () => {
    const fleet = await start([lockOf('SD2600001')]);
    await online(fleet, 'SD2600001');
    const seal = command('seal');
    await fleet.link.send('SD2600001', seal, mayGoOut);
    await vi.waitFor(() =>
      expect(fleet.replies).toEqual([['SD2600001', { id: seal.id, code: 0 }]]),
    );
    expect(fleet.reportsOf('SD2600001')).toContainEqual(
      expect.objectContaining({ report_reson: 1, lock_status: 2, lock_action: 12 }),
    );
    const unseal = command('unseal');
    await fleet.link.send('SD2600001', unseal, mayGoOut);
    await vi.waitFor(() => expect(fleet.replies.at(-1)?.[1]).toEqual({ id: unseal.id, code: 0 }));
    expect(fleet.reportsOf('SD2600001')).toContainEqual(
      expect.objectContaining({ report_reson: 1, lock_status: 0, lock_action: 1 }),
    );
  });

  it.each([
    ['an open lock', lockOf('SD2600006', { status: 1 }), { code: 1, msg: 'Lock is open' }],
    [
      'a lock that refuses',
      lockOf('SD2600008', { behaviour: 'refuses' }),
      { code: 1006, msg: 'Motor fault' },
    ],
  ])('receives the refusal of %s, and no change', async (_, lock, answer) => {
    const fleet = await start([lock]);
    await online(fleet, lock.sn);
    const seal = command('seal');
    await fleet.link.send(lock.sn, seal, mayGoOut);
    await vi.waitFor(() => expect(fleet.replies).toEqual([[lock.sn, { id: seal.id, ...answer }]]));
    for (const report of fleet.reportsOf(lock.sn)) expect(report.lock_status).toBe(lock.status);
  });

  it('receives reports but no reply from a silent lock', async () => {
    const fleet = await start([lockOf('SD2600007', { behaviour: 'silent' })]);
    await online(fleet, 'SD2600007');
    await fleet.link.send('SD2600007', command('seal'), mayGoOut);
    await quiet();
    expect(fleet.replies).toEqual([]);
    expect(fleet.reportsOf('SD2600007').every(({ lock_status }) => lock_status === 0)).toBe(true);
  });

  it('executes a repeated command once, and replies twice', async () => {
    const fleet = await start([lockOf('SD2600001')]);
    await online(fleet, 'SD2600001');
    const seal = command('seal');
    await fleet.link.send('SD2600001', seal, mayGoOut);
    await fleet.link.send('SD2600001', seal, mayGoOut);
    await vi.waitFor(() => expect(fleet.replies.length).toBe(1));
    await fleet.link.send('SD2600001', seal, mayGoOut);
    await vi.waitFor(() => expect(fleet.replies.length).toBe(2));
    expect(fleet.replies[1]).toEqual(fleet.replies[0]);
    await quiet();
    const moves = fleet.reportsOf('SD2600001').filter(({ lock_action }) => lock_action === 12);
    expect(moves).toHaveLength(1);
  });

  it('replies with its settings', async () => {
    const fleet = await start([lockOf('S24', { settings: { vibration: { value: 14 } } })]);
    await online(fleet, 'S24');
    await fleet.link.send('S24', command('setChildLocks', { args: { locks: ['C1'] } }), mayGoOut);
    await fleet.link.send('S24', command('readSettings'), mayGoOut);
    await vi.waitFor(() => expect(fleet.replies).toHaveLength(2));
    expect(fleet.replies.at(-1)?.[1].values).toMatchObject({
      vibration: { value: 14 },
      setChildLocks: { locks: ['C1'] },
      unsealPassword: { password: true },
    });
  });

  it('executes commands in order of arrival', async () => {
    const fleet = await start([lockOf('SD2600001')], { reply: [10, 400] });
    await online(fleet, 'SD2600001');
    const orders = ['seal', 'unseal', 'seal', 'vibration', 'unseal'].map((cmd) => command(cmd));
    for (const order of orders) await fleet.link.send('SD2600001', order, mayGoOut);
    await vi.waitFor(() => expect(fleet.replies).toHaveLength(5), 5_000);
    expect(fleet.replies.map(([, { id }]) => id)).toEqual(orders.map(({ id }) => id));
    expect(fleet.reportsOf('SD2600001').at(-1)?.lock_status).toBe(0);
  });

  it('ignores expired and malformed commands', async () => {
    const fleet = await start([lockOf('SD2600001')]);
    await online(fleet, 'SD2600001');
    await fleet.link.send('SD2600001', command('seal', { exp: Date.now() - 1 }), mayGoOut);
    await fleet.link.send('SD2600001', { cmd: 'seal' } as LockCommand, mayGoOut);
    await quiet();
    expect(fleet.replies).toEqual([]);
  });

  it('sleeps, wakes by itself and then receives the waiting commands', async () => {
    const fleet = await start([lockOf('SD2600009', { behaviour: 'asleep' })]);
    await online(fleet, 'SD2600009');
    expect(fleet.reportsOf('SD2600009')[0]?.report_reson).toBe(3);
    await vi.waitFor(() => expect(fleet.isOnline('SD2600009')).toBe(false));
    const seal = command('seal');
    await fleet.link.send('SD2600009', seal, mayGoOut);
    expect(fleet.replies).toEqual([]);
    await vi.waitFor(() =>
      expect(fleet.replies).toEqual([['SD2600009', { id: seal.id, code: 0 }]]),
    );
    await vi.waitFor(() => expect(fleet.isOnline('SD2600009')).toBe(false), 5_000);
    const states = fleet.presence.map(([, state]) => state);
    expect(states.slice(0, 4)).toEqual([true, false, true, false]);
  });

  it('is opened by hand after an unseal, and closed again', async () => {
    const fleet = await start([lockOf('SD2600005', { status: 2 })]);
    await online(fleet, 'SD2600005');
    await fleet.link.send('SD2600005', command('unseal'), mayGoOut);
    await vi.waitFor(() => {
      const changes = fleet.reportsOf('SD2600005').filter(({ report_reson }) => report_reson !== 0);
      expect(changes.map(({ report_reson, lock_status }) => [report_reson, lock_status])).toEqual([
        [1, 0],
        [9, 1],
        [9, 0],
      ]);
    });
  });

  it('publishes offline when it closes', async () => {
    const fleet = await start([lockOf('SD2600001')], { moving: [60_000, 60_000] });
    await online(fleet, 'SD2600001');
    const second = startFleet({
      brokerUrl: fleet.link.url,
      locks: [lockOf('SD2600002')],
      log: fleet.link.log,
    });
    await online(fleet, 'SD2600002');
    await second.close();
    await vi.waitFor(() => expect(fleet.isOnline('SD2600002')).toBe(false));
    expect(fleet.isOnline('SD2600001')).toBe(true);
  });

  it('closes at once, even without a broker', async () => {
    const fleet = await start([]);
    const options = { locks: [lockOf('SD2600001')], log: fleet.link.log };
    await startFleet({ ...options, brokerUrl: fleet.link.url }).close();
    const lonely = startFleet({ ...options, brokerUrl: 'mqtt://127.0.0.1:9' });
    await quiet();
    await lonely.close();
  });

  it('closes even if the broker no longer responds', async () => {
    const requests = vi.fn();
    const deaf = await Aedes.createBroker({ authorizePublish: requests });
    const server = createServer(deaf.handle).listen(0, '127.0.0.1');
    onTestFinished(async () => {
      await new Promise<void>((done) => deaf.close(done));
      server.close();
    });
    await once(server, 'listening');
    const fleet = startFleet({
      brokerUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
      locks: [lockOf('SD2600001')],
      log: testLog(),
    });
    await vi.waitFor(() => expect(requests).toHaveBeenCalled());
    await fleet.close();
    await vi.waitFor(() => expect(deaf.connectedClients).toBe(0));
  });

  it('logs a wrong password of a lock once', async () => {
    const fleet = await start([lockOf('SD2600001', { password: 'wrong' })]);
    await vi.waitFor(() =>
      expect(fleet.link.log.lines.filter((line) => line.startsWith('Simulated lock'))).toHaveLength(
        1,
      ),
    );
    expect(fleet.reports).toEqual([]);
  });

  it('refuses a route that does not exist', async () => {
    const fleet = await start([]);
    const other = startFleet({ brokerUrl: fleet.link.url, locks: [], log: fleet.link.log });
    onTestFinished(() => other.close());
    expect(() => other.add([lockOf('SD2600001', { routeId: 'to-the-moon' })])).toThrow(
      'to-the-moon',
    );
  });
});
