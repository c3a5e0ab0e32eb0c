import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AlarmKind } from '../../../src/domain/alarm';
import type { LockAction, LockReport } from '../../../src/domain/lock';
import { stopsOf } from '../../../src/domain/track/stops';
import { trackOfRecords } from '../../../src/domain/track/track';
import { device } from '../../../src/resources';
import { anyTable } from '../../../src/server/db';
import { openRegional } from '../../../src/server/fleet/places/openRegional';
import { readSeverities } from '../../../src/server/fleet/reports/alarms';
import { writeReports } from '../../../src/server/fleet/reports/reports';
import { sample } from '../../rounds';
import { drawer } from '../drawer';
import { type OrganisationServer, organisationServer } from '../rules/organisationServer';

/**
 * Six weeks of some locks. Every report about them is computed a second time by plain counting, minute by minute. The
 * period has a leap day, two ends of months, and the days on which clocks change in Berlin and in Santiago (at
 * midnight).
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGIN = Date.UTC(2024, 1, 26);
const END = Date.UTC(2024, 3, 10);

const [HARBOUR, NORTHERN, YARD] = [2, 3, 4];
const SEES: Readonly<Record<string, readonly number[]>> = {
  admin: [1, HARBOUR, NORTHERN, YARD],
  harbour: [HARBOUR, YARD],
  northern: [NORTHERN],
};
const ORG_NAMES: Readonly<Record<number, string>> = { 2: 'Harbour', 3: 'Northern', 4: 'Yard' };

const draw = drawer(20_240_229);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)] as T;
const whole = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1));

interface SentReport {
  readonly sn: string;
  readonly org: number;
  readonly report: LockReport;
  /** Time of receipt, epoch ms. */
  readonly heard: number;
}
interface Turn {
  readonly sn: string;
  readonly org: number;
  readonly at: number;
  readonly came: boolean;
}
interface Sent {
  readonly sn: string;
  readonly org: number;
  readonly at: number;
  readonly cmd: string;
  readonly state: string;
}

const sentReports: SentReport[] = [];
const turns: Turn[] = [];
const sent: Sent[] = [];

const OPENS: readonly LockAction[] = [1, 2, 3, 4, 5, 7, 13];
const CLOSES: readonly LockAction[] = [8, 9, 10, 11, 12];
const KINDS: readonly AlarmKind[] = [1008, 1010, 1011, 2005];

/** Locks with their organisations. The seventh moves to the yard below, the eighth to another tenant. */
const LOCKS = [HARBOUR, HARBOUR, YARD, YARD, NORTHERN, NORTHERN, HARBOUR, HARBOUR].map(
  (org, i) => ({ sn: `F${i}`, org, moves: i === 6 ? YARD : i === 7 ? NORTHERN : undefined }),
);
const MOVED = Date.UTC(2024, 2, 15, 12);

