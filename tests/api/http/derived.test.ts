import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import config from '../../../resources.config';
import type { AnyEntity, Fields } from '../../../src/config';
import { nativeLocks } from '../../../src/demo/locks/locks';
import { MAX_SMS_PER_DAY } from '../../../src/domain/alarm';
import { unpackedColumns } from '../../../src/domain/liveColumns';
import type { Row, Store } from '../../../src/server/db';
import { smsRefusal } from '../../../src/server/notify/send';
import { testStore } from '../db/testStore';
import { addLocks, deleteLocks } from '../locks';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';
import type { Client } from './client';

const HOUR = 3_600_000;
/** Generous limit, only against hanging. */
const ALL_HEARD = { timeout: 120_000, interval: 50 };

let client: Client;
let store: Store;
const tokens: Record<string, string> = {};
/** Two locks of Harbour in the demo. */
let locks: { id: number; sn: string; org_id: number; type: number }[];

beforeAll(async () => {
  const place = await ownPlace(config);
  client = await startShipped(place, { DEMO: '1', DEMO_LOCKS: '12' });
  store = await testStore({ place, config });
  for (const name of ['admin', 'harbour', 'northern']) tokens[name] = await client.signIn(name);
  const { rows } = await sql<(typeof locks)[number]>`
    select id, sn, org_id, device_type_id as type from device
    where org_id in (
      select org_subtree(org_id) from oper where "loginName" = 'harbour'
    ) order by id limit 2`.execute(store.db);
  locks = rows;
  // A lock appears in the latest data with its first report.
  const all = 12 + nativeLocks(1).length;
  await vi.waitFor(async () => expect((await list('latestData')).total).toBe(all), ALL_HEARD);
});

const list = async (entity: string, body: object = {}, user = 'admin') => {
  const { verify, data } = await client.call(`/${entity}/list`, body, { token: tokens[user] });
  expect(verify).toEqual({ sign: 'success', desc: '' });
  return data as { list: Row[]; total: number };
};

const ofLock = async (entity: string, i = 0) => {
  const { list: rows } = await list(entity, { sn: [locks[i]?.sn] });
  return rows[0];
};

const setLock = (set: string, i = 0) =>
  sql`update device set ${sql.raw(set)} where id = ${locks[i]?.id}`.execute(store.db);

const setVersion = (version: string | null) =>
  sql`update device_state set version = ${version} where device_id = ${locks[0]?.id}`.execute(
    store.db,
  );

/** Returns the columns by which the server can sort: a virtual one is computed in the browser. */
const sortable = ({ list: columns, fields }: AnyEntity) =>
  (columns as readonly string[]).filter((name) => !(fields as Fields)[name]?.virtual);

describe.each(
  config.entities
    .filter(({ derived }) => derived)
    .map((entity) => ({ name: entity.name, columns: sortable(entity) })),
)('$name', ({ name, columns }) => {
  it('is listed and sorted by each column, within the tenant', async () => {
    const all = await list(name);
    const totals: number[] = [];
    for (const column of columns) {
      totals.push((await list(name, { sortField: column, sortOrder: 'desc' })).total);
    }
    // The demo keeps running, so there may be more rows, but none is missing.
    const { total: max } = await list(name);
    for (const total of totals) {
      expect(total).toBeGreaterThanOrEqual(all.total);
      expect(total).toBeLessThanOrEqual(max);
    }
    const [harbour, northern] = [await list(name, {}, 'harbour'), await list(name, {}, 'northern')];
    const ids = new Set(harbour.list.map(({ id }) => id));
    expect(northern.list.filter(({ id }) => ids.has(id))).toEqual([]);
    const [row] = all.list;
    if (!row) return;
    const { data } = await client.call(`/${name}/get`, { id: row.id }, { token: tokens.admin });
    expect(data).toMatchObject({ id: row.id });
  });
});

