import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LiveChanges, type LiveDevice, liveDeviceOf } from '../../../src/domain/live';
import type { LiveIndex, LivePart } from '../../../src/domain/liveSnapshot';
import type { EncodedAnswer } from '../../../src/server/calls/endpoint';
import type { Scope } from '../../../src/server/db';
import { cancelWaiting } from '../../../src/server/fleet/commands';
import { ExpiredCursor } from '../../../src/server/fleet/live/liveCursor';
import { devicesIn } from '../../unit/console/maps/fleet/device';
import { addLocks, deleteLocks } from '../locks';
import { openTestFleet } from './openTestFleet';

type Opened = Awaited<ReturnType<typeof openTestFleet>>;
let fleet: Opened['fleet'];
let store: Opened['store'];
let opened: Opened;

beforeAll(async () => {
  opened = await openTestFleet();
  ({ fleet, store } = opened);
});

const oper = { id: 9, operName: 'Lin Yue', org_id: 2, hasSuperior: false };
const by = { oper, locale: 'en', filesUrl: 'https://seals.test/files' } as const;
const call = (code: string, sns: string[], args = {}) => opened.command({ code, sns, args, ...by });
const cancel = (id: number, orgId: number) => cancelWaiting(store.db, [id], { orgId });

const ticket = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from "appointmentCommandRecord" where id = ${id}`.execute(store.db);
  return rows[0];
};
const device = async (sn: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from device join device_state as state on state.device_id = device.id
    where device.sn = ${sn}`.execute(store.db);
  return rows[0];
};
const stateOf = (id: number, state: string) =>
  expect.poll(() => ticket(id)).toMatchObject({ state });
const deviceIs = (sn: string, expected: object) =>
  expect.poll(() => device(sn)).toMatchObject(expected);
const heardBy = (lock: Awaited<ReturnType<Opened['lock']>>, count: number) =>
  expect.poll(() => lock.commands).toHaveLength(count);

let serial = 0;
/** Adds a lock of organisation 2 for one test, unsealed and offline. */
const addLock = async (status = 0): Promise<string> => {
  serial += 1;
  const sn = `L${serial}`;
  onTestFinished(() => deleteLocks(store.db, sn));
  await addLocks(store.db, { sn, org_id: 2, status });
  return sn;
};

it('a lock whose clock was hours ahead is up to date again once the clock is right', async () => {
  const sn = await addLock(2);
  const lock = await opened.lock(sn);
  const ahead = Date.now() + 12 * 3_600_000;
  const place = { lat: 22.5, lon: 114.2, position_status: 0 } as const;
  await lock.report({ ts: ahead, lock_status: 2, ...place });
  await deviceIs(sn, { report_time: ahead });
  const now = Date.now();
  await lock.report({ ts: now, lock_status: 1, report_reson: 1, lock_action: 2 });
  await deviceIs(sn, { status: 1, report_time: now, position_time: now });
  const { rows } = await sql`select before_status, lock_status from "statusChangeRecord"
    where sn = ${sn}`.execute(store.db);
  expect(rows).toEqual([{ before_status: 2, lock_status: 1 }]);
  // Blind-spot reports and late reports still count as past.
  await lock.report({ ts: now - 1_000, lock_status: 2 });
  await lock.report({ ts: now + 1_000, lock_status: 2, report_reson: 2 });
  await lock.report({ ts: now + 2_000, lock_status: 1, electric: 41 });
  await deviceIs(sn, { status: 1, report_time: now + 2_000, electric: 41 });
  await lock.leave();
});

