import { DAY, HOUR, MINUTE, SECOND } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import { LOCK } from '../../domain/lock';
import { nextRun, SCHEDULE, SCHEDULE_RESULT } from '../../domain/schedule';
import { SOURCE, type Waves, waveSize } from '../../domain/ticket';
import type { WeekTimes } from '../../domain/weekTimes';
import type { NewRow } from '../../server/db';
import { applyCommand } from '../locks/lockBody';
import { randomBetween } from '../world/random';
import { traitsOf } from '../world/traits';
import type { NewDemo, Seeds } from './insert';
import { resultOf } from './pastLock';

type Lock = NewDemo['devices'][number];

/** Returns the locks that answer within a minute, or never, on every day of the history. */
const answeringLocks = ({ devices }: NewDemo, orgIndex: number): readonly Lock[] =>
  devices.filter(
    ({ sn, protocol = PROTOCOL.mqtt, ...lock }) =>
      lock.orgIndex === orgIndex &&
      protocol === PROTOCOL.mqtt &&
      lock.status !== LOCK.initial &&
      lock.behaviour !== 'asleep' &&
      !traitsOf(sn).away,
  );

/** Locks of the schedules that have run. */
const nightLocks = (demo: NewDemo) => answeringLocks(demo, 0).slice(0, 6);

/** Number of locks on which a version is tried. */
const TRIAL_LOCKS = 3;

const weekly = (days: WeekTimes['days'], from: string, to: string): WeekTimes => {
  return { days, from, to, zone: 'Asia/Shanghai' };
};

type Schedule = Pick<NewRow<'commandSchedule'>, 'cmd' | 'schedule_name'> &
  Partial<NewRow<'commandSchedule'>>;

/** Commands that change little, because the server really sends them when they are due. */
const schedulesOf = (demo: NewDemo): readonly Schedule[] => {
  const { org, planted, now, translate } = demo;
  const idsOf = (locks: readonly Lock[]) => (locks.length > 0 ? locks.map(({ id }) => id) : null);
  const night = idsOf(nightLocks(demo));
  const seals = answeringLocks(demo, 0).filter(({ deviceType }) => deviceType === 'ES-100');
  const trial = idsOf(seals.slice(-TRIAL_LOCKS));
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
      ...{ times: weekly([1], '09:00', '12:00') },
      fences: planted('fence')
        .slice(0, 1)
        .map(({ id }) => id),
    },
    {
      ...{ schedule_name: translate('Longer parking on weekends'), cmd: 'parkingAlarm' },
      ...{ parkingAlarm_minutes: 240, times: weekly([6], '06:00', '08:00'), orgs: [org(2)] },
      state: SCHEDULE.paused,
    },
    {
      ...{ schedule_name: translate('Trial of the new firmware'), cmd: 'upgrade', devices: trial },
      upgrade_firmware: planted('firmware').at(-1)?.id,
      once_at: Math.ceil(now / HOUR) * HOUR + 2 * DAY,
    },
  ];
  return trial ? schedules : schedules.slice(0, -1);
};

const MAX_RUNS = 3;

/** Returns the times at which a daily schedule ran, oldest first. */
const runsOf = (times: WeekTimes | null | undefined, { now, pastMs }: NewDemo): number[] => {
  const runs: number[] = [];
  if (times?.days.length !== 0) return runs;
  let at = nextRun({ times }, now - Math.min(pastMs, MAX_RUNS * DAY));
  for (; at !== undefined && at <= now; at = nextRun({ times }, at)) runs.push(at);
  return runs;
};

interface PastBatch {
  readonly login: string;
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Epoch ms. */
  readonly at: number;
  readonly locks: readonly Lock[];
  readonly reason?: string;
  readonly waves?: Waves;
  readonly schedule?: { readonly id: number; readonly schedule_name: string };
}