/** Simulates a lock: its actions, each at a whole minute, before and after it is moved. */
const live = (sn: string, orgAt: (at: number) => number) => {
  let isOpen = false;
  let isThere = false;
  let [lat, lon, speed] = [48 + whole(0, 9), 8 + whole(0, 9), 0];
  /** End of the current blind spot, epoch ms. Reports until then arrive late. */
  let blind = 0;
  for (let at = BEGIN + whole(0, 600) * MINUTE; at < END; at += whole(3, 400) * MINUTE) {
    const org = orgAt(at);
    const isBlind = at < blind;
    const say = (more: Partial<LockReport>) => {
      const report_reson = isBlind ? 2 : 0;
      const receivedAt = isBlind ? blind : at;
      const report = { ts: at, report_reson, lock_status: isOpen ? 1 : 2, ...more } as LockReport;
      sentReports.push({ sn, org, report, heard: receivedAt });
    };
    const chance = draw();
    if (chance < 0.22) {
      // Some actions repeat the state: a sealed lock is sealed again.
      if (draw() < 0.9) isOpen = !isOpen;
      const lock_action = oneOf(isOpen ? OPENS : CLOSES);
      say({
        lock_action,
        ...([5, 9].includes(lock_action) && { icc_card_no: `202600000${whole(1, 4)}` }),
      });
    } else if (chance < 0.27) {
      say({ lock_action: 14, icc_card_no: '9999999999' });
    } else if (chance < 0.32) {
      const kind = oneOf(KINDS);
      const last = sentReports.findLast(
        (each) => each.sn === sn && each.report.police_type === kind,
      );
      // A repetition within a minute, or of an open alarm, would raise no alarm.
      if (!last || at - last.report.ts > 2 * DAY) say({ police_type: kind });
    } else if (chance < 0.5) {
      isThere = !isThere;
      turns.push({ sn, org, at, came: isThere });
    } else if (chance < 0.6) {
      const cmd = oneOf(['seal', 'unseal', 'apn']);
      sent.push({ sn, org, at, cmd, state: oneOf(['success', 'failure', 'invalid', 'cancelled']) });
    } else if (chance < 0.62 && !isBlind && at < MOVED - 2 * DAY) {
      blind = at + whole(60, 1_200) * MINUTE;
    } else {
      const drives = draw() < 0.5;
      // Every third lock reports no speed.
      speed = drives ? whole(10, 80) : 0;
      if (drives) lat += whole(-30, 30) / 100;
      lon += drives ? whole(-30, 30) / 100 : whole(-2, 2) / 10_000;
      const isRough = draw() < 0.1;
      say({
        lat: isRough ? 0.5 : lat,
        lon,
        position_status: isRough ? 3 : 0,
        ...(Number(sn.slice(1)) % 3 !== 0 && { speed }),
      });
    }
  }
};

let server: OrganisationServer;
const tokens = new Map<string, string>();

const store = async (batch: readonly SentReport[]) => {
  const { db } = server.store;
  const regional = await openRegional(db);
  const received = batch.map(({ sn, report, heard }) => ({ sn, report, receivedAt: heard }));
  await writeReports(db, received, {
    device,
    readRegional: regional,
    readSeverities: readSeverities,
  });
};

const ask = async (as: string, path: string, body: object) => {
  const answer = await server.call(path, body, { token: tokens.get(as) ?? '' });
  expect([path, answer.verify]).toMatchObject([path, { sign: 'success' }]);
  return answer.data;
};

beforeAll(async () => {
  server = await organisationServer();
  for (const name of Object.keys(SEES)) tokens.set(name, (await server.as(name)).token);
  for (let at = BEGIN; at <= END; at += 20 * DAY) await server.store.ensurePartitions(at);
  const ids = new Map<string, number>();
  for (const { sn, org, moves } of LOCKS) {
    live(sn, (at) => (moves !== undefined && at >= MOVED ? moves : org));
    const { id } = await ask('admin', '/device/add', { sn, org_id: org });
    ids.set(sn, id);
  }
  sentReports.sort((a, b) => a.heard - b.heard || a.report.ts - b.report.ts);
  const isBefore = ({ heard }: SentReport) => heard < MOVED;
  const feed = async (some: readonly SentReport[]) => {
    for (let from = 0; from < some.length; from += 200) await store(some.slice(from, from + 200));
  };
  await feed(sentReports.filter(isBefore));
  for (const { sn, moves } of LOCKS) {
    if (moves) await ask('admin', '/device/update', { id: ids.get(sn), org_id: moves });
  }
  await feed(sentReports.filter((each) => !isBefore(each)));
  const insert = (table: string, rows: readonly Record<string, unknown>[]) =>
    anyTable(server.store.db)
      .insertInto(table)
      .values([...rows])
      .execute();
  await insert(
    'connectionRecord',
    turns.map(({ sn, org, at, came }) => ({
      sn,
      org_id: org,
      create_time: at,
      event: came ? 1 : 2,
    })),
  );
  await insert(
    'appointmentCommandRecord',
    sent.map(({ org, at, ...each }) => ({ ...each, org_id: org, create_time: at })),
  );
  const { rows } = await sql<{ id: number }>`
    select id from "alertRecord" where org_id in (${HARBOUR}, ${YARD}) and id % 3 = 0`.execute(
    server.store.db,
  );
  await ask('harbour', '/alertRecord/process', {
    ids: rows.map(({ id }) => id),
    note: 'Seen to',
  });
});