it.each([
  ['was never set', Date.UTC(2000, 0, 1)],
  ['is years ahead', Date.now() + 5 * 366 * 86_400_000],
])('a lock whose clock %s changes its current state', async (_, ts) => {
  const sn = await addLock(2);
  const began = Date.now();
  const lock = await opened.lock(sn);
  await lock.report({ ts: began, lock_status: 2, lat: 22.6, lon: 114.2999 });
  const opening = {
    ts,
    report_reson: 1,
    lock_status: 1,
    lock_action: 2,
    lat: 22.6,
    lon: 114.3,
  } as const;
  await lock.report(opening);
  // A resend, because the acknowledgement was lost.
  await lock.report(opening);
  // A blind-spot report by this clock has no usable time.
  await lock.report({ ts: ts + 1_000, report_reson: 2, lock_status: 2 });
  await lock.report({ ts: ts + 2_000, lock_status: 1, electric: 41 });
  await deviceIs(sn, { status: 1, lat: 22.6, lon: 114.3, electric: 41 });
  const isNow = (time: unknown) => Number(time) >= began && Number(time) <= Date.now();
  const { report_time, fix_time } = (await device(sn)) ?? {};
  expect([report_time, fix_time].map(isNow)).toEqual([true, true]);
  const { rows } = await sql<Record<string, unknown>>`
    select create_time, lock_action from "lockHistory" where sn = ${sn}`.execute(store.db);
  expect(rows.map(({ create_time, ...row }) => [isNow(create_time), row])).toEqual([
    [true, { lock_action: 2 }],
  ]);
  await lock.leave();
});

