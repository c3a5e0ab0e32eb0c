import { DAY } from '../../../domain/duration';
import type { LockReport } from '../../../domain/lock';
import { type ClockLimits, type ClockVerdict, judgeClock } from '../../../domain/lockClock';
import { RECORD_KEEP_DAYS } from '../../../domain/system';
import { checkValues, type ValidMessage } from './messages';

/** Reads the days after which records are deleted. */
export type ReadKeepDays = () => Promise<number>;

/** Report that passed the rules that hold for every carrier. */
export interface CheckedReport extends Pick<ClockVerdict, 'time'> {
  readonly report: LockReport;
  /** Values that were left out, and the fault of the clock; for the lock's developer. */
  readonly faults: readonly string[];
}

/** Rules of time and values for every carrier. */
export const createReportRules = (readKeepDays: ReadKeepDays) => {
  let reading: Promise<number> | undefined;
  const endReading = () => {
    reading = undefined;
  };
  /** Reads the parameter only for a time older than its minimum. Reports meanwhile wait, so that they keep their order. */
  const limitsFor = async (ts: number, now: number): Promise<ClockLimits> => {
    const recent = now - RECORD_KEEP_DAYS.min * DAY;
    const isRecent = !(ts < recent);
    if (!isRecent) reading ??= readKeepDays().finally(endReading);
    const days = await (reading ?? RECORD_KEEP_DAYS.min);
    return { now, oldest: isRecent ? recent : now - days * DAY };
  };
  const checkTime = async (
    { value: report, leftOut }: ValidMessage<LockReport>,
    now: number,
  ): Promise<CheckedReport> => {
    const { ts } = report;
    const { time, fault } = judgeClock(report, await limitsFor(ts, now));
    return { report, time, faults: fault === undefined ? leftOut : [...leftOut, fault] };
  };
  return {
    /** Checks the time of a report whose values a parser has checked. */
    checkTime,
    /** Checks a report that its carrier decoded. @param now server clock at receipt, epoch ms */
    check: (report: LockReport, now: number): Promise<CheckedReport> =>
      checkTime(checkValues(report), now),
  };
};

export type ReportRules = ReturnType<typeof createReportRules>;