const quarterOf = (at: number) => Math.floor(at / (15 * MINUTE));

/** Days by zone and quarter of an hour (`2024-02-29`). In no zone a day begins within a quarter. */
const calendars = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, string>();
const dayIn = (zone: string, at: number): string => {
  const quarter = `${zone} ${quarterOf(at)}`;
  const cached = days.get(quarter);
  if (cached) return cached;
  const calendar =
    calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  calendars.set(zone, calendar);
  const day = calendar.format(at);
  days.set(quarter, day);
  return day;
};

const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Returns the name of the group of a piece. */
const groupIn = (unit: string, zone: string, { sn, org, at }: Piece): string => {
  const day = dayIn(zone, at);
  if (unit === 'sn') return sn;
  if (unit === 'org_id') return ORG_NAMES[org] ?? '';
  if (unit === 'month') return day.slice(0, 7);
  if (unit === 'day') return day;
  const monday = shifted(day, -((new Date(day).getUTCDay() + 6) % 7));
  return `${monday} – ${shifted(monday, 6)}`;
};

/** Amounts counted for a lock at a moment. */
interface Piece {
  readonly sn: string;
  readonly org: number;
  readonly at: number;
  readonly adds: Readonly<Record<string, number>>;
}

/** Sums pieces of a minute into pieces of a quarter of an hour, which are faster to read. */
const inQuarters = (pieces: readonly Piece[]): readonly Piece[] => {
  const quarters = new Map<string, Piece & { readonly adds: Record<string, number> }>();
  for (const [i, piece] of pieces.entries()) {
    const { sn, org, at, adds } = piece;
    // Kept apart, because the longest is reported.
    const key = adds.open_for === undefined ? `${sn} ${org} ${quarterOf(at)}` : `${i}`;
    const quarter = quarters.get(key) ?? { ...piece, adds: {} };
    quarters.set(key, quarter);
    for (const [measure, more] of Object.entries(adds)) {
      quarter.adds[measure] = (quarter.adds[measure] ?? 0) + more;
    }
  }
  return [...quarters.values()];
};

/** Yields each minute of a span. */
const minutes = function* (from: number, to: number) {
  for (let at = from; at < to; at += MINUTE) yield at;
};

const actsOf = () => {
  const pieces: Piece[] = [];
  for (const { sn } of LOCKS) {
    const own = sentReports
      .filter((each) => each.sn === sn)
      .sort((a, b) => a.report.ts - b.report.ts)
      .filter(({ report }) => report.lock_action !== undefined);
    let opened: { at: number; org: number; piece: Record<string, number> } | undefined;
    for (const { org, report } of own) {
      const { lock_action, ts } = report;
      // What the next owner does with the lock is not read by the former one.
      if (opened?.org !== org) opened = undefined;
      const adds: Record<string, number> = {};
      if (OPENS.includes(lock_action as LockAction)) {
        adds.unsealed = 1;
        opened ??= { at: ts, org, piece: adds };
      } else if (CLOSES.includes(lock_action as LockAction)) {
        adds.sealed = 1;
        if (opened) opened.piece.open_for = ts - opened.at;
        opened = undefined;
      }
      pieces.push({ sn, org, at: ts, adds });
    }
  }
  return pieces;
};

const alarmsOf = async () => {
  const { rows } = await sql<{ sn: string; create_time: number; state: number }>`
    select sn, create_time, state from "alertRecord"`.execute(server.store.db);
  const done = new Set(
    rows.filter(({ state }) => state === 1).map((row) => `${row.sn} ${row.create_time}`),
  );
  return sentReports.flatMap(({ sn, org, report }): Piece[] => {
    if (report.police_type === undefined) return [];
    const state = done.has(`${sn} ${report.ts}`) ? 'processed' : 'open';
    return [{ sn, org, at: report.ts, adds: { count: 1, [state]: 1 } }];
  });
};

