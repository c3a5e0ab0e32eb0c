import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { demo } from '../../../src/demo';
import { demoLocks } from '../../../src/demo/locks/locks';
import { makeHistory } from '../../../src/demo/seed/history';
import { seedDemo } from '../../../src/demo/seed/seedDemo';
import { translateTo } from '../../../src/demo/world/texts';
import { behaviourOf, traitsOf } from '../../../src/demo/world/traits';
import { REFUSED } from '../../../src/domain/connection';
import { syncMenus } from '../../../src/server/auth';
import type { Store } from '../../../src/server/db';
import { legsSql } from '../../../src/server/db/queries/legs';
import { openFiles } from '../../../src/server/files/files';
import { createAuthenticator, lockPassword } from '../../../src/server/fleet';
import { testStore } from '../db/testStore';
import { ownPlace } from '../place';

/** At this time the lock SD2600106 is on the road. */
const NOW = Date.UTC(2026, 10, 22, 15, 30);
const DAYS = 6;
const locks = demoLocks(120, 2026);
let store: Store;
let recordCount: number | undefined;
let recordsBefore = 0;
/** Locks whose past was finished before the first attempt was aborted. */
const lived: string[] = [];

const ask = async <T extends object>(text: string): Promise<T[]> =>
  (await sql<T>`${sql.raw(text)}`.execute(store.db)).rows;

const past = (signal = new AbortController().signal, onLived?: Parameters<typeof makeHistory>[1]) =>
  makeHistory(
    { store, locks, days: DAYS, now: NOW, signal, translate: translateTo('zh') },
    onLived,
  );
const reported = async () =>
  (await ask<{ count: number }>(`select count(*) as count from "deviceLocationRecord"`))[0]
    ?.count ?? 0;

beforeAll(async () => {
  const place = await ownPlace(config);
  store = await testStore({ place, config });
  await syncMenus(store, config);
  await ask(`insert into org (id, org_name, org_type) values (1, 'Root', 1)`);
  await ask(`insert into role (id, "roleName") values (1, 'System')`);
  await ask(`insert into oper (id, "operName", "loginName", role_id, org_id)
    values (1, 'Administrator', 'admin', 1, 1)`);
  for (const table of ['org', 'role', 'oper']) {
    await ask(`select setval(pg_get_serial_sequence('${table}', 'id'), 1)`);
  }
  const root = { orgId: 1, roleId: 1 };
  const files = openFiles(store.db, place.dataDir);
  expect(await past(), 'of a past that was not requested').toBeUndefined();
  await seedDemo(store, { root, locks, files, pastDays: DAYS, locale: 'zh' });
  const ending = new AbortController();
  const stopped = past(ending.signal, (some) => {
    lived.push(...some.map(({ sn }) => sn));
    if (lived.length >= 20) ending.abort(new Error('The server ends'));
  });
  await expect(stopped).rejects.toThrow('The server ends');
  recordsBefore = await reported();
  recordCount = await past();
});

it('is written once, a few locks at a time, and resumes after a restart', async () => {
  expect(lived).toEqual(locks.slice(0, 20).map(({ sn }) => sn));
  expect(recordsBefore).toBeGreaterThan(500);
  expect(recordCount).toBeGreaterThan(4_000);
  expect(await past()).toBeUndefined();
});

it('covers the requested days, and ends today', async () => {
  const [span] = await ask<{ first: number; last: number; records: number }>(`
    select min(create_time) as first, max(create_time) as last, count(*) as records
    from "deviceLocationRecord"`);
  expect(span?.records).toBe(recordsBefore + Number(recordCount));
  expect(span?.first).toBeGreaterThanOrEqual(NOW - DAYS * 86_400_000);
  expect(span?.first).toBeLessThan(NOW - (DAYS - 1) * 86_400_000);
  expect(span?.last).toBeLessThanOrEqual(NOW);
});

it('has tracks to play back on its last morning', async () => {
  const dense = await ask(`select sn from "deviceLocationRecord"
    where create_time between ${NOW - 12 * 3_600_000} and ${NOW - 6 * 3_600_000}
    group by sn having count(*) > 30`);
  expect(dense.length).toBeGreaterThan(20);
});

