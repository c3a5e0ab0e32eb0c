import type { LoadLock, SentReport } from './loadLock';
import type { CallFigures } from './operators';
import type { LoadOptions } from './options';
import type { ServerMetrics } from './serverMetrics';
import { countReports, type ReportCounts } from './storedReports';

/** Figures of a load test. */
export interface LoadFigures {
  readonly locks: readonly LoadLock[];
  readonly calls: CallFigures;
  /** Reports a second that were sent. */
  readonly rate: number;
  /** Share of the time in which this process was busy, 0 to 1. */
  readonly busy: number;
  readonly server?: ServerFigures;
}

/** Figures of the server process. */
interface ServerFigures extends Pick<ServerMetrics, 'memoryBytes' | 'queue' | 'waiting'> {
  /** Processor time of a call without other load, ms. */
  readonly perCall: number;
  /** Processor time of a report with what follows from it, without that of calls, ms. */
  readonly perReport: number;
}

/** Share of asked reports below which the rate was not reached. */
const MIN_REACHED = 0.98;
/** Share of its time from which this process may be what limits the rate. */
const BUSY = 0.8;
/** Locks that are named with their lost reports. */
const MAX_NAMED = 10;

const COLUMNS = ['locks', 'sent', 'acknowledged', 'stored', 'lost', 'doubled'] as const;

const tableOf = (rows: readonly (readonly [name: string, counts: ReportCounts])[]): string => {
  const cells = [
    ['protocol', ...COLUMNS],
    ...rows.map(([name, counts]) => [name, ...COLUMNS.map((column) => String(counts[column]))]),
  ];
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(10) : cell.padStart(13))).join('');
  return cells.map(line).join('\n');
};

/** Formats the median and two higher percentiles of durations in ms. */
const durations = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (percent: number) =>
    Math.round(
      sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0,
    );
  return `median ${at(50)} ms, p95 ${at(95)} ms, p99 ${at(99)} ms`;
};

/** Returns the reports of a running test. The first one of a lock waits for its connection. */
const loadReports = (locks: readonly LoadLock[]): SentReport[] =>
  locks.flatMap(({ reports }) => [...reports.values()].slice(1));

const timesUntil = (reports: readonly SentReport[], end: 'acknowledgedAt' | 'seenAt'): number[] =>
  reports.flatMap((report) => {
    const at = report[end];
    return at === undefined ? [] : [at - report.sentAt];
  });

const lostLines = (locks: readonly LoadLock[]): string[] => {
  const losers = locks.filter((lock) => countReports([lock]).lost > 0);
  const lines = losers.slice(0, MAX_NAMED).map((lock) => {
    const [first = 0] =
      [...lock.reports].find(([, { acknowledgedAt, stored }]) => acknowledgedAt && stored === 0) ??
      [];
    const { lost } = countReports([lock]);
    return `${lock.sn} lost ${lost}, the first of ${new Date(first).toISOString()}`;
  });
  return losers.length > MAX_NAMED ? [...lines, `… of ${losers.length} locks`] : lines;
};

const warnings = ({ rate, busy, calls }: LoadFigures, options: LoadOptions): string[] => [
  ...(rate < options.rate * MIN_REACHED
    ? [`Only ${rate.toFixed(1)} reports a second were sent`]
    : []),
  ...(busy > BUSY
    ? [`This tool was busy for ${Math.round(busy * 100)} % of the time: run it on several machines`]
    : []),
  ...(calls.failures[0] === undefined ? [] : [`First failed call: ${calls.failures[0]}`]),
];

/** Formats the figures of a load test. @returns `isWhole` is false if a report was lost or stored twice */
export const resultsOf = (figures: LoadFigures, options: LoadOptions) => {
  const { locks, calls, rate, busy, server } = figures;
  const kinds = [...new Set(locks.map(({ kind }) => kind))];
  const all = countReports(locks);
  const reports = loadReports(locks);
  const { times, failures } = calls;
  const lines = [
    tableOf([
      ...kinds.map(
        (kind) => [kind, countReports(locks.filter((lock) => lock.kind === kind))] as const,
      ),
      ['all', all],
    ]),
    `reports: ${rate.toFixed(1)} a second of ${options.rate}, for ${options.seconds} s; this tool was busy for ${Math.round(busy * 100)} %`,
    `acknowledged after: ${durations(timesUntil(reports, 'acknowledgedAt'))}`,
    `visible after: ${durations(timesUntil(reports, 'seenAt'))}`,
    `calls of ${options.operators} operators: ${times.length}, ${failures.length} failed, ${durations(times)}`,
    ...(server
      ? [
          `server: ${server.perReport.toFixed(2)} ms of processor time a report, ${server.perCall.toFixed(1)} ms a call; ` +
            `${Math.round(server.memoryBytes / 1e6)} MB; at most ${server.queue} reports and ${server.waiting} statements waited`,
        ]
      : []),
    ...warnings(figures, options),
    ...lostLines(locks),
  ];
  return { text: lines.join('\n'), isWhole: all.lost === 0 && all.doubled === 0 };
};