describe('a SIM card', () => {
  it.each([
    ['current_date - 1', 3, -1],
    ['current_date', 1, 0],
    ["current_date + interval '1 month'", 1, undefined],
    ["current_date + interval '1 month 1 day'", 2, undefined],
    ["current_date + interval '3 months'", 2, undefined],
    ["current_date + interval '3 months 1 day'", 0, undefined],
    ['null', 0, null],
  ])('that expires on %s is in bucket %s', async (date, bucket, days) => {
    await setLock(`sim_card = '8986001234567890123', "packageTime" = ${date}`);
    const row = await ofLock('cardRenewal');
    expect(row?.bucket).toBe(bucket);
    if (days !== undefined) expect(row?.days_left).toBe(days);
    const { total } = await list('cardRenewal', { bucket, sn: [locks[0]?.sn] });
    expect(total).toBe(1);
  });

  it('expires by the date in the reader’s time zone', async () => {
    await setLock(`sim_card = '8986001234567890123', "packageTime" = current_date`);
    const body = { sn: [locks[0]?.sn] };
    const daysIn = async (zone?: string, more: object = {}) => {
      const { list: rows } = await list('cardRenewal', { ...body, ...more, ...(zone && { zone }) });
      return rows.map(({ days_left, bucket }) => [days_left, bucket])[0] as [number, number];
    };
    // The days of these zones differ by one or two at any time.
    const [late, early] = [await daysIn('Pacific/Niue'), await daysIn('Pacific/Kiritimati')];
    expect(late[0] - early[0]).toBeGreaterThanOrEqual(1);
    for (const [zone, [days, bucket]] of [
      ['Pacific/Niue', late],
      ['Pacific/Kiritimati', early],
    ] as const) {
      expect(bucket).toBe(days < 0 ? 3 : 1);
      expect(await daysIn(zone, { bucket })).toEqual([days, bucket]);
      const count = { ...body, by: 'bucket', zone };
      const { data } = await client.call('/cardRenewal/count', count, { token: tokens.admin });
      expect(data.groups).toEqual([{ value: bucket, count: 1 }]);
      const { id } = locks[0] ?? {};
      const get = await client.call('/cardRenewal/get', { id, zone }, { token: tokens.admin });
      expect(get.data).toMatchObject({ days_left: days, bucket });
    }
    await sql`update "systemParams" set param_text = 'Pacific/Niue' where param_name = 'time_zone'`.execute(
      store.db,
    );
    expect(await daysIn()).toEqual(late);
    await sql`update "systemParams" set param_text = '' where param_name = 'time_zone'`.execute(
      store.db,
    );
    const { data } = await client.call(
      '/cardRenewal/list',
      { zone: 'Mars/Phobos' },
      { token: tokens.admin },
    );
    expect(data.fields.zone).toContain('Mars/Phobos');
  });

  it('is counted in its bucket', async () => {
    await setLock(`sim_card = '8986001234567890123', "packageTime" = null`);
    const { data } = await client.call(
      '/cardRenewal/count',
      { by: 'bucket', sn: [locks[0]?.sn] },
      { token: tokens.admin },
    );
    expect(data.groups).toEqual([{ value: 0, count: 1 }]);
  });
});