it('has enough reports on the road to count its kilometres as driven', async () => {
  const legs = legsSql(sql`select * from "deviceLocationRecord"`);
  const { rows } = await sql<{ sn: string; moving: number; unreported: number }>`
    select sn, coalesce(sum(km) filter (where motion = 'moving'), 0) as moving,
      coalesce(sum(km) filter (where motion = 'unreported'), 0) as unreported
    from (${legs}) legs group by sn`.execute(store.db);
  const awake = rows.filter(({ sn }) => behaviourOf(sn) !== 'asleep' && !traitsOf(sn).poorGps);
  expect(awake.length).toBeGreaterThan(100);
  expect(awake.filter(({ unreported }) => unreported > 1)).toEqual([]);
  expect(
    awake.filter(({ moving }) => moving < 500).map(({ sn }) => traitsOf(sn).away),
  ).not.toContain(undefined);
});

/** Impossible states, each with a query that must find none. */
const never: readonly (readonly [what: string, query: string])[] = [
  [
    'a report of a lock that was not connected',
    `select r.sn, r.create_time from "deviceLocationRecord" r left join lateral (
        select event from "connectionRecord" c where c.sn = r.sn and c.create_time <= r.create_time
        order by create_time desc, id desc limit 1) last on true
      where last.event is distinct from 1`,
  ],
  [
    'a lock that came, or went, twice in a row',
    `select sn from (select sn, event, lag(event) over (partition by sn order by create_time, id)
        as was from "connectionRecord") told where event = was or (was is null and event <> 1)`,
  ],
  [
    'a lock whose history does not go on from where it was',
    `select * from (select sn, before_status, lag(lock_status) over (partition by sn
        order by create_time, id) as was from "lockHistory") told
      where was is not null and was <> before_status`,
  ],
  [
    'a lock in another state than its history ends with',
    `select d.sn from device_state d join lateral (select lock_status from "lockHistory" h
        where h.sn = d.sn order by create_time desc, id desc limit 1) last on true
      where d.status <> last.lock_status`,
  ],
  [
    'a lock that is elsewhere than its track ends',
    `select d.sn from device_state d join lateral (select lat, lon, create_time
        from "deviceLocationRecord" r where r.sn = d.sn and lat is not null
        order by create_time desc, id desc limit 1) last on true
      where (d.lat, d.lon, d.position_time) is distinct from (last.lat, last.lon, last.create_time)`,
  ],
  [
    'a remote action without a command',
    `select h.sn from "lockHistory" h where h.lock_action in (1, 12) and not exists (
        select 1 from "appointmentCommandRecord" t where t.sn = h.sn and t.state = 'success'
          and t.cmd = case h.lock_action when 1 then 'unseal' else 'seal' end
          and t.operate_name = h.operate_name
          and h.create_time between t.send_time and t.end_time)`,
  ],
  [
    'a command of an operator of another organisation',
    `select t.sn from "appointmentCommandRecord" t join oper on oper.id = t.oper_id
      where oper.org_id not in (select org_above(t.org_id))`,
  ],
  [
    'a command that ended before it was sent',
    `select id from "appointmentCommandRecord" where send_time < create_time
      or end_time < coalesce(send_time, create_time) or state in ('waiting', 'sent')`,
  ],
  [
    'an opening by a card of another organisation',
    `select h.sn from "lockHistory" h where h.lock_action = 5 and not exists (
        select 1 from "icCard" c where c.ic_no = h.icc_card_no
          and c.org_id in (select org_above(h.org_id)))`,
  ],
  [
    'a number of open alarms that its list does not have',
    `select sn from device_state d where alarms <> (
        select count(*) from "alertRecord" a where a.sn = d.sn and a.state = 0)`,
  ],
  [
    'an alarm that was dealt with before it was raised, in the future, or by a stranger',
    `select a.id from "alertRecord" a where state = 1 and (take_time < create_time
        or process_time < take_time or process_time > ${NOW} or not exists (
          select 1 from oper where "operName" = a.processed_by
            and oper.org_id in (select org_above(a.org_id))))`,
  ],
  [
    'a lock with more text messages than a day has',
    `select sn from "smsRecord" group by sn, create_time / 86400000 having count(*) > 50`,
  ],
  [
    'a lock that runs what it was not upgraded to',
    `select d.sn from device_state d join "appointmentCommandRecord" t on t.sn = d.sn
      where t.cmd = 'upgrade' and t.state = 'success' and d.version <> t.args ->> 'version'`,
  ],
];