describe('a command', () => {
  it('waits for an offline lock, goes out when the lock comes back, and ends with its reply', async () => {
    const sn = await addLock();
    const { tickets } = await call('seal', [sn]);
    const id = tickets[0]?.id as number;
    expect(await ticket(id)).toMatchObject({
      state: 'waiting',
      operate_name: 'Lin Yue',
      org_id: 2,
    });
    const lock = await opened.lock(sn);
    await heardBy(lock, 1);
    await stateOf(id, 'sent');
    expect(lock.commands[0]).toMatchObject({ id: String(id), cmd: 'seal' });
    await lock.reply(String(id), 0);
    await stateOf(id, 'success');
    expect(await ticket(id)).toMatchObject({ result: 1 });
    await lock.report({ lock_status: 2, lock_action: 12, report_reson: 1 });
    await deviceIs(sn, { status: 2 });
    const { rows } = await sql`select * from "lockHistory" where sn = ${sn}`.execute(store.db);
    expect(rows).toMatchObject([
      { lock_action: 12, operate_name: 'Lin Yue', before_status: 0, lock_status: 2 },
    ]);
    await lock.leave();
  });

  it('fails with the message of the lock, and a second reply changes nothing', async () => {
    const sn = await addLock();
    const lock = await opened.lock(sn);
    await deviceIs(sn, { communicate_status: 1 });
    const { tickets } = await call('vibration', [sn], { value: 3 });
    const id = tickets[0]?.id as number;
    await heardBy(lock, 1);
    expect(lock.commands[0]?.args).toEqual({ value: 3 });
    const words = `rod not inserted${' '.repeat(183)}🔒`;
    await lock.reply(String(id), 5, `${words}🔒`);
    await stateOf(id, 'failure');
    await lock.reply(String(id), 0);
    // Replies are handled in order: the reply to the next command proves that the late one was handled.
    const next = (await call('vibration', [sn], { value: 4 })).tickets[0]?.id as number;
    await heardBy(lock, 2);
    await lock.reply(String(next), 0);
    await stateOf(next, 'success');
    expect(await ticket(id)).toMatchObject({
      state: 'failure',
      result: 2,
      message: words,
    });
    await lock.leave();
  });

  it('expires after its minute', async () => {
    const sn = await addLock();
    const lock = await opened.lock(sn);
    await deviceIs(sn, { communicate_status: 1 });
    const { tickets } = await call('vibration', [sn], { value: 3 });
    const id = tickets[0]?.id as number;
    await stateOf(id, 'sent');
    const sent = (await ticket(id)) as { deadline: number; send_time: number };
    expect(sent.deadline - sent.send_time).toBe(60_000);
    await sql`update "appointmentCommandRecord" set deadline = ${Date.now()} where id = ${id}`.execute(
      store.db,
    );
    await stateOf(id, 'invalid');
    expect(await ticket(id)).toMatchObject({ result: 3 });
    await lock.leave();
  });

  it.each([
    ['that it did it', 0, undefined, { late_result: 1, message: null }],
    ['that it refused', 5, 'rod not inserted', { late_result: 2, message: 'rod not inserted' }],
  ])('keeps a late reply, %s, beside the result that operators saw', async (_, code, msg, late) => {
    const sn = await addLock();
    const lock = await opened.lock(sn);
    await deviceIs(sn, { communicate_status: 1 });
    const { tickets } = await call('vibration', [sn], { value: 7 });
    const id = tickets[0]?.id as number;
    await heardBy(lock, 1);
    await sql`update "appointmentCommandRecord" set deadline = 1 where id = ${id}`.execute(
      store.db,
    );
    await stateOf(id, 'invalid');
    const { end_time } = (await ticket(id)) as { end_time: number };
    await lock.reply(String(id), code, msg);
    await expect
      .poll(() => ticket(id))
      .toMatchObject({ state: 'invalid', result: 3, end_time, ...late });
    const { late_time } = (await ticket(id)) as { late_time: number };
    expect(late_time).toBeGreaterThanOrEqual(end_time);
    // Neither the same reply nor a different one changes the result.
    await lock.reply(String(id), code, msg);
    await lock.reply(String(id), 1 - Math.sign(code), 'changed its mind');
    const next = (await call('vibration', [sn], { value: 8 })).tickets[0]?.id as number;
    await heardBy(lock, 2);
    await lock.reply(String(next), 0);
    await stateOf(next, 'success');
    expect(await ticket(id)).toMatchObject({ ...late, late_time });
    await lock.leave();
  });

  it('ends by the reply of its own lock alone, and only while it is sent', async () => {
    const sn = await addLock();
    const lock = await opened.lock(sn);
    await deviceIs(sn, { communicate_status: 1 });
    const later = Date.now() + 3_600_000;
    // One ticket in each state other than sent, and one that was sent to another lock.
    const { rows: made } = await sql<{ id: number }>`
      insert into "appointmentCommandRecord" (sn, org_id, cmd, args, state, result, create_time,
        deadline, start_time, send_time)
      select case state when 'sent' then 'B1' else ${sn} end, 2, 'vibration', '{"value": 1}', state,
        case state when 'success' then 1 when 'failure' then 2 end, 1, ${later}, ${later}, 1
      from unnest(array['unconfirmed', 'planned', 'waiting', 'cancelled', 'success', 'failure', 'sent'])
        as state returning id`.execute(store.db);
    const ids = made.map(({ id }) => Number(id));
    const all = async () =>
      (
        await sql`select id, state, result, late_result, message, end_time
          from "appointmentCommandRecord" where id = any(${ids}::bigint[]) order by id`.execute(
          store.db,
        )
      ).rows;
    const before = await all();
    for (const id of [...ids, 999_999_999, 'x', '-1', '1e3']) await lock.reply(String(id), 0);
    for (const id of ids.toReversed()) await lock.reply(String(id), 9, 'changed its mind');
    const next = (await call('vibration', [sn], { value: 8 })).tickets[0]?.id as number;
    await heardBy(lock, 1);
    await lock.reply(String(next), 0);
    await stateOf(next, 'success');
    expect(await all()).toEqual(before);
    await sql`delete from "appointmentCommandRecord" where id = any(${ids}::bigint[])`.execute(
      store.db,
    );
    await lock.leave();
  });

  it('that was due while the database was away is sent by the timer', async () => {
    const sn = await addLock();
    const lock = await opened.lock(sn);
    await deviceIs(sn, { communicate_status: 1 });
    const { rows } = await sql<{ id: number }>`
      insert into "appointmentCommandRecord" (sn, org_id, cmd, args, state, create_time, deadline)
      values (${sn}, 2, 'seal', '{}', 'waiting', ${Date.now()}, ${Date.now() + 60_000})
      returning id`.execute(store.db);
    await expect.poll(() => lock.commands).toMatchObject([{ cmd: 'seal' }]);
    await lock.reply(String(rows[0]?.id), 0);
    await stateOf(rows[0]?.id as number, 'success');
    await lock.leave();
  });

  it('is cancelled once, while it waits, by its own organisation only', async () => {
    const sn = await addLock();
    await deviceIs(sn, { communicate_status: 0 });
    const { tickets } = await call('vibration', [sn], { value: 1 });
    const id = tickets[0]?.id as number;
    expect(await cancel(id, 3)).toBe(0);
    expect(await cancel(id, 2)).toBe(1);
    expect(await cancel(id, 2)).toBe(0);
    expect(await ticket(id)).toMatchObject({ state: 'cancelled' });
  });

  it('to upgrade names the URL and the checksum of the file', async () => {
    const sn = await addLock();
    const { rows } = await sql<{ id: number }>`
      insert into firmware (firmware_version, firmware_path, sha256, size)
      values ('V9', 'secret.bin', 'abc', 12) returning id`.execute(store.db);
    const firmware = rows[0]?.id;
    const lock = await opened.lock(sn);
    await deviceIs(sn, { communicate_status: 1 });
    await call('upgrade', [sn], { firmware });
    const url = 'https://seals.test/files/secret.bin';
    await expect
      .poll(() => lock.commands)
      .toMatchObject([
        { cmd: 'upgrade', args: { firmware, version: 'V9', url, sha256: 'abc', size: 12 } },
      ]);
    await lock.reply(lock.commands[0]?.id ?? '', 0);
    await lock.leave();
  });

  it('is refused for invisible locks, and for a state that its condition excludes', async () => {
    const sn = await addLock(2);
    const answer = await call('unseal', ['B1', 'nobody', sn, sn]);
    expect(answer.refused.map(({ sn, code }) => [sn, code])).toEqual([
      ['B1', 'notFound'],
      ['nobody', 'notFound'],
    ]);
    expect(answer.tickets).toHaveLength(1);
    await cancel(answer.tickets[0]?.id ?? 0, 1);
    const barred = await opened.command({
      code: 'seal',
      sns: [sn],
      args: {},
      ...by,
      locale: 'zh',
    });
    expect(barred).toMatchObject({ tickets: [], refused: [{ sn, code: 'conflict' }] });
    expect(barred.refused[0]?.desc).toContain('已施封');
  });
});