const onlineOf = (to: number) => {
  const pieces: Piece[] = [];
  for (const { sn } of LOCKS) {
    const own = turns.filter((each) => each.sn === sn).sort((a, b) => a.at - b.at);
    own.forEach(({ org, at, came }, i) => {
      if (!came) return;
      pieces.push({ sn, org, at, adds: { came: 1 } });
      const until = Math.min(own[i + 1]?.at ?? to, to);
      for (const minute of minutes(at, until)) {
        pieces.push({ sn, org, at: minute, adds: { online_for: MINUTE } });
      }
    });
  }
  return pieces;
};

const kmBetween = (a: LockReport, b: LockReport) => {
  const rad = (degrees = 0) => (degrees * Math.PI) / 180;
  const cos =
    Math.sin(rad(a.lat)) * Math.sin(rad(b.lat)) +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.cos(rad(b.lon) - rad(a.lon));
  return 6371 * Math.acos(Math.min(1, cos));
};

/** Returns the valid fixes of a lock while an organisation had it, in order of time. */
const fixesOf = (sn: string, org: number) =>
  sentReports
    .filter((each) => each.sn === sn && each.org === org)
    .map(({ report }) => report)
    .filter(({ position_status }) => position_status === 0)
    .sort((a, b) => a.ts - b.ts);

const ORGS = [HARBOUR, NORTHERN, YARD];

const waysOf = () => {
  const pieces: Piece[] = [];
  for (const { sn } of LOCKS) {
    for (const org of ORGS) {
      const fixes = fixesOf(sn, org);
      /** Spans whose fixes are close together and at least 3 minutes apart, with no such fix between. */
      const stays = fixes.flatMap((start) => {
        const end = fixes.find(({ ts }) => ts >= start.ts + 3 * MINUTE);
        return end && kmBetween(start, end) <= 0.06 ? [{ from: start.ts, to: end.ts }] : [];
      });
      /** Current stop: its start, and the standing time since. */
      let stop: { at: number; stood: number } | undefined;
      const endStop = () => {
        if (stop && stop.stood >= 3 * MINUTE) {
          pieces.push({ sn, org, at: stop.at, adds: { stops: 1 } });
        }
        stop = undefined;
      };
      for (const [i, b] of fixes.entries()) {
        const a = fixes[i - 1];
        if (!a) continue;
        if (b.ts - a.ts > 26 * HOUR) {
          endStop();
          continue;
        }
        const km = kmBetween(a, b);
        const speeds = [a.speed, b.speed].filter((speed) => speed !== undefined);
        const isCovered = stays.some(({ from, to }) => from <= a.ts && b.ts <= to);
        const drives =
          speeds.length > 0 ? Math.max(...speeds) >= 3 || km > 0.2 : km > 0.06 || !isCovered;
        const gap = b.ts - a.ts;
        if (drives) {
          endStop();
          const perMinute = km / (gap / MINUTE);
          const adds: Record<string, number> =
            gap > 10 * MINUTE ? { unreported_km: perMinute } : { km: perMinute, moved_for: MINUTE };
          for (const at of minutes(a.ts, b.ts)) pieces.push({ sn, org, at, adds });
          continue;
        }
        stop ??= { at: a.ts, stood: 0 };
        stop.stood += gap;
        for (const at of minutes(a.ts, b.ts)) {
          pieces.push({ sn, org, at, adds: { stood_for: MINUTE } });
        }
      }
      endStop();
    }
  }
  return pieces;
};

const commandsOf = () =>
  sent.map(({ sn, org, at, state }): Piece => ({ sn, org, at, adds: { count: 1, [state]: 1 } }));

/** Sums the measures of each group, and takes the longest opening. */
const summed = (pieces: readonly Piece[], unit: string, zone: string) => {
  const groups = new Map<string, Record<string, number>>();
  for (const piece of pieces) {
    const name = groupIn(unit, zone, piece);
    const sums = groups.get(name) ?? {};
    groups.set(name, sums);
    for (const [measure, more] of Object.entries(piece.adds)) {
      sums[measure] = (sums[measure] ?? 0) + more;
      if (measure === 'open_for') sums.longest = Math.max(sums.longest ?? 0, more);
    }
  }
  return groups;
};

const MEASURES: Readonly<Record<string, readonly string[]>> = {
  locking: ['sealed', 'unsealed', 'open_for', 'longest'],
  alarms: ['count', 'open', 'processed'],
  online: ['online_for', 'came'],
  mileage: ['km', 'unreported_km', 'moved_for', 'stops', 'stood_for'],
  commands: ['count', 'success', 'failure', 'invalid'],
};

