import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/domain/duration';
import { type DemoServer, demoServer } from '../startShipped';
import { alarmingLock as connectLock } from './alarmingLock';

const USERS = ['harbour', 'shift', 'yantian', 'customs'] as const;
type User = (typeof USERS)[number];

let server: DemoServer;
let tokens: Record<User, string>;

beforeAll(async () => {
  server = await demoServer();
  const signedIn = await Promise.all(USERS.map(async (name) => [name, await server.signIn(name)]));
  tokens = Object.fromEntries(signedIn) as typeof tokens;
});

const call = (path: string, body: object = {}, user: User = 'harbour') =>
  server.call(path, body, { token: tokens[user] });
const ask = async (...args: Parameters<typeof call>) => {
  const { verify, data } = await call(...args);
  expect(verify).toMatchObject({ sign: 'success' });
  return data;
};
const listed = async (entity: string, filter: object, user?: User) =>
  (await ask(`/${entity}/list`, filter, user)).list as Record<string, unknown>[];

let serial = 0;

/** Past the window in which a report repeats the same alarm, ms. */
const STEP = 120_000;

/** @param step ms between the reports of the lock */
const alarmingLock = async (step = STEP) => {
  serial += 1;
  const { report, ...lock } = await connectLock({ ask, listed }, `MUTE${serial}`, step);
  const alarms = (filter = {}) =>
    listed('alertRecord', { sn: lock.sn, sortField: 'create_time', ...filter });
  return {
    ...lock,
    alarms,
    /** Raises an alarm. @returns its record */
    raise: async (police_type: number) => {
      const ts = await report(police_type);
      return (await alarms()).find(({ create_time }) => create_time === ts);
    },
  };
};

const inAnHour = () => Date.now() + HOUR;
const REASON = 'Roadworks';

describe('a mute', () => {
  it('of a lock covers one kind of alarm there; the alarm is recorded and counted', async () => {
    const [lock, other] = [await alarmingLock(), await alarmingLock()];
    const mute = { police_type: 1012, device_id: lock.id, until: inAnHour(), reason: REASON };
    await ask('/alarmMute/add', mute);
    expect(await lock.raise(1012)).toMatchObject({ muted: true, state: 0 });
    expect(await lock.raise(1008)).toMatchObject({ muted: false });
    expect(await other.raise(1012)).toMatchObject({ muted: false });
    expect(await lock.alarms({ muted: false })).toHaveLength(1);
  });

  it('of an organisation covers its locks, and expires or is ended', async () => {
    const lock = await alarmingLock();
    const mute = { police_type: 1011, org_id: lock.org_id, until: inAnHour(), reason: REASON };
    const { id } = await ask('/alarmMute/add', mute);
    expect(await lock.raise(1011)).toMatchObject({ muted: true });
    await ask('/alarmMute/end', { ids: [id] });
    expect(await lock.raise(1011)).toMatchObject({ muted: false });
    const { verify } = await call('/alarmMute/end', { ids: [id] });
    expect(verify).toMatchObject({ sign: 'conflict', desc: 'The mute has ended.' });
  });

  it('of an alarm covers its kind and its lock', async () => {
    const lock = await alarmingLock();
    const alarm = await lock.raise(1011);
    const args = { ids: [alarm?.id], scope: 'lock', hours: 4, reason: REASON };
    await ask('/alertRecord/mute', args, 'shift');
    const [mute] = await listed('alarmMute', { device_id: [lock.id] });
    expect(mute).toMatchObject({ police_type: 1011, org_id: lock.org_id, reason: REASON });
    expect(mute).toMatchObject({ sn: lock.sn, org_name: expect.stringMatching(/^Harbour/) });
    expect(Number(mute?.until)).toBeGreaterThan(Date.now() + 3 * HOUR);
    expect(await lock.raise(1011)).toMatchObject({ muted: true });
  });

  it('is visible to the organisations that it covers, and ended by its own only', async () => {
    const lock = await alarmingLock();
    const mute = { police_type: 1002, org_id: lock.org_id, until: inAnHour(), reason: REASON };
    const { id } = await ask('/alarmMute/add', mute);
    const ids = async (user: User) => (await listed('alarmMute', {}, user)).map((row) => row.id);
    expect(await ids('shift')).toContain(id);
    expect(await ids('yantian')).toContain(id);
    const above = 'An organisation above yours has set this mute.';
    const { verify } = await call('/alarmMute/end', { ids: [id] }, 'yantian');
    expect(verify).toMatchObject({ sign: 'conflict', desc: above });
    const seen = (await listed('alarmMute', {}, 'yantian')).find((row) => row.id === id);
    expect(seen?._kept).toEqual({ end: above });
    expect(await ids('customs')).not.toContain(id);
    expect((await call('/alarmMute/end', { ids: [id] }, 'customs')).verify.sign).toBe('notFound');
    for (const of of [{}, { org_id: undefined, device_id: lock.id }]) {
      const foreign = await call('/alarmMute/add', { ...mute, ...of }, 'customs');
      expect(foreign.verify.sign).toBe('invalid');
    }
  });

  it('of several alarms counts the muted ones, and is refused if all locks are deleted', async () => {
    const [lock, deleted] = [await alarmingLock(), await alarmingLock()];
    const ids = [(await lock.raise(1008))?.id, (await deleted.raise(1008))?.id];
    await ask('/device/delete', { ids: [deleted.id] });
    const args = { scope: 'lock', hours: 1, reason: REASON };
    expect(await ask('/alertRecord/mute', { ...args, ids })).toMatchObject({ done: 1 });
    expect(await listed('alarmMute', { device_id: [lock.id] })).toHaveLength(1);
    const { verify } = await call('/alertRecord/mute', { ...args, ids: [ids[1]] });
    expect(verify.sign).toBe('conflict');
  });

  it.each([
    ['of everything', { until: inAnHour() }],
    ['that has ended', { police_type: 1002, until: Date.now() - HOUR }],
    ['without end', { police_type: 1002, until: Date.now() + 31 * 24 * HOUR }],
  ])('%s is refused', async (_, values) => {
    const { verify } = await call('/alarmMute/add', { reason: REASON, ...values });
    expect(verify.sign).toBe('invalid');
  });
});

