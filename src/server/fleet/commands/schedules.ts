import { sql } from 'kysely';
import type { Console, Row } from '../../../config';
import { HOUR, MINUTE, SECOND } from '../../../domain/duration';
import { ownValue } from '../../../domain/ownValue';
import { nextRun, SCHEDULE, SCHEDULE_RESULT, waitTime } from '../../../domain/schedule';
import type { Rights } from '../../auth';
import { anyOf, type Database, lit } from '../../db';
import { readParameters } from '../../db/parameters';
import type { PlaceReader } from '../../gazetteer/ownPlaces';
import { type DueRow, dueRowsTasks, markRun } from '../../work/claims';
import type { Task, TaskRun } from '../../work/worker';
import { type Commands, deviceOf, findTargets, senderOf } from '.';
import type { CommandsByCode } from './settings';

interface ScheduleDependencies {
  readonly db: Database;
  readonly config: Console;
  readonly fleet: Pick<Commands, 'issue' | 'announce'>;
  readonly rights: Rights;
  readonly places: PlaceReader;
  /** Base URL of the server's files for locks; empty if it is not configured. */
  readonly filesUrl: () => string | undefined;
  readonly log: { error(text: string): void };
}

type Context = ScheduleDependencies & Pick<TaskRun, 'now'>;

export const scheduleTasks = (deps: ScheduleDependencies): readonly Task[] => {
  const { config, db, log } = deps;
  if (!config.entities.some(({ name }) => name === 'commandSchedule')) return [];
  return [
    {
      name: 'schedules missed too early',
      every: MINUTE,
      run: ({ now }) => planMissedAgain(db, now()),
    },
    ...dueRowsTasks<Schedule>(db, {
      nextRun: nextRunOf,
      ...{ ...ACTIVE, name: 'schedules', every: SECOND, log },
      perform: (schedule, now) => runSchedule({ ...deps, now }, schedule),
      fail: (schedule, now) => claim(db, schedule, now, SCHEDULE_RESULT.failed),
    }),
  ];
};

/** Plans schedules again whose only run was missed by a clock that was ahead. @param now epoch ms */
const planMissedAgain = async (db: Database, now: number): Promise<void> => {
  await db
    .updateTable('commandSchedule')
    .set((eb) => ({ state: SCHEDULE.active, next_run: eb.ref('once_at'), last_note: null }))
    .where('state', '=', lit(SCHEDULE.ended))
    .where('last_note', '=', lit(SCHEDULE_RESULT.missed))
    .where('once_at', '>', now)
    .where('last_run', '>', now)
    .execute();
};

interface Schedule extends DueRow {
  readonly schedule_name: string;
  readonly cmd: string;
  readonly oper_id: number | null;
  readonly org_id: number | null;
  readonly once_at: number | null;
  readonly times: unknown;
  readonly fences: readonly number[] | null;
  readonly orgs: readonly number[] | null;
  readonly devices: readonly number[] | null;
  readonly reason: string | null;
  /** `{command}_{argument}` for every command that can be scheduled. */
  readonly [argument: string]: unknown;
}

/**
 * Reads the arguments of a schedule's command from its columns `{command}_{argument}`. @throws Error if the command
 * is not declared
 */
const argsOf = ({ entities }: Console, schedule: Schedule): Row => {
  const command = entities
    .map(({ commands }) => ownValue(commands as CommandsByCode, schedule.cmd))
    .find((each) => each !== undefined);
  if (!command) throw new Error(`there is no command ${schedule.cmd}`);
  const entries = Object.keys(command.args).map(
    (name) => [name, schedule[`${schedule.cmd}_${name}`]] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
};

type ScheduleResult = (typeof SCHEDULE_RESULT)[keyof typeof SCHEDULE_RESULT];

const runSchedule = async (deps: Context, schedule: Schedule): Promise<void> => {
  const { db, fleet, now, config } = deps;
  const { command_wait_hours } = await readParameters(db);
  const waitMs = waitTime(schedule) ?? command_wait_hours * HOUR;
  const ends = schedule.next_run + waitMs;
  const end = (result: ScheduleResult) => claim(db, schedule, now(), result);
  if (now() >= ends) return void (await end(SCHEDULE_RESULT.missed));
  const oper = await senderOf(db, deps.rights, schedule);
  if (!oper) return void (await end(SCHEDULE_RESULT.notAllowed));
  const sns = await targetsOf(deps, schedule, oper);
  if (sns.length === 0) return void (await end(SCHEDULE_RESULT.nobody));
  const { id, schedule_name: name, cmd: code, reason } = schedule;
  const how = { hours: (ends - now()) / HOUR, reason: reason ?? undefined };
  const by = { oper, locale: 'en', filesUrl: deps.filesUrl() } as const;
  const call = { code, sns, args: argsOf(config, schedule), how, schedule: { id, name }, ...by };
  const sent = await db.transaction().execute(async (transaction) => {
    // Tickets and the next run are committed together, so a second server finds the schedule no longer due.
    if (!(await claim(transaction, schedule, now(), SCHEDULE_RESULT.sent))) return [];
    const { tickets, refused } = await fleet.issue(transaction, call);
    await transaction
      .updateTable('commandSchedule')
      .set({ last_sent: tickets.length, last_refused: refused.length })
      .where('id', '=', id)
      .execute();
    return tickets;
  });
  fleet.announce(sent);
};

const ACTIVE = { table: 'commandSchedule', where: sql`state = ${SCHEDULE.active}` } as const;

const nextRunOf = (schedule: Schedule, after: number): number | undefined =>
  nextRun({ ...schedule, once_at: schedule.once_at ?? undefined }, after);

/** Records a run and sets the next one. @returns see markRun */
const claim = (db: Database, schedule: Schedule, now: number, result: ScheduleResult) => {
  const next = nextRunOf(schedule, now) ?? null;
  const state = next === null ? SCHEDULE.ended : SCHEDULE.active;
  const counts = { last_sent: 0, last_refused: 0 };
  const changes = { last_run: now, last_note: result, ...counts, next_run: next, state };
  return markRun(db, ACTIVE, schedule, changes);
};

/** Returns the serial numbers of the locks that a schedule targets now. */
const targetsOf = async (
  { db, config, places }: ScheduleDependencies,
  { fences, orgs, devices }: Schedule,
  oper: { readonly org_id: number },
): Promise<string[]> => {
  const nonEmpty = (ids: readonly number[] | null) => (ids && ids.length > 0 ? ids : undefined);
  const sns = nonEmpty(devices) && (await snsOf(db, devices ?? []));
  return findTargets(
    db,
    { sns, orgs: nonEmpty(orgs), fences: nonEmpty(fences) },
    { config, device: deviceOf(config), places, oper },
  );
};

const snsOf = async (db: Database, ids: readonly number[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('device')
    .select('sn')
    .where('id', '=', anyOf(ids))
    .orderBy('sn')
    .execute();
  return rows.map(({ sn }) => sn);
};
