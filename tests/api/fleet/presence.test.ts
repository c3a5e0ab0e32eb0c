import { sql } from 'kysely';
import mqtt from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addLocks } from '../locks';
import { openTestFleet } from './openTestFleet';

type Opened = Awaited<ReturnType<typeof openTestFleet>>;
let opened: Opened;

beforeAll(async () => {
  opened = await openTestFleet();
  const { db } = opened.store;
  await sql`insert into "deviceType" (id, device_type, device_type_name, silence_minutes, sleeps) values
    (1, 'AWAKE', 'Always on', 60, false), (2, 'SLEEPY', 'Sleeps', 60, true),
    (3, 'FREE', 'Nobody asks', null, false)`.execute(db);
});

let count = 0;
const lockOf = async (type: number | null): Promise<string> => {
  count += 1;
  const sn = `P${count}`;
  await addLocks(opened.store.db, { sn, org_id: 2, status: 0, device_type_id: type });
  return sn;
};
const reach = async (sn: string): Promise<unknown> => {
  const { rows } = await sql<{ communicate_status: number }>`
    select communicate_status from device_state where sn = ${sn}`.execute(opened.store.db);
  return rows[0]?.communicate_status;
};
const becomes = (sn: string, expected: number) => expect.poll(() => reach(sn)).toBe(expected);
const before = (minutes: number): number => Date.now() - minutes * 60_000;
/** Sets the times of the last report and of the last other sign of life to so many minutes ago. */
const silentFor = async (sn: string, minutes: number, other = minutes) => {
  const { db } = opened.store;
  await sql`update device_state set seen_at = ${before(minutes)} where sn = ${sn}`.execute(db);
  await sql`update lock_seen set at = ${before(other)}
    where device_id = (select id from device where sn = ${sn})`.execute(db);
};
/** Returns the times of the last report and of the last other sign of life, epoch ms. */
const lastSeen = async (sn: string): Promise<{ report: number; other: number }> => {
  const { rows } = await sql<{ report: number; other: number }>`
    select coalesce(state.seen_at, 0) as report, coalesce(seen.at, 0) as other
    from device_state as state left join lock_seen as seen using (device_id)
    where state.sn = ${sn}`.execute(opened.store.db);
  return rows[0] ?? { report: 0, other: 0 };
};
const isSeen = (sn: string) =>
  expect.poll(async () => (await lastSeen(sn)).other).toBeGreaterThan(0);
const command = (sn: string) =>
  opened.command({
    code: 'vibration',
    sns: [sn],
    args: { value: 3 },
    oper: { id: 9, operName: 'Lin Yue', org_id: 2, hasSuperior: false },
    locale: 'en',
    filesUrl: 'https://seals.test/files',
  });

describe('a lock that leaves', () => {
  it.each([
    ['is offline where its type does not sleep', 1, 0],
    ['is asleep where its type does', 2, 2],
    ['is offline where its type says nothing', 3, 0],
    ['is offline where it has no type', null, 0],
  ])('%s', async (_, type, expected) => {
    const sn = await lockOf(type);
    const lock = await opened.lock(sn);
    await becomes(sn, 1);
    await lock.leave();
    await becomes(sn, expected);
  });
});

describe('a lock that is silent for longer than its type allows', () => {
  it.each([
    ['is offline although it is connected', 1, 61, 61, 0],
    ['is offline although it sleeps', 2, 61, 61, 0],
    ['stays what it is within the limit', 1, 40, 40, 1],
    ['stays what it is if it reported within the limit', 1, 40, 61, 1],
    ['stays what it is if it sent a heartbeat within the limit', 1, 61, 40, 1],
    ['stays what it is without a limit', 3, 100_000, 100_000, 1],
  ])('%s', async (_, type, minutes, otherMinutes, expected) => {
    const sn = await lockOf(type);
    const other = await lockOf(1);
    const locks = await Promise.all([opened.lock(sn), opened.lock(other)]);
    await becomes(sn, 1);
    await isSeen(sn);
    await isSeen(other);
    // Repeated on every poll, because a buffered sign of life may overwrite the time.
    await expect
      .poll(async () => {
        await silentFor(sn, minutes, otherMinutes);
        await silentFor(other, 100);
        return [await reach(other), await reach(sn)];
      })
      .toEqual([0, expected]);
    await locks[0].report({});
    await becomes(sn, 1);
    await Promise.all(locks.map((lock) => lock.leave()));
  });
});