const COUNTED: Readonly<Record<string, (to: number) => readonly Piece[] | Promise<Piece[]>>> = {
  locking: actsOf,
  alarms: alarmsOf,
  online: onlineOf,
  mileage: waysOf,
  commands: commandsOf,
};

/** Periods in a time zone, each with its special property. */
const TIMES: readonly (readonly [what: string, zone: string, from: string, to: string])[] = [
  [
    'six weeks, with summer time from 31 March',
    'Europe/Berlin',
    '2024-02-26T23:00Z',
    '2024-04-07T22:00Z',
  ],
  ['a leap day', 'Asia/Shanghai', '2024-02-28T16:00Z', '2024-02-29T16:00Z'],
  ['a month that ends in summer time', 'Europe/Berlin', '2024-02-29T23:00Z', '2024-03-31T22:00Z'],
  ['clocks put back at midnight', 'America/Santiago', '2024-04-05T03:00Z', '2024-04-09T04:00Z'],
  ['from some minute to another', 'Asia/Kathmandu', '2024-03-10T10:10Z', '2024-03-13T17:33Z'],
];

describe.each(sample(TIMES, 2))('figures of %s (%s)', (_what, zone, first, next) => {
  const from = Date.parse(first);
  const to = Date.parse(next);

  it.each(Object.entries(COUNTED))('%s', async (report, count) => {
    const pieces = inQuarters((await count(to)).filter(({ at }) => at >= from && at < to));
    for (const [reader, seen] of Object.entries(SEES)) {
      for (const group of ['day', 'week', 'month', 'sn', 'org_id']) {
        const own = pieces.filter(({ org }) => seen.includes(org));
        const expected = summed(own, group, zone);
        const query = { report, from, to: to - 1, zone, group, pageSize: 1_000 };
        const { list } = await ask(reader, '/report/run', query);
        const measured = (row: Readonly<Record<string, unknown>> | undefined) =>
          (MEASURES[report] ?? []).map((name) => {
            const value = Number(row?.[name] ?? 0);
            return [
              name,
              name.endsWith('km') ? Math.round(value * 1_000) / 1_000 : Math.round(value),
            ];
          });
        const answered = new Map(
          list.map((row: Record<string, unknown>) => [
            String(group === 'sn' ? row.key : row.group),
            measured(row),
          ]),
        );
        const expectedRows = new Map([...expected].map(([name, sums]) => [name, measured(sums)]));
        expect([reader, group, answered]).toEqual([reader, group, expectedRows]);
      }
    }
  });
});

const stopsByLock = async (query: object) => {
  const { list } = await ask('admin', '/report/run', {
    ...{ report: 'mileage', zone: 'UTC', group: 'sn', pageSize: 1_000 },
    ...query,
  });
  return list.map(({ key, stops }: { key: string; stops: number }) => [key, stops]);
};

it('the report counts the same stops as playback', async () => {
  const playbackStops = LOCKS.map(({ sn }) => {
    const tracks = ORGS.map((org) =>
      trackOfRecords(
        sn,
        fixesOf(sn, org).map(({ ts, ...rest }) => ({ ...rest, create_time: ts })),
      ),
    );
    return [sn, tracks.reduce((sum, track) => sum + stopsOf(track).length, 0)];
  });
  const ours = LOCKS.map(({ sn }) => sn);
  const counted = await stopsByLock({ from: BEGIN, to: END });
  expect(counted.filter(([sn]: [string]) => ours.includes(sn)).sort()).toEqual(
    playbackStops.sort(),
  );
  expect(playbackStops.some(([, stops]) => Number(stops) > 0)).toBe(true);
});