describe('the newest report', () => {
  it('shows how long a lock has been offline, only while it is', async () => {
    const report = Date.now() - 7_000;
    await addLocks(
      store.db,
      { sn: 'AWAY', org_id: 1, report_time: report },
      { sn: 'FAST', org_id: 1, report_time: report + 7 * HOUR, seen_at: report },
      { sn: 'HERE', org_id: 1, report_time: report, communicate_status: 1 },
    );
    const sn = ['AWAY', 'FAST', 'HERE'];
    const { list: rows } = await list('latestData', { sn, sortField: 'sn' });
    expect(rows).toMatchObject([{ sn: 'AWAY' }, { sn: 'FAST' }, { sn: 'HERE', offline_for: null }]);
    expect(Number(rows[0]?.offline_for)).toBeGreaterThanOrEqual(7_000);
    expect(Number(rows[1]?.offline_for)).toBeGreaterThanOrEqual(7_000);
  });

  it('counts the time offline from its receipt, whatever the clock of the lock says', async () => {
    const now = Date.now();
    const [yesterday, slow] = [now - 30 * HOUR, now - 40 * 24 * HOUR];
    await addLocks(
      store.db,
      { sn: 'CLOCK-SLOW', org_id: 1, report_time: slow, seen_at: now - HOUR },
      { sn: 'CLOCK-FAST', org_id: 1, report_time: now - 20 * HOUR, seen_at: yesterday },
      { sn: 'CLOCK-ON', org_id: 1, report_time: slow, seen_at: now, communicate_status: 1 },
    );
    const offlineLong = { communicate_status: [0], report_time_to: now - 24 * HOUR };
    const locks = { sn: ['CLOCK-FAST', 'CLOCK-ON', 'CLOCK-SLOW'], sortField: 'sn' };
    for (const entity of ['device', 'latestData']) {
      const { list: long } = await list(entity, { ...locks, ...offlineLong });
      expect(long, entity).toMatchObject([{ sn: 'CLOCK-FAST', report_time: yesterday }]);
      const { list: all } = await list(entity, locks);
      const times = all.map(({ report_time }) => report_time);
      expect(times, entity).toEqual([yesterday, slow, now - HOUR]);
    }
    const { list: late } = await list('device', { ...locks, sortField: 'report_time' });
    expect(late.map(({ sn }) => sn)).toEqual(['CLOCK-ON', 'CLOCK-FAST', 'CLOCK-SLOW']);
    const { data: counts } = await client.call(
      '/device/count',
      { by: 'status', sn: locks.sn, ...offlineLong },
      { token: tokens.admin },
    );
    expect(counts.groups).toMatchObject([{ count: 1 }]);
    const { data: live } = await client.call('/live/snapshot', {}, { token: tokens.admin });
    const values = unpackedColumns(live.columns);
    const liveTimes = locks.sn.map((sn) => values.report_time[values.sn.indexOf(sn)]);
    expect(liveTimes).toEqual([yesterday, slow, now - HOUR]);
  });
});

describe('the firmware of a lock', () => {
  const release = (version: string, type: number | null, at: number) =>
    sql`insert into firmware (firmware_version, firmware_path, device_type_id, create_time)
      values (${version}, 'x', ${type}, ${at})`.execute(store.db);

  it('is compared with the newest version for its type, or for every type', async () => {
    const far = Date.now() + 1000 * HOUR;
    const [lock] = locks;
    const [other] = (
      await sql<{
        id: number;
      }>`select id from "deviceType" where id <> ${lock?.type} limit 1`.execute(store.db)
    ).rows;
    await setVersion('9.0.1');
    await release('9.0.1', lock?.type ?? null, far);
    expect(await ofLock('firmwareList')).toMatchObject({ newest_version: '9.0.1', state: 1 });
    if (other) await release('9.0.2', other.id, far + 1);
    expect(await ofLock('firmwareList')).toMatchObject({ newest_version: '9.0.1', state: 1 });
    await release('9.0.3', null, far + 2);
    expect(await ofLock('firmwareList')).toMatchObject({ newest_version: '9.0.3', state: 2 });
    await setVersion(null);
    expect(await ofLock('firmwareList')).toMatchObject({ version: null, state: 0 });
    const upgrade = (state: string, progress: number | null) =>
      sql`insert into "appointmentCommandRecord" (sn, org_id, cmd, args, state, progress, create_time)
        values (${lock?.sn}, ${lock?.org_id}, 'upgrade', '{"version": "9.0.3"}', ${state},
          ${progress}, ${Date.now()})`.execute(store.db);
    await upgrade('success', 100);
    expect(await ofLock('firmwareList')).toMatchObject({ upgrading_to: null });
    await upgrade('sent', 40);
    expect(await ofLock('firmwareList')).toMatchObject({ upgrading_to: '9.0.3', progress: 40 });
  });
});

