import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { nextRun, type ScheduleTiming } from '../../../src/domain/schedule';
import type { Store } from '../../../src/server/db';
import { scheduleTasks } from '../../../src/server/fleet/commands/schedules';
import { dueRowsTasks } from '../../../src/server/work/claims';
import { correctFutureTimes } from '../../../src/server/work/futureTimes';
import { addLocks } from '../locks';
import { ownPlace } from '../place';
import { runOnce } from '../runTasks';
import { testStore } from './testStore';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 4, 20, 12);
const AHEAD = NOW + 300 * DAY;

let store: Store;
beforeAll(async () => {
  store = await testStore({ place: await ownPlace(config), config });
  await sql`insert into org (id, org_name, org_type) values (1, 'Root', 1)`.execute(store.db);
  await sql`insert into role (id, "roleName", org_id) values (1, 'R', 1)`.execute(store.db);
  await sql`insert into oper (id, "loginName", "operName", org_id, role_id, status)
    values (1, 'o', 'O', 1, 1, 1)`.execute(store.db);
  await addLocks(store.db, { sn: 'A', org_id: 1 });
});

const one = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await query.execute(store.db)).rows[0];

it('after a clock was ahead, a waiting command keeps its maximum waiting time', async () => {
  await sql`insert into "appointmentCommandRecord"
      (sn, org_id, cmd, args, state, create_time, send_time, deadline)
    values ('A', 1, 'unseal', '{}', 'waiting', ${AHEAD}, null, ${AHEAD + 24 * HOUR}),
      ('A', 1, 'seal', '{}', 'sent', ${NOW - HOUR}, ${AHEAD}, ${AHEAD + 60_000}),
      ('A', 1, 'locate', '{}', 'waiting', ${NOW}, null, ${NOW + HOUR}),
      ('A', 1, 'restart', '{}', 'success', ${AHEAD}, ${AHEAD}, ${AHEAD + 60_000})`.execute(
    store.db,
  );
  await correctFutureTimes(store.db, NOW);
  const { rows } = await sql<{ cmd: string; deadline: number }>`
    select cmd, deadline from "appointmentCommandRecord" order by id`.execute(store.db);
  expect(rows.map(({ cmd, deadline }) => [cmd, deadline])).toEqual([
    ['unseal', NOW + 24 * HOUR],
    ['seal', NOW + 60_000],
    ['locate', NOW + HOUR],
    ['restart', AHEAD + 60_000],
  ]);
});

it('after a clock was ahead, an alarm is escalated from now on', async () => {
  await sql`insert into "alertRecord" (create_time, raise_time, sn, org_id, state, police_type, severity)
    values (${NOW}, ${AHEAD}, 'A', 1, 0, 1001, 1), (${NOW}, ${NOW - HOUR}, 'A', 1, 0, 1001, 1),
      (${NOW}, ${AHEAD}, 'A', 1, 1, 1001, 1)`.execute(store.db);
  await correctFutureTimes(store.db, NOW);
  const { rows } = await sql<{ raise_time: number }>`
    select raise_time from "alertRecord" order by id`.execute(store.db);
  expect(rows.map(({ raise_time }) => raise_time)).toEqual([NOW, NOW - HOUR, AHEAD]);
});

it('after a clock was ahead, a notice is retried now', async () => {
  await sql`insert into notice (sn, org_id, channel, recipient, language, event, tries, create_time, next_time)
    values ('A', 1, 'mail', 'a@b.cn', 'en_US', '{}', 1, ${AHEAD}, ${AHEAD})`.execute(store.db);
  await correctFutureTimes(store.db, NOW);
  expect(await one(sql`select create_time, next_time from notice`)).toEqual({
    create_time: NOW,
    next_time: NOW,
  });
});