describe('a note to the next shift', () => {
  it('is unread until another operator of the organisation marks it as read, once', async () => {
    const { id } = await ask('/shiftNote/add', { text: 'Gate 4 is open until six' });
    const note = async () => (await listed('shiftNote', { id })).find((row) => row.id === id);
    expect(await note()).toMatchObject({ state: 0, read_by: null });
    const read = async (user: User) => (await call('/shiftNote/read', { ids: [id] }, user)).verify;
    expect((await read('harbour')).sign).toBe('conflict');
    expect((await read('customs')).sign).toBe('notFound');
    expect((await read('shift')).sign).toBe('success');
    const first = await note();
    expect(first).toMatchObject({ state: 1, written_by: 'Lin Yue', read_by: 'Chen Hao' });
    expect(Date.now() - Number(first?.read_time)).toBeLessThan(600_000);
    expect((await read('shift')).sign).toBe('conflict');
  });
});

describe('the list of alarms', () => {
  it('has the worst first, not taken before taken, and the newest of equals first', async () => {
    const lock = await alarmingLock();
    // Of severity 3, 1, 3, 1, 2.
    const kinds = [1002, 1008, 1011, 1010, 1012];
    const alarms: (Record<string, unknown> | undefined)[] = [];
    for (const kind of kinds) alarms.push(await lock.raise(kind));
    const order = async () =>
      (await listed('alertRecord', { sn: lock.sn })).map(({ police_type }) => police_type);
    expect(await order()).toEqual([1010, 1008, 1012, 1011, 1002]);
    const ids = (at: number) => ({ ids: [alarms[at]?.id] });
    await ask('/alertRecord/take', ids(3));
    expect(await order()).toEqual([1008, 1012, 1011, 1002, 1010]);
    await ask('/alertRecord/process', { ...ids(1), note: 'Opened by the driver' });
    expect(await order()).toEqual([1012, 1011, 1002, 1010, 1008]);
    await ask('/alertRecord/release', ids(3));
    expect(await order()).toEqual([1010, 1012, 1011, 1002, 1008]);
  });

  it('has the newest of equals first by its time, not by its receipt', async () => {
    const lock = await alarmingLock(-STEP);
    for (const kind of [1008, 1010]) await lock.raise(kind);
    const alarms = await listed('alertRecord', { sn: lock.sn });
    expect(alarms.map(({ police_type }) => police_type)).toEqual([1008, 1010]);
  });
});
