import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { DrawnShape } from '../../../src/domain/geo/geometry';
import type { LockReport } from '../../../src/domain/lock';
import { device } from '../../../src/resources';
import { type Database, json } from '../../../src/server/db';
import { openFences } from '../../../src/server/fleet/places/openFences';
import { openRegional } from '../../../src/server/fleet/places/openRegional';
import { writeReports } from '../../../src/server/fleet/reports/reports';
import { openPlaceReader } from '../../../src/server/gazetteer/ownPlaces';
import { addLocks } from '../locks';
import { openTestFleet } from './openTestFleet';

let db: Database;
/** Write functions of two servers that share the database. */
let servers: ((batch: Parameters<typeof writeReports>[1]) => ReturnType<typeof writeReports>)[];

const NOW = Date.now();
const [ENTERED, LEFT] = [2003, 2002];

beforeAll(async () => {
  const opened = await openTestFleet();
  db = opened.store.db;
  await sql`insert into org (id, org_name, org_type, parent_id) values (4, 'Yard', 2, 2)`.execute(
    db,
  );
  const regional = await openRegional(db);
  servers = [1, 2].map(() => {
    const fences = openFences(openPlaceReader());
    return (batch) =>
      writeReports(db, batch, { device, readRegional: regional, readFences: fences });
  });
});

let locks = 0;
/** Adds a lock without any report. */
const newLock = async (org = 2): Promise<{ sn: string; id: number }> => {
  locks += 1;
  const sn = `F${locks}`;
  const [id = 0] = await addLocks(db, { sn, org_id: org, status: 2 });
  return { sn, id };
};

/** Adds a fence of organisation 2 with a radius of 1,000 m. Each test uses a latitude of its own. */
const newFence = async (lat: number, more: Record<string, unknown> = {}): Promise<number> => {
  const values = {
    fence_name: `Fence ${lat}`,
    org_id: 2,
    fence_type: 'circle' as const,
    fence_context: json<DrawnShape>({ type: 'Point', coordinates: [114, lat] }),
    radius: 1_000,
    is_enter: true,
    is_leave: true,
    ...more,
  };
  const { id } = await db
    .insertInto('fence')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
};

const seen = (sn: string, seconds: number, lat: number, more: Partial<LockReport> = {}) => ({
  sn,
  receivedAt: NOW,
  report: {
    ts: NOW - 600_000 + seconds * 1_000,
    report_reson: 0,
    lock_status: 2,
    position_status: 0,
    lat,
    lon: 114,
    ...more,
  } as LockReport,
});

const alarmsOf = async (sn: string) => {
  const { rows } = await sql<{
    police_type: number;
    fence_name: string;
    seconds: number;
    told_late: boolean;
  }>`
    select police_type, fence_name, told_late,
      round((create_time - ${NOW - 600_000}::bigint) / 1000.0)::integer as seconds
    from "alertRecord" where sn = ${sn} and state <> 2 order by create_time, id`.execute(db);
  return rows.map(({ police_type, fence_name, seconds, told_late }) => [
    police_type,
    fence_name,
    seconds,
    ...(told_late ? ['late'] : []),
  ]);
};

const stateOf = async (sn: string) => {
  const { rows } = await sql<{ fences: number[]; alarms: number; fix_lat: number }>`
    select fences, alarms, fix_lat from device_state where sn = ${sn}`.execute(db);
  return rows[0];
};

it('an alarm is raised once, whichever server receives the report', async () => {
  const [one, other] = servers;
  const id = await newFence(10);
  const { sn } = await newLock();
  await one?.([seen(sn, 0, 10.1)]);
  await other?.([seen(sn, 60, 10.001)]);
  expect(await stateOf(sn)).toMatchObject({ fences: [id], alarms: 1 });
  await one?.([seen(sn, 120, 10.002)]);
  await one?.([seen(sn, 180, 10.1)]);
  await other?.([seen(sn, 180, 10.1), seen(sn, 300, 9.9)]);
  expect(await alarmsOf(sn)).toEqual([
    [ENTERED, 'Fence 10', 60],
    [LEFT, 'Fence 10', 180],
    // The way from 10.1 to 9.9 leads through the fence.
    [ENTERED, 'Fence 10', 235],
    [LEFT, 'Fence 10', 300],
  ]);
  expect(await stateOf(sn)).toMatchObject({ fences: [], alarms: 4 });
});