it.each(never)('never has %s', async (_what, query) => {
  expect(await ask(query)).toEqual([]);
});

it('has examples of everything that people look for', async () => {
  const [counts] = await ask<Record<string, number>>(`select
    (select count(distinct lock_action) from "lockHistory") as ways,
    (select count(*) from "alertRecord" where state = 1) as processed,
    (select count(*) from "alertRecord" where state = 0) as open,
    (select count(*) from "statusChangeRecord") as changes,
    (select count(*) from "smsRecord") as messages,
    (select count(*) from "upgradeRecord") as upgrades,
    (select count(distinct state) from "appointmentCommandRecord") as outcomes`);
  expect(counts?.ways).toBeGreaterThanOrEqual(10);
  expect(counts?.outcomes).toBe(4);
  for (const [name, count] of Object.entries(counts ?? {})) expect(count, name).toBeGreaterThan(0);
});

it('ends with some locks open on the road, outside their fence', async () => {
  const rows = await ask<{ sn: string; open: number; fenced: boolean }>(`
    select sn, (select count(*) from "alertRecord" a where a.sn = d.sn and a.state = 0
        and police_type = 1008 and create_time > ${NOW - 3_600_000}) as open,
      exists (select 1 from fence f where d.device_id = any(f.devices) and not f.id = any(d.fences)) as fenced
    from device_state d where status = 1 and speed > 0 and sn in ('SD2600006', 'SD2600056', 'SD2600106')`);
  expect(rows.map(({ sn }) => sn)).toContain('SD2600106');
  for (const { open, fenced } of rows) expect({ open, fenced }).toEqual({ open: 1, fenced: true });
});

it('has the locks of recordings only once they connect', async () => {
  const authenticate = demo.admit(store.db, 'secret', createAuthenticator(store.db, 'secret'));
  const seen = () => ask(`select sn from device where sn like 'REPLAY%'`);
  expect(await seen()).toEqual([]);
  expect(await authenticate('REPLAY01', 'a guess')).toBe(REFUSED.unknown);
  expect(await authenticate('STRANGER', lockPassword('secret', 'STRANGER'))).toBe(REFUSED.unknown);
  expect(await seen()).toEqual([]);
  expect(await authenticate('REPLAY01', lockPassword('secret', 'REPLAY01'))).toBeUndefined();
  expect(await authenticate('REPLAY01', lockPassword('secret', 'REPLAY01'))).toBeUndefined();
  expect(await seen()).toEqual([{ sn: 'REPLAY01' }]);
});

it('leaves only those pages empty that a running server or operators fill', async () => {
  const empty: string[] = [];
  for (const { name, derived } of config.entities) {
    if (derived) continue;
    const rows = await ask(`select 1 from "${name}" limit 1`);
    if (rows.length === 0) empty.push(name);
  }
  expect(empty.sort()).toEqual([
    ...['exportJob', 'mapKey', 'mapKeyWeb', 'operationLog', 'sentList', 'waitingLock'],
  ]);
});

it('has few critical alarms, so that they stand out', async () => {
  const [alarms] = await ask<{ critical: number; all: number }>(`
    select count(*) filter (where severity = 1) as critical, count(*) as all from "alertRecord"
    where state = 0`);
  const share = Number(alarms?.critical) / Number(alarms?.all);
  expect(share).toBeGreaterThan(0.02);
  expect(share).toBeLessThan(0.12);
});