it('a report is a sign of life, even if it is a repeat', async () => {
  const sn = await lockOf(1);
  const lock = await opened.lock(sn);
  await isSeen(sn);
  const began = Date.now();
  const report = { ts: began, electric: 50 };
  await lock.report(report);
  await expect.poll(async () => (await lastSeen(sn)).report).toBeGreaterThanOrEqual(began);
  await silentFor(sn, 30);
  await lock.report(report);
  await expect.poll(async () => (await lastSeen(sn)).report).toBeGreaterThanOrEqual(began);
  // Reports write no other sign of life. Those of another lock are written after it would have been.
  const later = await lockOf(1);
  const other = await opened.lock(later);
  await isSeen(later);
  expect((await lastSeen(sn)).other).toBeLessThan(began);
  await Promise.all([lock.leave(), other.leave()]);
});

it('commands to a sleeping lock wait, and go out when the lock wakes up', async () => {
  const sn = await lockOf(2);
  await (await opened.lock(sn)).leave();
  await becomes(sn, 2);
  const { tickets } = await command(sn);
  expect(tickets).toMatchObject([{ state: 'waiting' }]);
  const client = await mqtt.connectAsync(opened.link.url, opened.access(sn));
  onTestFinished(async () => void (await client.endAsync(true)));
  const got: unknown[] = [];
  client.on('message', (_topic, payload) => got.push(JSON.parse(String(payload)).cmd));
  // The lock only subscribes; it sends nothing.
  await client.subscribeAsync(`seal/v1/${sn}/down/cmd`, { qos: 1 });
  await expect.poll(() => got).toEqual(['vibration']);
  expect(await reach(sn)).toBe(1);
});

it('a heartbeat is a sign of life', async () => {
  const sn = await lockOf(1);
  const client = await mqtt.connectAsync(opened.link.url, {
    ...opened.access(sn),
    keepalive: 1,
  });
  onTestFinished(async () => void (await client.endAsync(true)));
  await becomes(sn, 1);
});

it('the last will of a replaced connection leaves the lock online', async () => {
  const sn = await lockOf(1);
  const first = await opened.lock(sn, { reconnectPeriod: 0 });
  await becomes(sn, 1);
  const second = await opened.lock(sn);
  await expect.poll(() => first.isConnected()).toBe(false);
  const { tickets } = await command(sn);
  await expect.poll(() => second.commands.map(({ id }) => Number(id))).toContain(tickets[0]?.id);
  expect(await reach(sn)).toBe(1);
  // A late `offline` of an older connection does not either, if the messages name their connection.
  const now = Date.now();
  await second.say('status', `online ${now}`, true);
  await second.say('status', `offline ${now - 60_000}`, true);
  await second.report({ electric: 44 });
  await second.say('status', `offline ${now - 60_000}`, true);
  const other = await lockOf(1);
  await (await opened.lock(other)).leave();
  await becomes(other, 0);
  expect(await reach(sn)).toBe(1);
  await second.say('status', `offline ${now}`, true);
  await becomes(sn, 0);
});

it('a late offline with a timestamp counts if the lock never stamps its online', async () => {
  const sn = await lockOf(1);
  const lock = await opened.lock(sn);
  await lock.say('status', 'online', true);
  await becomes(sn, 1);
  await lock.say('status', `offline ${Date.now() - 60_000}`, true);
  await becomes(sn, 0);
});

it('a lock whose connection breaks is offline, even if its last will is older than its online', async () => {
  const sn = await lockOf(1);
  const now = Date.now();
  const will = { topic: `seal/v1/${sn}/up/status`, payload: Buffer.from(`offline ${now}`) };
  const lock = await opened.lock(sn, {
    reconnectPeriod: 0,
    will: { ...will, qos: 1, retain: true },
  });
  await lock.say('status', `online ${now + 900}`, true);
  await becomes(sn, 1);
  lock.breakOff();
  await becomes(sn, 0);
});

it.each([
  ['in 2000', Date.UTC(2000, 0, 1)],
  ['years ahead', Date.now() + 5 * 366 * 86_400_000],
])(
  'a connection that starts %s by the lock’s clock begins and ends like any other',
  async (_, at) => {
    const sn = await lockOf(1);
    const lock = await opened.lock(sn);
    await lock.say('status', `online ${Date.now()}`, true);
    await becomes(sn, 1);
    await lock.say('status', `offline ${at}`, true);
    await becomes(sn, 0);
    await lock.say('status', `online ${at}`, true);
    await becomes(sn, 1);
    await lock.say('status', `offline ${Date.now()}`, true);
    await becomes(sn, 0);
  },
);
