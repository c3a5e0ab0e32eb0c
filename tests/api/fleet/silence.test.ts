import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import config from '../../../resources.config';
import type { Store } from '../../../src/server/db';
import { writeSeen } from '../../../src/server/fleet/presence/presenceRows';
import { createSilenceCheck } from '../../../src/server/fleet/presence/silence';
import { testStore } from '../db/testStore';
import { addLocks } from '../locks';

const MINUTE = 60_000;
/** Time for which a sign of life may wait in a server's memory, ms. */
const ALLOWANCE = 20_000;

let store: Store;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  store = await testStore();
  await sql`insert into org (id, org_name, org_type) values (1, 'Root', 1)`.execute(store.db);
  await sql`insert into "deviceType" (id, device_type, device_type_name, silence_minutes) values
    (1, 'HOUR', 'Silent for an hour', 60), (2, 'DAY', 'Silent for a day', 1440)`.execute(store.db);
});
afterEach(() => {
  vi.useRealTimers();
});

const addOnline = (sn: string, seen_at: number, type = 1) =>
  addLocks(store.db, {
    ...{ sn, org_id: 1, communicate_status: 1, device_type_id: type, seen_at },
  });
const setSeen = (sn: string, at: number) =>
  sql`update device_state set seen_at = ${at} where sn = ${sn}`.execute(store.db);
const isOnline = async (sn: string): Promise<boolean> => {
  const { rows } = await sql<{ communicate_status: number }>`
    select communicate_status from device_state where sn = ${sn}`.execute(store.db);
  return rows[0]?.communicate_status === 1;
};
const openCheck = () => createSilenceCheck(store.db, config);
/** Time of the last sign of a lock whose limit of an hour ends in `ms`. */
const endingIn = (ms: number): number => Date.now() - 60 * MINUTE - ALLOWANCE + ms;

it('a lock near its limit goes offline when the limit has passed', async () => {
  await addOnline('NEAR', endingIn(2 * MINUTE));
  await addOnline('FAR', endingIn(30 * MINUTE));
  const check = openCheck();
  expect(await check()).toBe(false);
  expect(await isOnline('NEAR')).toBe(true);
  await setSeen('NEAR', endingIn(-1));
  expect(await check()).toBe(true);
  expect(await isOnline('NEAR')).toBe(false);
  expect(await isOnline('FAR')).toBe(true);
});

it('a lock near its limit stays online if it reports or sends a heartbeat', async () => {
  const [reporting] = await addOnline('REPORT', endingIn(2 * MINUTE));
  const [beating] = await addOnline('HEARTBEAT', endingIn(2 * MINUTE));
  await addOnline('SILENT', endingIn(2 * MINUTE));
  const check = openCheck();
  expect(await check()).toBe(false);
  await setSeen('REPORT', Date.now());
  await setSeen('HEARTBEAT', endingIn(-1));
  await setSeen('SILENT', endingIn(-1));
  await sql`insert into lock_seen (device_id, at) values
    (${reporting}, ${endingIn(-1)}), (${beating}, ${Date.now()})`.execute(store.db);
  expect(await check()).toBe(true);
  expect(await isOnline('SILENT')).toBe(false);
  expect(await isOnline('REPORT')).toBe(true);
  expect(await isOnline('HEARTBEAT')).toBe(true);
});

describe('the check reads all locks again', () => {
  it('after 5 minutes, and not before', async () => {
    await addOnline('FAR', Date.now());
    const check = openCheck();
    await check();
    await setSeen('FAR', endingIn(-1));
    vi.advanceTimersByTime(5 * MINUTE - 1);
    expect(await check()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await check()).toBe(true);
    expect(await isOnline('FAR')).toBe(false);
  });

  it('after the shortest limit, because a lock may come online at once', async () => {
    await sql`update "deviceType" set silence_minutes = 1 where id = 1`.execute(store.db);
    const check = openCheck();
    await check();
    await addOnline('LATER', Date.now() - MINUTE - ALLOWANCE - 1);
    vi.advanceTimersByTime(MINUTE - 1);
    expect(await check()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await check()).toBe(true);
    expect(await isOnline('LATER')).toBe(false);
  });

  it('when a type gets another limit', async () => {
    await addOnline('DAILY', endingIn(-1), 2);
    const check = openCheck();
    expect(await check()).toBe(false);
    await sql`update "deviceType" set silence_minutes = 60 where id = 2`.execute(store.db);
    expect(await check()).toBe(true);
    expect(await isOnline('DAILY')).toBe(false);
  });

  it('when the first type gets a limit', async () => {
    await addOnline('FREE', endingIn(-1));
    await sql`update "deviceType" set silence_minutes = null`.execute(store.db);
    const check = openCheck();
    expect(await check()).toBe(false);
    await sql`update "deviceType" set silence_minutes = 60 where id = 1`.execute(store.db);
    expect(await check()).toBe(true);
    expect(await isOnline('FREE')).toBe(false);
  });
});

it('of two servers one marks a silent lock, and either can mark it again', async () => {
  await addOnline('SHARED', endingIn(-1));
  const [here, there] = [openCheck(), openCheck()];
  const marked = await Promise.all([here(), there()]);
  expect(marked.toSorted()).toEqual([false, true]);
  for (const check of [here, there]) {
    await sql`update device_state set communicate_status = 1`.execute(store.db);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(await check()).toBe(true);
  }
});

it('a configuration without limits marks no lock', async () => {
  await addOnline('ANY', 0);
  const check = createSilenceCheck(store.db, { entities: [] });
  expect(await check()).toBe(false);
  expect(await isOnline('ANY')).toBe(true);
});

it('a lock last seen by a clock that was ahead goes offline when its limit has passed', async () => {
  const [ahead] = await addOnline('AHEAD', Date.now() + 400 * 24 * 60 * MINUTE);
  const report_time = endingIn(-1);
  await sql`update device_state set report_time = ${report_time} where sn = 'AHEAD'`.execute(
    store.db,
  );
  await writeSeen(store.db, new Map([['AHEAD', { at: Date.now() + 400 * 24 * 60 * MINUTE }]]));
  expect(await openCheck()()).toBe(true);
  expect(await isOnline('AHEAD')).toBe(false);
  // The next sign of life replaces the one of the future.
  const at = Date.now();
  await writeSeen(store.db, new Map([['AHEAD', { at }]]));
  const { rows } = await sql`select at from lock_seen where device_id = ${ahead}`.execute(store.db);
  expect(rows).toEqual([{ at }]);
});
