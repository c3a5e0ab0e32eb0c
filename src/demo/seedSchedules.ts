import { sql } from 'kysely';
import { DAY, HOUR } from '../domain/duration';
import { nextRun, SCHEDULE, SCHEDULE_RESULT, type ScheduleTiming } from '../domain/schedule';
import type { WeekTimes } from '../domain/weekTimes';
import { anyOf, type Database, json, lit } from '../server/db';
import { type Author, getAuthor, insertId, type NewDemo } from './insert';
import type { DemoLock } from './locks';
import { answeringLocks, insertBatch } from './seedBatches';

interface Schedule extends ScheduleTiming {
  readonly name: string;
  readonly cmd: string;
  readonly args: Readonly<Record<string, number>>;
  readonly once_at?: number;
  readonly times?: WeekTimes;
  /** Names of geofences. */
  readonly fences?: readonly string[];
  readonly orgs?: readonly number[];
  readonly locks?: readonly DemoLock[];
  readonly isPaused?: true;
}

const ZONE = 'Asia/Shanghai';
const daily = (from: string, to: string): WeekTimes => ({ days: [], from, to, zone: ZONE });

/** Number of locks in a schedule that has run. */
const NIGHT_LOCKS = 6;
/** Number of locks on which a version is tried. */
const TRIAL_LOCKS = 3;

/** Commands that change little, because the server really sends them when they are due. */
const schedulesOf = (
  { orgIds, locks, now, translate }: NewDemo,
  newest: number | undefined,
): readonly Schedule[] => {
  const haulers = answeringLocks(locks, 0);
  const night = haulers.slice(0, NIGHT_LOCKS);
  const seals = haulers.filter(({ deviceType }) => deviceType === 'ES-100');
  const yard = orgIds[2];
  return [
    {
      name: translate('Sharper at night'),
      cmd: 'vibration',
      args: { value: 9 },
      times: daily('20:00', '22:00'),
      locks: night,
    },
    {
      name: translate('As usual by day'),
      cmd: 'vibration',
      args: { value: 6 },
      times: daily('07:00', '09:00'),
      locks: night,
    },
    {
      name: translate('Settings at the port'),
      cmd: 'readSettings',
      args: {},
      times: { days: [1], from: '09:00', to: '12:00', zone: ZONE },
      fences: [translate('Yantian port')],
    },
    {
      name: translate('Longer parking on weekends'),
      cmd: 'parkingAlarm',
      args: { minutes: 240 },
      times: { days: [6], from: '06:00', to: '08:00', zone: ZONE },
      ...(yard !== undefined && { orgs: [yard] }),
      isPaused: true,
    },
    ...(newest === undefined || seals.length === 0
      ? []
      : [
          {
            name: translate('Trial of the new firmware'),
            cmd: 'upgrade',
            args: { firmware: newest },
            once_at: Math.ceil(now / HOUR) * HOUR + 2 * DAY,
            locks: seals.slice(-TRIAL_LOCKS),
          },
        ]),
  ];
};

/** Returns the times at which a daily schedule ran, oldest first. */
const runsOf = ({ times }: Schedule, from: number, now: number): readonly number[] => {
  const runs: number[] = [];
  for (let at = nextRun({ times }, from); at !== undefined && at <= now; ) {
    runs.push(at);
    at = nextRun({ times }, at);
  }
  return runs;
};

const MAX_RUNS = 3;

const insertSchedule = async (
  db: Database,
  { id: operId, operName, org_id }: Author,
  schedule: Schedule,
  { now, created }: { readonly now: number; readonly created: number },
): Promise<number> => {
  const { name, cmd, args, once_at, times, fences, orgs, locks, isPaused } = schedule;
  const named = await db
    .selectFrom('fence')
    .select('id')
    .where('fence_name', '=', anyOf(fences ?? []))
    .execute();
  const devices = await db
    .selectFrom('device')
    .select('id')
    .where('sn', '=', anyOf((locks ?? []).map(({ sn }) => sn)))
    .orderBy('sn')
    .execute();
  const ids = (rows: readonly { readonly id: number }[]) =>
    rows.length > 0 ? rows.map(({ id }) => id) : null;
  const id = await insertId(
    db
      .insertInto('commandSchedule')
      .values({
        org_id,
        schedule_name: name,
        cmd,
        once_at: once_at ?? null,
        times: times ? json(times) : null,
        fences: ids(named),
        orgs: orgs ?? null,
        devices: ids(devices),
        state: isPaused ? SCHEDULE.paused : SCHEDULE.active,
        next_run: nextRun({ once_at, times }, now) ?? null,
        owner: operName,
        oper_id: operId,
        create_time: created,
      })
      .returning('id'),
  );
  for (const [arg, value] of Object.entries(args)) {
    await sql`
      update "commandSchedule" set ${sql.ref(`${cmd}_${arg}`)} = ${value} where id = ${id}`.execute(
      db,
    );
  }
  return id;
};

/** Seeds schedules of an organisation: two that have run, and others that are still to come. */
export const seedSchedules = async (db: Database, demo: NewDemo): Promise<void> => {
  const { now, pastMs } = demo;
  const author = await getAuthor(db, 'harbour');
  const rows = await db
    .selectFrom('firmware')
    .select('id')
    .where('device_type_id', 'is not', null)
    .orderBy('create_time', 'desc')
    .limit(lit(1))
    .execute();
  for (const schedule of schedulesOf(demo, rows[0]?.id)) {
    const { name, cmd, args, times, locks = [] } = schedule;
    const isDaily = times?.days.length === 0;
    const runs = isDaily ? runsOf(schedule, now - Math.min(pastMs, MAX_RUNS * DAY), now) : [];
    const created = runs[0] === undefined ? now : runs[0] - HOUR;
    const id = await insertSchedule(db, author, schedule, { now, created });
    for (const at of runs)
      await insertBatch(db, author, { cmd, args, at, locks, schedule: { id, name } });
    const last = runs.at(-1);
    if (last === undefined) continue;
    await db
      .updateTable('commandSchedule')
      .set({
        last_run: last,
        last_sent: locks.length,
        last_refused: 0,
        last_note: SCHEDULE_RESULT.sent,
      })
      .where('id', '=', id)
      .execute();
  }
};
