import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { dayParts } from '../../../src/domain/track/day';
import type { TrackSums } from '../../../src/domain/track/motion';
import { sumsOf } from '../../../src/domain/track/stops';
import {
  FIX_QUALITY,
  type TrackRecord,
  trackOfRecords,
  trackOfWire,
} from '../../../src/domain/track/track';
import { drives } from '../../unit/domain/track/drives';
import { type JobsServer, jobsServer, type Operator } from '../jobs/jobsServer';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MIDNIGHT = Date.UTC(2026, 2, 1);
const day = { from: MIDNIGHT, to: MIDNIGHT + DAY - 1 };
const METRE = 1 / 111_195;

let server: JobsServer;
let harbour: Operator;

type Point = readonly [minute: number, metres: number, speed?: number];

/** Makes records of minutes since midnight and metres north. */
const places = (points: readonly Point[]): TrackRecord[] =>
  points.map(([minute, metres, speed = null]) => ({
    ...{ create_time: MIDNIGHT + minute * MINUTE, lat: 30 + metres * METRE, lon: 114 },
    ...{ speed, position_status: 0 },
  }));

/** Points of a drive at 60 km/h, ten seconds apart. */
const driving = (from: number, to: number, start = 0, speed?: number): Point[] =>
  Array.from({ length: (to - from) * 6 + 1 }, (_, i) => [
    from + i / 6,
    start + (i * 1_000) / 6,
    speed,
  ]);

interface Case {
  readonly records: readonly TrackRecord[];
  readonly km: number;
  readonly unreportedKm: number;
  readonly movingMinutes: number;
}

/** Tracks of one day, with their right sums. */
const days: Readonly<Record<string, Case>> = {
  'a drive with halts': {
    // Half a minute at a traffic light, then a stop of ten minutes.
    records: places([
      ...driving(5, 33.5, 0, 60),
      [33.6, 28_500, 0],
      [34.1, 28_500, 0],
      ...driving(34.2, 50.2, 28_500, 60),
      [50.3, 44_500, 0],
      [60.3, 44_520, 0],
      ...driving(60.4, 65.4, 44_520, 60),
    ]),
    ...{ km: 49.5, unreportedKm: 0, movingMinutes: 49.9 },
  },
  'a drive without speeds, with a stop over a half hour': {
    records: places([
      ...driving(10, 27),
      ...Array.from({ length: 30 }, (_, i): Point => [27.2 + i / 5, 17_000 + (i % 3)]),
      ...driving(33.2, 45.2, 17_000),
    ]),
    ...{ km: 29, unreportedKm: 0, movingMinutes: 29 },
  },
  'a pause of 100 minutes in which the lock moves on': {
    records: places([...driving(0, 20, 0, 60), ...driving(120, 140, 120_000, 60)]),
    ...{ km: 40, unreportedKm: 100, movingMinutes: 40 },
  },
  'a lock that reports once an hour': {
    records: places(Array.from({ length: 24 }, (_, i): Point => [i * 60 + 7, i * 30_000, 40])),
    ...{ km: 0, unreportedKm: 690, movingMinutes: 0 },
  },
  'a pause of ten minutes that is just reported': {
    records: places([
      [0, 0, 50],
      [10, 8_000, 50],
      [20.01, 16_000, 50],
    ]),
    ...{ km: 8, unreportedKm: 8, movingMinutes: 10 },
  },
  'one impossible position among true ones': {
    records: places(
      driving(20, 50, 0, 60).map(([minute, metres, speed], i) => [
        minute,
        i === 60 ? 900_000 : metres,
        speed,
      ]),
    ),
    ...{ km: 30, unreportedKm: 0, movingMinutes: 30 },
  },
  'a drive on which base stations place every second record, and the last of each two minutes': {
    records: places(driving(20, 50, 0, 60)).map((record, i) =>
      i % 2 === 1 || i % 12 === 0
        ? { ...record, lat: 30.2, position_status: FIX_QUALITY.station }
        : record,
    ),
    ...{ km: 29 + 1 / 3, unreportedKm: 0, movingMinutes: 29 + 1 / 3 },
  },
  'a lock that stands, with reports every 12 minutes that drift by 70 m': {
    records: places(Array.from({ length: 60 }, (_, i): Point => [i * 12, (i % 2) * 70, 0])),
    ...{ km: 0, unreportedKm: 0, movingMinutes: 0 },
  },
  'a drive with a report at both ends of every second four minutes': {
    records: places(
      Array.from(
        { length: 120 },
        (_, i): Point => [Math.floor(i / 2) * 9 + (i % 2) * 1.9, i * 4_000, 60],
      ),
    ),
    ...{ km: 476, unreportedKm: 0, movingMinutes: 59 * 9 + 1.9 },
  },
  'a wrong first position, 2,000 km away': {
    records: places([[9, 2_000_000, 60], ...driving(9.5, 19.5, 0, 60)]),
    ...{ km: 10, unreportedKm: 0, movingMinutes: 10 },
  },
  'a drive from one evening into the next day': {
    records: places([...driving(-30, 90, 0, 60), ...driving(1_400, 1_500, 0, 60)]),
    ...{ km: 130, unreportedKm: 120, movingMinutes: 130 },
  },
  'a silence over midnight': {
    records: places([...driving(-70, -60, 0, 60), ...driving(60, 65, 130_000, 60)]),
    ...{ km: 5, unreportedKm: 60, movingMinutes: 5 },
  },
  'an impossible position at midnight': {
    records: places([
      ...driving(-30, -1 / 6, 0, 60),
      [0, 900_000, 60],
      ...driving(1 / 6, 30 + 1 / 6, 30_000 + 1_000 / 6, 60),
    ]),
    ...{ km: 30 + 1 / 6, unreportedKm: 0, movingMinutes: 30 + 1 / 6 },
  },
};