describe('text messages', () => {
  const sent = (at: number, state: number, count = 1) =>
    sql`insert into "smsRecord" (create_time, sn, state, org_id)
      select ${at}::bigint, ${locks[0]?.sn}, ${state}, ${locks[0]?.org_id}
      from generate_series(1, ${count})`.execute(store.db);

  it('are counted per lock and organisation, in total and today, even if the records are deleted', async () => {
    await sql`update org set sms_total = 100 where id = ${locks[0]?.org_id}`.execute(store.db);
    const { rows } = await sql<{ midnight: number }>`
      select (extract(epoch from date_trunc('day', now())) * 1000)::bigint as midnight`.execute(
      store.db,
    );
    const midnight = rows[0]?.midnight ?? 0;
    await sent(midnight - 1, 1, 5);
    await sent(midnight, 1, 2);
    await sent(midnight, 2);
    const day = { used: 7, used_today: 2, left_today: MAX_SMS_PER_DAY - 2 };
    expect(await ofLock('smsDevice')).toMatchObject(day);
    expect((await list('smsDevice')).list[0]).toMatchObject(day);
    const statistics = { used: 7, not_used: 93, total: 100, used_today: 2 };
    const { list: orgs } = await list('SmsStatistics', { org_id: locks[0]?.org_id });
    expect(orgs).toEqual([expect.objectContaining(statistics)]);
    await sent(midnight, 1, MAX_SMS_PER_DAY);
    expect(await ofLock('smsDevice')).toMatchObject({ left_today: 0 });
    await sql`delete from "smsRecord"`.execute(store.db);
    expect(await ofLock('smsDevice')).toMatchObject({ used: 7 + MAX_SMS_PER_DAY, used_today: 0 });
  });

  it.each([
    ['moved', `update device set org_id = 1 where sn = 'SMS-LOCK'`],
    [
      'entered by another',
      `delete from device where sn = 'SMS-LOCK'`,
      `insert into device (sn, org_id) values ('SMS-LOCK', 1)`,
    ],
  ])('of former owners are not counted for a lock that was %s', async (_, ...changes) => {
    const sn = 'SMS-LOCK';
    const former = locks[0]?.org_id ?? 0;
    await addLocks(store.db, { sn, org_id: former });
    onTestFinished(() => deleteLocks(store.db, sn));
    await sql`insert into "smsRecord" (create_time, sn, state, org_id)
      select ${Date.now()}, ${sn}, 1, ${former}
      from generate_series(1, ${MAX_SMS_PER_DAY})`.execute(store.db);
    expect(await smsRefusal(store.db, { sn, org_id: former })).toBeDefined();
    for (const change of changes) await sql.raw(change).execute(store.db);
    expect((await list('smsDevice', { sn: [sn] })).list).toMatchObject([
      { used: 0, used_today: 0, left_today: MAX_SMS_PER_DAY },
    ]);
    expect(await smsRefusal(store.db, { sn, org_id: 1 })).toBeUndefined();
  });

  it('of the present owner do not hold back those that wait for a former owner', async () => {
    const sn = 'SMS-LOCK';
    const former = locks[0]?.org_id ?? 0;
    await sql`update org set sms_total = null where id = ${former}`.execute(store.db);
    await addLocks(store.db, { sn, org_id: 1 });
    onTestFinished(() => deleteLocks(store.db, sn));
    await sql`insert into "smsRecord" (create_time, sn, state, org_id)
      select ${Date.now()}, ${sn}, 1, 1
      from generate_series(1, ${MAX_SMS_PER_DAY})`.execute(store.db);
    expect(await smsRefusal(store.db, { sn, org_id: 1 })).toBeDefined();
    expect(await smsRefusal(store.db, { sn, org_id: former })).toBeUndefined();
  });

  it('are counted for a page without reading all records', async () => {
    await sql`insert into "smsRecord" (create_time, sn, state, org_id)
      select 1700000000000 + i, 'OTHER' || i % 500, 1, 1 from generate_series(1, 20000) as i`.execute(
      store.db,
    );
    await sql`analyze "smsRecord"`.execute(store.db);
    const planOf = async (query: string) =>
      JSON.stringify((await sql.raw(`explain ${query}`).execute(store.db)).rows);
    const page = 'select id from "smsDevice" t order by used desc, id desc limit 20';
    expect(await planOf(page)).toContain('sms_used');
    expect(await planOf(page)).not.toContain('smsRecord');
    const rows = `select * from "smsDevice" t where id in (${page})`;
    expect(await planOf(rows)).not.toContain('Seq Scan on \\"smsRecord_default');
  });
});