describe('live changes', () => {
  const dataOf = <T>({ pieces }: EncodedAnswer): T =>
    JSON.parse(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString());
  const snapshot = async (scope: Scope) => dataOf<LiveIndex>(await fleet.snapshots.index(scope));
  const snsIn = ({ columns }: Partial<LivePart>) =>
    columns
      ? devicesIn(columns)
          .map(({ sn }) => sn)
          .sort()
      : [];
  const changes = async (...of: Parameters<typeof fleet.changes>) =>
    dataOf<LiveChanges>(await fleet.changes(...of));

  it('contain a tenant’s own devices only', async () => {
    const sns = async (orgId: number) => snsIn(await snapshot({ orgId }));
    expect(await sns(1)).toEqual(['A1', 'B1']);
    expect(await sns(2)).toEqual(['A1']);
    expect(await sns(3)).toEqual(['B1']);
  });

  it('end a long poll when a lock of the tenant reports', async () => {
    const { cursor } = await snapshot({ orgId: 2 });
    const other = new AbortController();
    const elsewhere = changes(cursor, { orgId: 3 }, other.signal);
    const here = changes(cursor, { orgId: 2 });
    const lock = await opened.lock('A1');
    await lock.report({ lat: 22.1, lon: 114.1, position_status: 0 });
    let answer = await here;
    while (!answer.rows.some((row) => liveDeviceOf(row).lat === 22.1)) {
      answer = await changes(answer.cursor, { orgId: 2 });
    }
    expect(answer.rows.map((row) => liveDeviceOf(row))).toMatchObject([{ sn: 'A1', lat: 22.1 }]);
    other.abort();
    expect((await elsewhere).rows).toEqual([]);
    await lock.leave();
    await deviceIs('A1', { communicate_status: 0 });
  });

  it('are computed once for all callers who ask for the same', async () => {
    const all = await Promise.all([1, 1, 1].map((orgId) => fleet.snapshots.index({ orgId })));
    expect(new Set(all).size).toBe(1);
    const { cursor } = await snapshot({ orgId: 1 });
    const calls = [1, 1, 1].map((orgId) => fleet.changes(cursor, { orgId }));
    await sql`update device set device_name = 'Once' where sn = 'A1'`.execute(store.db);
    expect(new Set(await Promise.all(calls)).size).toBe(1);
  });

  it('follow the snapshot: the later row of a device counts', async () => {
    onTestFinished(() => deleteLocks(store.db, 'S%'));
    await sql`insert into device (sn, org_id) select 'S' || i, 2 from generate_series(1, 120) as i`.execute(
      store.db,
    );
    await snapshot({ orgId: 2 });
    await sql`update device_state set electric = 7 where sn = 'A1'`.execute(store.db);
    const { rows, cursor, ...before } = await snapshot({ orgId: 2 });
    expect(snsIn(before)).toHaveLength(121);
    expect(rows?.map(liveDeviceOf)).toMatchObject([{ sn: 'A1', electric: 7 }]);
    await deleteLocks(store.db, 'S%');
    expect(snsIn(await snapshot({ orgId: 2 }))).toHaveLength(1);
    expect((await changes(cursor, { orgId: 2 })).gone).toHaveLength(120);
  });

  it('start with a large fleet in parts, the same on every server', async () => {
    /** More than two parts hold. */
    const LOCKS = 11_000;
    onTestFinished(() => deleteLocks(store.db, 'M%'));
    await sql`insert into org (id, org_name, org_type, parent_id) values (9, 'Many', 2, 1)`.execute(
      store.db,
    );
    await sql`insert into device (sn, org_id)
      select 'M' || lpad(i::text, 6, '0'), 9 from generate_series(1, ${LOCKS}::int) as i`.execute(
      store.db,
    );
    await sql`analyze device, device_state`.execute(store.db);
    await sql`update device_state set
        lat = case when i % 100 > 1 then (i * 37 % 1000) / 10.0 - 40 when i % 100 = 1 then 0 end,
        lon = case when i % 100 > 1 then (i * 91 % 3000) / 10.0 - 140 when i % 100 = 1 then 0 end
      from generate_series(1, ${LOCKS}::int) as i
      where sn = 'M' || lpad(i::text, 6, '0')`.execute(store.db);
    const scope = { orgId: 9 };
    const { total, parts, columns } = await snapshot(scope);
    expect([total, parts.reduce((sum, { count }) => sum + count, 0), columns]).toEqual([
      LOCKS,
      LOCKS,
      undefined,
    ]);
    expect(parts.filter(({ box }) => box === null).map(({ count }) => count)).toEqual([LOCKS / 50]);
    const seen = new Set<string>();
    for (const { id, count, box } of parts) {
      const answer = await fleet.snapshots.part(scope, id);
      expect(await fleet.snapshots.part(scope, id)).toBe(answer);
      const devices = devicesIn(dataOf<LivePart>(answer).columns);
      const sns = devices.map(({ sn }) => sn);
      expect([sns.length, count <= 5000, sns.toSorted()]).toEqual([count, true, sns]);
      for (const sn of sns) seen.add(sn);
      if (!box) continue;
      const [west, south, east, north] = box;
      const isInside = ({ lat, lon }: LiveDevice) =>
        Number(lat) >= south && Number(lat) <= north && Number(lon) >= west && Number(lon) <= east;
      expect(devices.every(isInside)).toBe(true);
      // Another server does not know this cursor.
      const elsewhere = dataOf<LivePart>(
        await fleet.snapshots.part(scope, id.replace(/^\d+/, '7')),
      );
      const theirs = new Set(snsIn(elsewhere));
      expect(sns.filter((sn) => !theirs.has(sn))).toEqual([]);
    }
    expect(seen.size).toBe(LOCKS);
    expect(
      snsIn(dataOf<LivePart>(await fleet.snapshots.part({ orgId: 2 }, '8:unplaced:elsewhere'))),
    ).not.toContain('M000100');
    await expect(fleet.snapshots.part(scope, 'x')).rejects.toThrow(ExpiredCursor);
  });

  it('name devices that are deleted or moved out of sight', async () => {
    onTestFinished(() => deleteLocks(store.db, 'C%'));
    await sql`insert into device (sn, org_id) values ('C1', 2), ('C2', 2)`.execute(store.db);
    const { cursor } = await snapshot({ orgId: 2 });
    await deleteLocks(store.db, 'C1');
    await sql`update device set org_id = 3 where sn = 'C2'`.execute(store.db);
    expect([...(await changes(cursor, { orgId: 2 })).gone].sort()).toEqual(['C1', 'C2']);
    const above = await changes(cursor, { orgId: 1 });
    expect(above.gone).toEqual(['C1']);
  });

  it('name devices whose organisation moves to another tenant', async () => {
    await sql`insert into org (id, org_name, org_type, parent_id) values (4, 'Yard', 2, 2)`.execute(
      store.db,
    );
    onTestFinished(() => deleteLocks(store.db, 'Y%'));
    await sql`insert into device (sn, org_id) values ('Y1', 4)`.execute(store.db);
    const before = await snapshot({ orgId: 2 });
    await sql`update org set parent_id = 3 where id = 4`.execute(store.db);
    expect((await changes(before.cursor, { orgId: 2 })).gone).toEqual(['Y1']);
    const gained = await changes(before.cursor, { orgId: 3 });
    expect(gained.rows.map((row) => liveDeviceOf(row).sn)).toContain('Y1');
    expect((await changes(before.cursor, { orgId: 1 })).gone).toEqual([]);
  });

  it.each(['', 'x', '-1', '999999999999999'])('refuse the cursor %j', async (cursor) => {
    await expect(changes(cursor, { orgId: 1 })).rejects.toThrow(ExpiredCursor);
  });
});

