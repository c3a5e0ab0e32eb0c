import { DAY, HOUR } from '../../domain/duration';
import { nextRun, SCHEDULE, SCHEDULE_RESULT } from '../../domain/schedule';
import type { WeekTimes } from '../../domain/weekTimes';
import type { Database, NewRow } from '../../server/db';
import { type NewDemo, plant, required } from './insert';
import { answeringLocks, insertBatch } from './seedBatches';
import type { ExampleIds } from './seedExamples';

const ZONE = 'Asia/Shanghai';
const weekly = (days: WeekTimes['days'], from: string, to: string) => {
  return { days, from, to, zone: ZONE };
};

/** Number of locks in a schedule that has run. */
const NIGHT_LOCKS = 6;
/** Number of locks on which a version is tried. */
const TRIAL_LOCKS = 3;

type Schedule = Pick<NewRow<'commandSchedule'>, 'cmd' | 'schedule_name'> &
  Partial<NewRow<'commandSchedule'>>;

/** Commands that change little, because the server really sends them when they are due. */
const schedulesOf = (
  { org, devices, locks, now, translate }: NewDemo,
  { fences, firmware }: ExampleIds,
): readonly Schedule[] => {
  const haulers = answeringLocks(locks, 0);
  const idsOf = (some: typeof haulers) => {
    const sns = new Set(some.map(({ sn }) => sn));
    const ids = devices.filter(({ sn }) => sns.has(sn)).map(({ id }) => id);
    return ids.length > 0 ? ids : null;
  };
  const night = idsOf(haulers.slice(0, NIGHT_LOCKS));
  const trial = idsOf(
    haulers.filter(({ deviceType }) => deviceType === 'ES-100').slice(-TRIAL_LOCKS),
  );
  const schedules: Schedule[] = [
    {
      ...{ schedule_name: translate('Sharper at night'), cmd: 'vibration', vibration_value: 9 },
      ...{ times: weekly([], '20:00', '22:00'), devices: night },
    },
    {
      ...{ schedule_name: translate('As usual by day'), cmd: 'vibration', vibration_value: 6 },
      ...{ times: weekly([], '07:00', '09:00'), devices: night },
    },
    {
      ...{ schedule_name: translate('Settings at the port'), cmd: 'readSettings' },
      ...{ times: weekly([1], '09:00', '12:00'), fences: fences.slice(0, 1) },
    },
    {
      ...{ schedule_name: translate('Longer parking on weekends'), cmd: 'parkingAlarm' },
      ...{ parkingAlarm_minutes: 240, times: weekly([6], '06:00', '08:00'), orgs: [org(2)] },
      state: SCHEDULE.paused,
    },
    {
      ...{ schedule_name: translate('Trial of the new firmware'), cmd: 'upgrade', devices: trial },
      ...{ upgrade_firmware: firmware.at(-1), once_at: Math.ceil(now / HOUR) * HOUR + 2 * DAY },
    },
  ];
  return trial ? schedules : schedules.slice(0, -1);
};

/** Returns the times at which a daily schedule ran, oldest first. */
const runsOf = ({ times }: Schedule, from: number, now: number): readonly number[] => {
  const runs: number[] = [];
  if (times?.days.length !== 0) return runs;
  for (let at = nextRun({ times }, from); at !== undefined && at <= now; ) {
    runs.push(at);
    at = nextRun({ times }, at);
  }
  return runs;
};

const MAX_RUNS = 3;

/** Seeds schedules of an organisation: two that have run, and others that are still to come. */
export const seedSchedules = async (
  db: Database,
  demo: NewDemo,
  examples: ExampleIds,
): Promise<void> => {
  const { locks: all, by, now, pastMs } = demo;
  const author = by('harbour');
  const locks = answeringLocks(all, 0).slice(0, NIGHT_LOCKS);
  for (const schedule of schedulesOf(demo, examples)) {
    const { schedule_name: name, cmd, times, once_at, vibration_value: value } = schedule;
    const runs = runsOf(schedule, now - Math.min(pastMs, MAX_RUNS * DAY), now);
    const [first, last] = [runs[0], runs.at(-1)];
    const [id] = await plant(db, 'commandSchedule', [
      {
        ...{ state: SCHEDULE.active, ...schedule, org_id: author.org_id },
        next_run:
          nextRun({ once_at: once_at ?? undefined, times: times ?? undefined }, now) ?? null,
        ...{ owner: author.operName, oper_id: author.id },
        create_time: first === undefined ? now : first - HOUR,
        ...(last !== undefined && {
          ...{ last_run: last, last_sent: locks.length, last_refused: 0 },
          last_note: SCHEDULE_RESULT.sent,
        }),
      },
    ]);
    for (const at of runs) {
      const from = { id: required(id, 'schedule'), name };
      await insertBatch(db, demo, author, { cmd, args: { value }, at, locks, schedule: from });
    }
  }
};