it('a new or changed fence takes effect at once on every server', async () => {
  const [one, other] = servers;
  const { sn } = await newLock();
  await one?.([seen(sn, 0, 11.1)]);
  const id = await newFence(11);
  await other?.([seen(sn, 60, 11)]);
  expect(await alarmsOf(sn)).toEqual([[ENTERED, 'Fence 11', 60]]);
  await sql`update fence set radius = 5000, is_leave = false where id = ${id}`.execute(db);
  await one?.([seen(sn, 120, 11.04)]);
  await one?.([seen(sn, 180, 11.1)]);
  expect(await alarmsOf(sn)).toHaveLength(1);
  await sql`delete from fence where id = ${id}`.execute(db);
  await other?.([seen(sn, 240, 11)]);
  expect(await alarmsOf(sn)).toHaveLength(1);
});

it('a fence covers the locks of its organisation and below, or only those that it names', async () => {
  const [one] = servers;
  const [named, beside, below, foreign] = [
    await newLock(),
    await newLock(),
    await newLock(4),
    await newLock(3),
  ];
  await newFence(12, { fence_name: 'All' });
  await newFence(12, { fence_name: 'Named', devices: sql`array[${named.id}]::bigint[]` });
  await newFence(12, { fence_name: 'Yard only', orgs: sql`array[4]::bigint[]` });
  const all = [named, beside, below, foreign];
  await one?.(all.flatMap(({ sn }) => [seen(sn, 0, 12.1), seen(sn, 60, 12)]));
  const names = async ({ sn }: { sn: string }) =>
    (await alarmsOf(sn)).map(([, name]) => name).sort();
  expect(await names(named)).toEqual(['All', 'Named']);
  expect(await names(beside)).toEqual(['All']);
  expect(await names(below)).toEqual(['All', 'Yard only']);
  expect(await names(foreign)).toEqual([]);
});

it('buffered reports raise late alarms and leave the present state alone', async () => {
  const [one, other] = servers;
  await newFence(13);
  const { sn } = await newLock();
  await one?.([seen(sn, 0, 13.1)]);
  await one?.([seen(sn, 300, 13.1)]);
  const before = await stateOf(sn);
  for (const [seconds, lat] of [
    [60, 13.05],
    [120, 13.005],
    [180, 13.001],
    [240, 13.06],
  ] as const) {
    await other?.([seen(sn, seconds, lat, { report_reson: 2 })]);
  }
  expect(await alarmsOf(sn)).toEqual([
    [ENTERED, 'Fence 13', 120, 'late'],
    // Raised at 300, until the position at 240 gave its true time.
    [LEFT, 'Fence 13', 240, 'late'],
  ]);
  expect(await stateOf(sn)).toMatchObject({ fences: [], fix_lat: before?.fix_lat, alarms: 2 });
});

it('late positions yield one history in which each entry has its exit', async () => {
  const [one, other] = servers;
  await newFence(14);
  const { sn } = await newLock();
  const blind = { report_reson: 2 } as const;
  await one?.([seen(sn, 0, 13.95)]);
  await other?.([seen(sn, 200, 14.05)]);
  // The straight line leads through the fence from 82 s on; the lock passed it later.
  for (const [seconds, lat] of [
    [50, 13.95],
    [100, 13.95],
    [150, 14.05],
  ] as const) {
    await one?.([seen(sn, seconds, lat, blind)]);
  }
  const passage = await alarmsOf(sn);
  expect(passage).toEqual([
    [ENTERED, 'Fence 14', 121],
    [LEFT, 'Fence 14', 150],
  ]);
  // Late, but not from a blind spot: two visits in turn.
  await one?.([seen(sn, 500, 14.05)]);
  for (const [seconds, lat] of [
    [240, 14],
    [280, 14.03],
    [320, 14],
    [360, 14.03],
  ] as const) {
    await other?.([seen(sn, seconds, lat)]);
  }
  expect((await alarmsOf(sn)).slice(passage.length)).toEqual([
    [ENTERED, 'Fence 14', 240, 'late'],
    [LEFT, 'Fence 14', 280, 'late'],
    [ENTERED, 'Fence 14', 320, 'late'],
    [LEFT, 'Fence 14', 360, 'late'],
  ]);
});