describe('reports', () => {
  it('of unregistered locks are dropped without harm to the others', async () => {
    await sql`insert into device (sn, org_id) values ('ZZ', 2)`.execute(store.db);
    const stranger = await opened.lock('ZZ');
    const lock = await opened.lock('A1');
    await deleteLocks(store.db, 'ZZ');
    await stranger.report({});
    await lock.report({ electric: 55 });
    await deviceIs('A1', { electric: 55 });
    const { rows } = await sql`select 1 from "deviceLocationRecord" where sn = 'ZZ'`.execute(
      store.db,
    );
    expect(rows).toEqual([]);
    await Promise.all([lock.leave(), stranger.leave()]);
  });

  it('that arrive twice are stored once and raise one alarm', async () => {
    const sn = await addLock();
    const lock = await opened.lock(sn);
    const ts = Date.now();
    const first = { ts, lock_status: 0, police_type: 1011, electric: 41 } as const;
    const counts = async () => {
      const { rows } = await sql<{ places: number; alarms: number }>`
        select (select count(*) from "deviceLocationRecord" where sn = ${sn} and create_time >= ${ts}) as places,
          (select coalesce(sum(times), 0)::int from "alertRecord" where sn = ${sn} and create_time >= ${ts}) as alarms`.execute(
        store.db,
      );
      return rows[0];
    };
    // The resend comes at once, after the report was stored, and after a newer one.
    await Promise.all([lock.report(first), lock.report(first)]);
    expect(await counts()).toEqual({ places: 1, alarms: 1 });
    await lock.report(first);
    await lock.report({ ...first, ts: ts + 1 });
    await lock.report(first);
    expect(await counts()).toEqual({ places: 2, alarms: 2 });
    // A report of the same moment with other values is stored.
    await lock.report({ ...first, electric: 40 });
    expect(await counts()).toEqual({ places: 3, alarms: 3 });
    // What a lock buffered is newer than its last live report, and is sent again before the next one.
    const buffered = { ...first, ts: ts + 2, report_reson: 2 } as const;
    await lock.report(buffered);
    await lock.report(buffered);
    expect(await counts()).toEqual({ places: 4, alarms: 4 });
    await lock.leave();
  });
});
