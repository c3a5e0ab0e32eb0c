import { DAY, HOUR } from './duration';
import { choices } from './label';
import { dayOfWeek } from './period';
import { dayAt, momentAt } from './zone';

/** Mailing interval of a saved report. */
export const reportEvery = choices([
  ['never', 'Never', '不发送'],
  ['daily', 'Every day', '每天'],
  ['weekly', 'Every week', '每周'],
  ['monthly', 'Every month', '每月'],
]);

/** Days of the week, ISO 8601: Monday is 1. */
export const weekday = choices([
  [1, 'Monday', '周一'],
  [2, 'Tuesday', '周二'],
  [3, 'Wednesday', '周三'],
  [4, 'Thursday', '周四'],
  [5, 'Friday', '周五'],
  [6, 'Saturday', '周六'],
  [7, 'Sunday', '周日'],
]);

/** Result of the last run of a saved report. */
export const REPORT_RESULT = { queued: 1, notAllowed: 2, failed: 3 } as const;

export const reportResult = choices(
  [
    [REPORT_RESULT.queued, 'Sent', '已发送'],
    [
      REPORT_RESULT.notAllowed,
      'The owner no longer has permission to read this',
      '责任人已无权查看该报表',
    ],
    [REPORT_RESULT.failed, 'Could not be created', '生成失败'],
  ],
  { 1: 'success', 2: 'error', 3: 'error' },
);

/** Mailing schedule of a saved report; names as on the wire. */
export interface ReportSchedule {
  readonly every?: unknown;
  /** 0 to 23, in the time zone. */
  readonly hour?: unknown;
  /** For weekly reports; 1 is Monday. */
  readonly week_day?: unknown;
  /** For monthly reports; 1 to 28. */
  readonly month_day?: unknown;
  readonly zone: string;
}

/** Returns the next run after a time, both in epoch ms; undefined if it is not scheduled. */
export const nextReportRun = (
  { every, hour, week_day, month_day, zone }: ReportSchedule,
  after: number,
): number | undefined => {
  const at = Number(hour ?? 0) * HOUR;
  const today = dayAt(zone, after);
  const isDue = (day: number): boolean => {
    if (every === 'daily') return true;
    if (every === 'weekly') return dayOfWeek(day) === Number(week_day ?? 1);
    return every === 'monthly' && new Date(day).getUTCDate() === Number(month_day ?? 1);
  };
  for (let day = today; day <= today + 32 * DAY; day += DAY) {
    const moment = momentAt(zone, day + at);
    if (moment > after && isDue(day)) return moment;
  }
  return undefined;
};