/** Batches of operators, one of them in waves, and those of the schedules that have run. */
const batchesOf = (demo: NewDemo): readonly PastBatch[] => {
  const { pastMs, now, planted, translate } = demo;
  const [haulers, tankers] = [answeringLocks(demo, 0), answeringLocks(demo, 1)];
  const ago = (share: number) => Math.round(now - pastMs * share);
  const batches: PastBatch[] = [
    {
      ...{ login: 'harbour', cmd: 'parkingAlarm', args: { minutes: 90 }, at: ago(0.4) },
      ...{ locks: haulers.slice(0, 9), waves: { first: 2, next: 4, failures: 2 } },
      reason: translate('Longer breaks for drivers'),
    },
    {
      ...{ login: 'harbour', cmd: 'vibration', args: { value: 6 }, at: ago(0.2) },
      ...{ locks: haulers.slice(8, 20), reason: translate('Fewer false alarms') },
    },
    {
      ...{ login: 'northern', cmd: 'readSettings', args: {}, at: ago(0.1) },
      locks: tankers.slice(0, 5),
    },
    ...planted('commandSchedule').flatMap((schedule) =>
      runsOf(schedule.times, demo).map((at) => ({
        ...{ login: 'harbour', cmd: schedule.cmd, args: { value: schedule.vibration_value }, at },
        ...{ locks: nightLocks(demo), schedule },
      })),
    ),
  ];
  return batches.filter(({ locks }) => locks.length > 0);
};

/** Tickets of a batch. A wave is sent when the one before has ended. */
const ticketsOf = ({ cmd, args, locks, at, waves }: PastBatch) => {
  let startTime = at;
  let endTime = at;
  let current = 1;
  return locks.map(({ sn, org_id, seed, behaviour }, place) => {
    const wave = waves ? waveSize(place, waves) : 1;
    if (wave > current) startTime = endTime + SECOND;
    current = wave;
    const send_time = startTime + 150;
    const reply =
      behaviour === 'silent' ? undefined : applyCommand(LOCK.sealed, behaviour, { cmd, args });
    const delay = reply ? randomBetween(1, 3, seed, 91) * SECOND : MINUTE;
    const end_time = Math.round(send_time + delay);
    endTime = Math.max(endTime, end_time);
    const sent = { sn, org_id, send_time, end_time, wave: waves ? wave : null };
    return { ...sent, ...resultOf(reply) };
  });
};

/** Columns that a batch and its tickets share. */
const commonOf = ({ login, cmd, at, reason, schedule }: PastBatch, { by }: NewDemo) => {
  const { id: oper_id, operName } = by(login);
  const operate_source = schedule ? SOURCE.schedule : SOURCE.operator;
  const operate_name = schedule?.schedule_name ?? operName;
  return { cmd, oper_id, operate_source, operate_name, reason, create_time: at };
};

/** Schedules: two that have run, and others that are still to come; and past batches. */
export const commands: Seeds = {
  commandSchedule: (demo) => {
    const { id: oper_id, operName: owner, org_id } = demo.by('harbour');
    return schedulesOf(demo).map((schedule) => {
      const { times = undefined, once_at = undefined } = schedule;
      const runs = runsOf(times, demo);
      const [first, last] = [runs[0], runs.at(-1)];
      return {
        ...{ state: SCHEDULE.active, ...schedule, org_id, owner, oper_id },
        next_run: nextRun({ once_at: once_at ?? undefined, times: times ?? undefined }, demo.now),
        create_time: first === undefined ? demo.now : first - HOUR,
        ...(last !== undefined && {
          ...{ last_run: last, last_sent: nightLocks(demo).length, last_refused: 0 },
          last_note: SCHEDULE_RESULT.sent,
        }),
      };
    });
  },
  command_batch: (demo) =>
    batchesOf(demo).map((batch) => {
      const tickets = ticketsOf(batch);
      const wave = tickets.at(-1)?.wave ?? 1;
      const isForgiven = (ticket: (typeof tickets)[number]) =>
        ticket.wave !== null && ticket.wave < wave && ticket.state !== 'success';
      return {
        ...{ ...commonOf(batch, demo), org_id: demo.by(batch.login).org_id, state: 'open', wave },
        ...{ waves: batch.waves, schedule_id: batch.schedule?.id },
        ...{ total: tickets.length, forgiven: tickets.filter(isForgiven).length },
      };
    }),
  appointmentCommandRecord: (demo) =>
    batchesOf(demo)
      .flatMap((batch, i) => {
        const batch_id = demo.planted('command_batch')[i]?.id;
        const common = { ...commonOf(batch, demo), args: batch.args, deadline: batch.at + DAY };
        return ticketsOf(batch).map((ticket) => ({ ...ticket, ...common, batch_id }));
      })
      .sort((a, b) => a.send_time - b.send_time || (a.sn < b.sn ? -1 : 1)),
};