const names = [...Object.keys(days), ...Object.keys(drives)];
const snOf = (name: string) => `SUMS${names.indexOf(name)}`;

/** Records of a track. Those of a drive begin 10 minutes before midnight. */
const recordsOf = (name: string): readonly TrackRecord[] =>
  days[name]?.records ??
  (drives[name]?.recorded ?? []).map(({ ts, ...report }) => ({
    ...report,
    create_time: MIDNIGHT - 10 * MINUTE + ts,
  }));

beforeAll(async () => {
  server = await jobsServer();
  const { db, ensurePartitions } = server.store;
  for (const time of [MIDNIGHT - DAY, MIDNIGHT]) await ensurePartitions(time);
  const rows = names.flatMap((name) =>
    recordsOf(name).map(({ create_time, lat, lon, speed, position_status }) => ({
      ...{ sn: snOf(name), org_id: 2, create_time, lat, lon, speed, position_status },
    })),
  );
  await sql`insert into "deviceLocationRecord" (sn, org_id, create_time, lat, lon, speed, position_status)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(sn text, org_id bigint,
      create_time bigint, lat double precision, lon double precision, speed double precision,
      position_status int)`.execute(db);
  harbour = await server.as('harbour');
});

const sumsIn = async (range: { from: number; to: number }): Promise<Map<string, TrackSums>> => {
  const parts = [names.slice(0, 10), names.slice(10)];
  const answers = await Promise.all(
    parts.map((part) => harbour.ask('/track/sums', { sns: part.map(snOf), ...range })),
  );
  const sums: readonly TrackSums[] = answers.flatMap((answer) => answer.sums);
  return new Map(names.map((name, i) => [name, sums[i] as TrackSums]));
};

const SUMS = ['metres', 'unreported', 'moving', 'standing', 'silent'] as const;

/** Sums to whole metres and seconds. */
const rounded = ({ metres, unreported, moving, standing, silent }: TrackSums) => ({
  ...{ metres: Math.round(metres), unreported: Math.round(unreported) },
  ...{ moving: Math.round(moving / 1_000), standing: Math.round(standing / 1_000) },
  silent: Math.round(silent / 1_000),
});