it('after a clock was ahead, sessions and lockouts end in time', async () => {
  await sql`insert into login_failure (key, at) values ('account 1', ${AHEAD}), ('account 2', ${NOW})`.execute(
    store.db,
  );
  await sql`insert into command_code (oper_id, cmd, create_time, tries, digest)
    values (1, 'unseal', ${AHEAD}, 0, 'x')`.execute(store.db);
  await sql`insert into session (token_hash, oper_id, created, expires, last_use)
    values ('ahead', 1, ${AHEAD}, ${AHEAD + 12 * HOUR}, ${AHEAD}), ('now', 1, ${NOW}, ${NOW + HOUR}, ${NOW})`.execute(
    store.db,
  );
  await correctFutureTimes(store.db, NOW);
  expect(await one(sql`select string_agg(token_hash, ',') as tokens from session`)).toEqual({
    tokens: 'now',
  });
  expect(await one(sql`select max(at) as at from login_failure`)).toEqual({ at: NOW });
  expect(await one(sql`select from command_code`)).toBeUndefined();
});

it('after a clock was ahead, the job of a dead server can be claimed', async () => {
  await sql`insert into job (entity, record_id, oper_id, org_id, locale, args, todo, state, beat)
    values ('exportJob', 1, 1, 1, 'en', '{}', '[]', 2,
      (extract(epoch from clock_timestamp()) * 1000)::bigint + ${300 * DAY}::bigint)`.execute(
    store.db,
  );
  await correctFutureTimes(store.db, NOW);
  expect(
    await one(
      sql`select beat <= (extract(epoch from clock_timestamp()) * 1000)::bigint as past from job`,
    ),
  ).toEqual({ past: true });
});

it.each([
  ['is planned again if its next run is later than planned', AHEAD, null, NOW + 2 * HOUR],
  ['is planned again after a run far ahead', AHEAD, AHEAD - DAY, NOW + 2 * HOUR],
  [
    'does not run twice after a clock was some minutes ahead',
    NOW + 26 * HOUR,
    NOW + 2 * HOUR,
    NOW + 26 * HOUR,
  ],
  ['keeps its time', NOW + 2 * HOUR, NOW - 22 * HOUR, NOW + 2 * HOUR],
])('after a clock was ahead, a schedule %s', async (_, next_run, last_run, expected) => {
  const times = JSON.stringify({ days: [], from: '14:00', to: '15:00', zone: 'UTC' });
  await sql`delete from "commandSchedule"`.execute(store.db);
  await sql`insert into "commandSchedule" (schedule_name, org_id, cmd, times, state, next_run, last_run)
    values ('Night', 1, 'seal', ${times}, 1, ${next_run}::bigint, ${last_run}::bigint)`.execute(
    store.db,
  );
  const tasks = dueRowsTasks(store.db, {
    ...{
      table: 'commandSchedule',
      name: 'schedules',
      every: 1,
      log: { error: expect.unreachable },
    },
    nextRun: (row, after) => nextRun(row as ScheduleTiming, after),
    perform: () => expect.unreachable(),
    fail: () => expect.unreachable(),
  });
  await runOnce(tasks, () => NOW);
  expect(await one(sql`select next_run from "commandSchedule"`)).toEqual({ next_run: expected });
});

it.each([
  ['that it missed is planned again', AHEAD, 4, NOW + HOUR, { state: 1, next_run: NOW + HOUR }],
  ['that it ran stays ended', AHEAD, 1, NOW + HOUR, { state: 3, next_run: null }],
  ['that was missed before stays ended', NOW - DAY, 4, NOW + HOUR, { state: 3, next_run: null }],
  ['whose time has passed stays ended', AHEAD, 4, NOW - HOUR, { state: 3, next_run: null }],
])('after a clock was ahead, a single run %s', async (_, last_run, note, once_at, expected) => {
  await sql`delete from "commandSchedule"`.execute(store.db);
  await sql`insert into "commandSchedule" (schedule_name, org_id, cmd, once_at, state, last_run, last_note)
    values ('Once', 1, 'seal', ${once_at}::bigint, 3, ${last_run}::bigint, ${note}::integer)`.execute(
    store.db,
  );
  const absent = Object.freeze({}) as never;
  const deps = { db: store.db, config, fleet: absent, rights: absent, places: absent };
  const log = { error: expect.unreachable };
  await runOnce(scheduleTasks({ ...deps, filesUrl: () => undefined, log }), () => NOW);
  expect(await one(sql`select state, next_run from "commandSchedule"`)).toEqual(expected);
});