it('a stay in a fence from a buffered report ends with the next live position', async () => {
  const [one, other] = servers;
  await newFence(15);
  const { sn } = await newLock();
  const blind = { report_reson: 2 } as const;
  await one?.([seen(sn, 0, 15.1)]);
  await one?.([seen(sn, 60, 15, blind)]);
  await other?.([seen(sn, 120, 15.1)]);
  await other?.([seen(sn, 180, 15, blind)]);
  await one?.([seen(sn, 240, 15.1, blind)]);
  await other?.([seen(sn, 300, 15)]);
  expect(await alarmsOf(sn)).toEqual([
    [ENTERED, 'Fence 15', 60, 'late'],
    [LEFT, 'Fence 15', 120],
    [ENTERED, 'Fence 15', 180, 'late'],
    [LEFT, 'Fence 15', 240, 'late'],
    [ENTERED, 'Fence 15', 300],
  ]);
});

it('late reports withdraw an alarm that they disprove, and reopen the alarm that it cleared', async () => {
  const [one, other] = servers;
  await newFence(16);
  const { sn } = await newLock();
  await one?.([seen(sn, 0, 16)]);
  await one?.([seen(sn, 60, 16.05)]);
  expect(await alarmsOf(sn)).toEqual([[LEFT, 'Fence 16', 60]]);
  // The straight line leads through the fence; the lock drove around it.
  await one?.([seen(sn, 200, 15.95)]);
  expect(await alarmsOf(sn)).toHaveLength(3);
  await other?.([seen(sn, 130, 16, { lon: 114.05 })]);
  expect(await alarmsOf(sn)).toEqual([[LEFT, 'Fence 16', 60]]);
  const { rows } = await sql<Record<string, unknown>>`
    select alarm.police_type, alarm.state, alarm.cleared_time,
      (select array_agg(event order by id) from alarm_history where alarm_id = alarm.id) as events
    from "alertRecord" as alarm where sn = ${sn} order by create_time`.execute(db);
  expect(rows).toEqual([
    { police_type: LEFT, state: 0, cleared_time: null, events: ['cleared'] },
    { police_type: ENTERED, state: 2, cleared_time: expect.anything(), events: expect.anything() },
    { police_type: LEFT, state: 2, cleared_time: null, events: ['withdrawn'] },
  ]);
  expect(await stateOf(sn)).toMatchObject({ fences: [], alarms: 1 });
  await one?.([seen(sn, 260, 16)]);
  expect(await alarmsOf(sn)).toEqual([
    [LEFT, 'Fence 16', 60],
    [ENTERED, 'Fence 16', 260],
  ]);
});

it('an implausible position counts if the next one agrees, whichever server receives it', async () => {
  const [one, other] = servers;
  await newFence(17);
  const { sn } = await newLock();
  await one?.([seen(sn, 0, 27)]);
  await one?.([seen(sn, 20, 17)]);
  expect(await alarmsOf(sn)).toEqual([]);
  expect(await stateOf(sn)).toMatchObject({ fences: [], fix_lat: 27 });
  await other?.([seen(sn, 40, 27)]);
  await other?.([seen(sn, 60, 17)]);
  await one?.([seen(sn, 80, 17.001)]);
  expect(await alarmsOf(sn)).toEqual([[ENTERED, 'Fence 17', 60]]);
});