it('a day, its half hours and the mileage report have the same sums', async () => {
  const whole = await sumsIn(day);
  const halfHours: Map<string, TrackSums>[] = [];
  for (let from = day.from; from < day.to; from += 30 * MINUTE) {
    halfHours.push(await sumsIn({ from, to: from + 30 * MINUTE - 1 }));
  }
  const { list } = await harbour.ask('/report/run', {
    ...{ report: 'mileage', ...day, zone: 'UTC', group: 'sn', pageSize: 100 },
  });
  for (const name of names) {
    const sums = whole.get(name) as TrackSums;
    const added = halfHours.reduce(
      (total, part) => {
        const more = part.get(name) as TrackSums;
        for (const key of SUMS) total[key] += more[key];
        return total;
      },
      { metres: 0, unreported: 0, moving: 0, standing: 0, silent: 0 },
    );
    const row = list.find(({ key }: { key: string }) => key === snOf(name));
    const ofReport = {
      ...{ metres: row.km * 1_000, unreported: row.unreported_km * 1_000 },
      ...{ moving: row.moved_for, standing: row.stood_for, silent: sums.silent },
    };
    expect([name, rounded(added)]).toEqual([name, rounded(sums)]);
    expect([name, rounded(ofReport)]).toEqual([name, rounded(sums)]);
  }
});

/** An outline joins the legs of two minutes around each turn from moving to standing, ms; a track has at most two. */
const JOINED = 4 * MINUTE;

it.each(names)('the strip of a day has the times of its head: %s', async (name) => {
  const sns = [snOf(name)];
  const [wire] = (await harbour.ask('/track/outline', { sns, ...day })).tracks;
  const strip = { moving: 0, standing: 0, silent: 0, carried: 0 };
  const parts = dayParts(trackOfWire(wire));
  for (const { from, to, motion } of parts) strip[motion] += to - from;
  // A strip has no legs that reach beyond its day.
  const span = { from: parts[0]?.from ?? day.from, to: (parts.at(-1)?.to ?? day.to) - 1 };
  const [sums] = (await harbour.ask('/track/sums', { sns, ...span })).sums as TrackSums[];
  const standing = strip.standing + strip.silent;
  const { moving, carried: silent } = strip;
  for (const [key, time] of Object.entries({ moving, standing, silent })) {
    expect([key, Math.abs(time - (sums?.[key as keyof TrackSums] ?? 0)) < JOINED]).toEqual([
      key,
      true,
    ]);
  }
});

it.each(Object.entries(days))('a day has the right sums of %s', async (name, right) => {
  const sums = (await sumsIn(day)).get(name) as TrackSums;
  expect(sums.metres / 1_000).toBeCloseTo(right.km, 1);
  expect(sums.unreported / 1_000).toBeCloseTo(right.unreportedKm, 1);
  expect(sums.moving / MINUTE).toBeCloseTo(right.movingMinutes, 1);
});

it('the server has the same sums as the console computes from records', async () => {
  const whole = await sumsIn({ from: MIDNIGHT - DAY, to: MIDNIGHT + 2 * DAY });
  for (const name of names) {
    const own = sumsOf(trackOfRecords(name, recordsOf(name)));
    expect([name, rounded(own)]).toEqual([name, rounded(whole.get(name) as TrackSums)]);
  }
});

it('a call covers at most a week and an hour', async () => {
  const to = MIDNIGHT + 7 * DAY + 60 * MINUTE;
  const ask = (more: number) =>
    harbour.answer('/track/sums', { sns: ['H1'], from: MIDNIGHT, to: to + more });
  expect(await ask(0)).toEqual(['success']);
  expect(await ask(MINUTE)).toEqual([
    'invalid',
    { to: 'Choose a time range of up to 10140 minutes' },
  ]);
});

it('locks of other organisations have no sums', async () => {
  const sns = ['UNKNOWN', snOf('a drive with halts')];
  const northern = await server.as('northern');
  const none = { metres: 0, unreported: 0, moving: 0, standing: 0, silent: 0 };
  expect((await northern.ask('/track/sums', { sns, ...day })).sums).toEqual(
    sns.map((sn) => ({ sn, ...none })),
  );
  expect((await harbour.ask('/track/sums', { sns, ...day })).sums).toMatchObject([
    { sn: 'UNKNOWN', ...none },
    { metres: expect.closeTo(49_500, -2) },
  ]);
});
