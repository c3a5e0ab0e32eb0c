import { choices, type Label } from './label';
import { lengthOf, nextStart, weekTimesOf } from './weekTimes';

export const SCHEDULE = { active: 1, paused: 2, ended: 3 } as const;

export const scheduleState = choices(
  [
    [SCHEDULE.active, 'Active', '启用'],
    [SCHEDULE.paused, 'Paused', '已暂停'],
    [SCHEDULE.ended, 'Ended', '已结束'],
  ],
  { 1: 'success', 2: 'warning' },
  { forms: { 2: 'sign' } },
);

/** Result of the last run of a schedule. */
export const SCHEDULE_RESULT = { sent: 1, nobody: 2, notAllowed: 3, missed: 4, failed: 5 } as const;

export const scheduleResult = choices(
  [
    [SCHEDULE_RESULT.sent, 'Sent', '已下发'],
    [SCHEDULE_RESULT.nobody, 'No lock matched', '没有符合条件的设备'],
    [
      SCHEDULE_RESULT.notAllowed,
      'The owner no longer has permission to send this',
      '责任人已无权下发该指令',
    ],
    [
      SCHEDULE_RESULT.missed,
      'Missed because the server was not running',
      '已错过：服务器当时未运行',
    ],
    [SCHEDULE_RESULT.failed, 'Could not be sent', '下发失败'],
  ],
  { 1: 'success', 2: 'warning', 3: 'error', 4: 'warning', 5: 'error' },
);

/** Timing of a schedule; names as on the wire. */
export interface ScheduleTiming {
  /** Epoch ms. */
  readonly once_at?: unknown;
  readonly times?: unknown;
}

const onceOf = ({ once_at }: ScheduleTiming): number | undefined =>
  typeof once_at === 'number' ? once_at : undefined;

/** Returns the next run after a time, both in epoch ms; undefined if there is none. */
export const nextRun = (timing: ScheduleTiming, after: number): number | undefined => {
  const once = onceOf(timing);
  if (once !== undefined) return once > after ? once : undefined;
  const weekly = weekTimesOf(timing.times);
  return weekly && nextStart(weekly, after);
};

/**
 * Returns the lifetime of the commands of a weekly schedule, ms, in which sleeping locks can wake up. Undefined for
 * other schedules, which use the default.
 */
export const waitTime = (timing: ScheduleTiming): number | undefined => {
  const weekly = weekTimesOf(timing.times);
  return weekly && onceOf(timing) === undefined ? lengthOf(weekly) : undefined;
};

const onceOrWeekly: Label = [
  'Enter either one date and time or weekly times',
  '单次执行时间与每周执行时段须且只能填写一项',
];
const noTarget: Label = [
  'Choose geofences, organisations or devices',
  '请选择围栏、机构或设备以确定目标',
];

type ScheduleTargets = Partial<Record<'fences' | 'orgs' | 'devices', readonly unknown[] | null>>;

/** Returns the errors of a schedule by field; undefined if it is valid. */
export const timesError = ({
  fences,
  orgs,
  devices,
  ...timing
}: ScheduleTiming & Readonly<ScheduleTargets>):
  | { once_at?: Label; times?: Label; fences?: Label }
  | undefined => {
  const hasOnce = onceOf(timing) !== undefined;
  const hasWeekly = weekTimesOf(timing.times) !== undefined;
  const hasTarget = [fences, orgs, devices].some((each) => each && each.length > 0);
  if (hasOnce === hasWeekly) return { once_at: onceOrWeekly };
  return hasTarget ? undefined : { fences: noTarget };
};