it('a lock without speeds stops while it stays in place, not while it creeps', async () => {
  const sn = 'CREEPS';
  await ask('admin', '/device/add', { sn, org_id: HARBOUR });
  const from = END + DAY;
  // A metre per second for ten minutes, then five minutes in one place, reported every ten seconds.
  const reports = Array.from({ length: 90 }, (_, i) => ({
    ...{ ts: from + i * 10_000, lat: 30 + Math.min(i, 60) / 11_119.5, lon: 114 },
    ...{ position_status: 0, lock_status: 0 },
  })) as LockReport[];
  await store(reports.map((report) => ({ sn, org: HARBOUR, heard: report.ts, report })));
  const track = trackOfRecords(
    sn,
    reports.map(({ ts, ...rest }) => ({ ...rest, create_time: ts })),
  );
  expect(stopsOf(track)).toHaveLength(1);
  const counted = await stopsByLock({ from, to: from + DAY });
  expect(counted).toEqual([[sn, 1]]);
  const { list } = await ask('admin', '/report/run', {
    ...{ report: 'mileage', from, to: from + DAY, zone: 'UTC', group: 'sn' },
  });
  expect(list[0]).toMatchObject({ moved_for: expect.closeTo(540_000, -5) });
});

it('the report of openings has each action, its operator and its duration', async () => {
  const query = { report: 'locking', from: BEGIN, to: END, zone: 'UTC', pageSize: 1_000 };
  const { list, total } = await ask('admin', '/report/run', query);
  const rows = list.map((row: Record<string, unknown>) => [
    `${row.create_time} ${row.sn}`,
    row.lock_action,
    row.icc_card_no,
    row.open_for,
  ]);
  const opened = new Map(actsOf().map(({ sn, at, adds }) => [`${at} ${sn}`, adds.open_for]));
  const expected = sentReports
    .filter(({ report }) => report.lock_action !== undefined)
    .sort((a, b) => b.report.ts - a.report.ts || a.sn.localeCompare(b.sn))
    .map(({ sn, report: { ts, lock_action, icc_card_no } }) => {
      const key = `${ts} ${sn}`;
      return [key, lock_action, icc_card_no ?? null, opened.get(key) ?? null];
    });
  expect([total, rows]).toEqual([expected.length, expected.slice(0, 1_000)]);
});

it('a remote action in a buffered report belongs to the last sender before it', async () => {
  const sn = 'LATE';
  // Before the time that the other tests count.
  const begin = BEGIN - 5 * DAY;
  await ask('admin', '/device/add', { sn, org_id: HARBOUR });
  const order = (operate_name: string, at: number) => ({
    ...{ sn, org_id: HARBOUR, cmd: 'unseal', state: 'success', operate_name },
    ...{ create_time: begin + at, send_time: begin + at },
  });
  const orders = [order('Early', HOUR), order('Later', 5 * HOUR)];
  await server.store.db.insertInto('appointmentCommandRecord').values(orders).execute();
  const act = (at: number, report_reson: 1 | 2) => ({
    ...{ sn, org: HARBOUR, heard: begin + 6 * HOUR },
    report: { ts: begin + at, report_reson, lock_status: 1, lock_action: 1 } as LockReport,
  });
  await store([act(HOUR + 5_000, 2), act(5 * HOUR + 5_000, 1)]);
  const query = { report: 'locking', from: begin, to: begin + DAY, sns: [sn] };
  const { list } = await ask('harbour', '/report/run', query);
  expect(list.map((row: Record<string, unknown>) => row.operate_name)).toEqual(['Later', 'Early']);
});

it('a report of a lock or an organisation is the part of the whole', async () => {
  const query = { from: BEGIN, to: END, zone: 'UTC', pageSize: 1_000 };
  for (const report of Object.keys(MEASURES)) {
    const byLock = await ask('admin', '/report/run', { ...query, report, group: 'sn' });
    const { id } = (await ask('admin', '/device/list', { sn: 'F7' })).list[0];
    const one = await ask('admin', '/report/run', { ...query, report, group: 'sn', devices: [id] });
    expect(one.list).toEqual(byLock.list.filter(({ key }: { key: string }) => key === 'F7'));
    const byOrg = await ask('admin', '/report/run', { ...query, report, group: 'org_id' });
    const yard = await ask('admin', '/report/run', {
      ...query,
      report,
      group: 'org_id',
      orgs: [YARD],
    });
    expect(yard.list).toEqual(byOrg.list.filter(({ key }: { key: number }) => key === YARD));
  }
});
