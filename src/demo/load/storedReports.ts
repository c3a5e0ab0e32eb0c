import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../domain/duration';
import { actionPath } from '../../protocol';
import type { Operator } from './api';
import type { LoadLock, SentReport } from './loadLock';

/** Maximum of a list's page. */
const PAGE_SIZE = 1_000;
/** Interval between two counts, and their number without a further record after which missing ones are lost. */
const COUNT_INTERVAL = SECOND;
const LAST_COUNTS = 4;

/** Numbers of the locks and of their reports. */
export interface ReportCounts {
  locks: number;
  sent: number;
  acknowledged: number;
  stored: number;
  /** Acknowledged and not stored. */
  lost: number;
  /** Stored more than once. */
  doubled: number;
}

const reportsOf = (locks: readonly LoadLock[]): SentReport[] =>
  locks.flatMap(({ reports }) => [...reports.values()]);

/** Counts the reports of locks by their records as they were last read. */
export const countReports = (locks: readonly LoadLock[]): ReportCounts => {
  const reports = reportsOf(locks);
  const count = (holds: (report: SentReport) => boolean): number => reports.filter(holds).length;
  return {
    locks: locks.length,
    sent: reports.length,
    acknowledged: count(({ acknowledgedAt }) => acknowledgedAt !== undefined),
    stored: count(({ stored }) => stored > 0),
    lost: count(({ acknowledgedAt, stored }) => acknowledgedAt !== undefined && stored === 0),
    doubled: count(({ stored }) => stored > 1),
  };
};

interface RecordPage {
  readonly list: readonly { readonly sn: string; readonly create_time: number }[];
}

/** Reads the records of an operator's organisation in spans of time, so that no page is far behind a first one. */
const readRecords = async ({ call }: Operator, locks: readonly LoadLock[]): Promise<void> => {
  const times = locks.flatMap(({ reports }) => [...reports.keys()]).sort((a, b) => a - b);
  for (const report of reportsOf(locks)) report.stored = 0;
  const reportsBySn = new Map(locks.map(({ sn, reports }) => [sn, reports]));
  for (let i = 0; i < times.length; ) {
    const from = times[i] as number;
    const to = times[Math.min(i + PAGE_SIZE, times.length) - 1] as number;
    for (let pageNum = 1; ; pageNum++) {
      const { list } = await call<RecordPage>(actionPath('deviceLocationRecord', 'list'), {
        ...{ create_time_from: from, create_time_to: to, pageNum, pageSize: PAGE_SIZE },
        ...{ sortField: 'create_time', sortOrder: 'asc' },
      });
      for (const { sn, create_time } of list) {
        const report = reportsBySn.get(sn)?.get(create_time);
        if (report) report.stored += 1;
      }
      if (list.length < PAGE_SIZE) break;
    }
    while (i < times.length && (times[i] as number) <= to) i += 1;
  }
};

/**
 * Counts how often each report is stored. While acknowledged ones are missing it counts again, because an external
 * broker acknowledges a report before the server has it.
 */
export const findStored = async (reader: Operator, locks: readonly LoadLock[]): Promise<void> => {
  let best = -1;
  for (let unchanged = 0; unchanged < LAST_COUNTS; unchanged++) {
    await readRecords(reader, locks);
    const { stored, lost } = countReports(locks);
    if (lost === 0) return;
    if (stored > best) unchanged = 0;
    best = Math.max(best, stored);
    await sleep(COUNT_INTERVAL);
  }
};
