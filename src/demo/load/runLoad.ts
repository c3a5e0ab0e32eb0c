import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../domain/duration';
import { LIVE_COLUMNS, type LiveRow } from '../../domain/live';
import { type AddedLock, addLocks, type Running } from './addLocks';
import { type Operator, openApi } from './api';
import type { LoadLock } from './loadLock';
import { type CallFigures, follow, visit, work } from './operators';
import type { LoadOptions } from './options';
import { type Organisation, openOrganisation } from './organisation';
import { type LoadFigures, resultsOf } from './resultTable';
import { connectLocks, sendReports, waitingReports } from './sendReports';
import { readMetrics, type ServerMetrics } from './serverMetrics';
import { findStored } from './storedReports';

const LINE_INTERVAL = 5_000;
/** Time for the last acknowledgements, ms. */
const LAST_ACKNOWLEDGEMENTS = 20_000;
/** Interval at which they are looked for, ms. */
const LOOK_INTERVAL = 10;
/** Visits of an operator that are made without a load. */
const VISITS_ALONE = 100;

const [SN, REPORT_TIME] = [LIVE_COLUMNS.indexOf('sn'), LIVE_COLUMNS.indexOf('report_time')];

/** Notes when a report is first in an answer. */
const watchFor = (locks: readonly LoadLock[]) => {
  const reportsBySn = new Map(locks.map(({ sn, reports }) => [sn, reports]));
  return (rows: readonly LiveRow[]): void => {
    const seenAt = performance.now();
    for (const row of rows) {
      const report = reportsBySn.get(String(row[SN]))?.get(Number(row[REPORT_TIME]));
      if (report) report.seenAt ??= seenAt;
    }
  };
};

/** Prints a line every few seconds. @returns also the highest metrics of the server meanwhile */
const showProgress = (
  locks: readonly LoadLock[],
  calls: CallFigures,
  { metrics }: LoadOptions,
  log: Running['log'],
) => {
  const began = performance.now();
  const highest = { memoryBytes: 0, queue: 0, waiting: 0 };
  const raise = (now: ServerMetrics): void => {
    for (const name of ['memoryBytes', 'queue', 'waiting'] as const)
      highest[name] = Math.max(highest[name], now[name]);
  };
  const timer = setInterval(async () => {
    const seconds = Math.round((performance.now() - began) / SECOND);
    const sent = locks.reduce((sum, { reports }) => sum + reports.size, 0);
    const acknowledged = sent - waitingReports(locks);
    const { times, failures } = calls;
    log(
      `${seconds} s: ${sent} reports sent, ${acknowledged} acknowledged; ${times.length} calls, ${failures.length} failed`,
    );
    // A server that restarts has none for a while.
    const now = metrics && (await readMetrics(metrics).catch(() => undefined));
    if (now) raise(now);
  }, LINE_INTERVAL);
  return {
    highest,
    raise,
    end: () => clearInterval(timer),
  };
};

/** Makes some calls without any load. @returns processor time of the server for one, ms */
const costOfCall = async (
  metrics: NonNullable<LoadOptions['metrics']>,
  reader: Operator,
  added: readonly AddedLock[],
): Promise<number> => {
  const calls: CallFigures = { times: [], failures: [] };
  const before = await readMetrics(metrics);
  for (let turn = 0; turn < VISITS_ALONE; turn++) await visit(calls, reader, added, turn);
  const { cpuSeconds } = await readMetrics(metrics);
  return ((cpuSeconds - before.cpuSeconds) * SECOND) / calls.times.length;
};

/** Lets the locks report and the operators work, and reads what the server has stored. */
const measure = async (
  options: LoadOptions,
  organisation: Organisation,
  added: readonly AddedLock[],
  locks: readonly LoadLock[],
  { log, signal }: Running,
): Promise<LoadFigures> => {
  const { metrics } = options;
  const reader = await organisation.signIn();
  const perCall = metrics && (await costOfCall(metrics, reader, added));
  const operators: Operator[] = [];
  while (operators.length < options.operators) operators.push(await organisation.signIn());

  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const calls: CallFigures = { times: [], failures: [] };
  const before = metrics && (await readMetrics(metrics));
  const working = [
    follow(calls, reader, stop.signal, watchFor(locks)),
    ...operators.map((operator) => work(calls, operator, added, stop.signal)),
  ];
  const progress = showProgress(locks, calls, options, log);
  const idle = performance.eventLoopUtilization();
  const { sent, rate } = await sendReports(locks, options, signal);
  const { utilization: busy } = performance.eventLoopUtilization(idle);
  const until = performance.now() + LAST_ACKNOWLEDGEMENTS;
  while (performance.now() < until && waitingReports(locks) > 0) await sleep(LOOK_INTERVAL);
  stop.abort();
  await Promise.all(working);
  progress.end();
  const after = metrics && (await readMetrics(metrics));
  if (after) progress.raise(after);
  log('Reading the records');
  await findStored(reader, locks);
  const figures = { locks, calls, rate, busy };
  // Counted from 0 again by a server that has restarted meanwhile.
  if (perCall === undefined || !before || !after || after.cpuSeconds < before.cpuSeconds)
    return figures;
  const spent = (after.cpuSeconds - before.cpuSeconds) * SECOND - perCall * calls.times.length;
  return { ...figures, server: { ...progress.highest, perCall, perReport: spent / sent } };
};

/**
 * Loads a server with locks and operators of an organisation of their own, prints the figures and removes them.
 * @returns false if a report was lost or stored twice
 * @throws Error if the test cannot run, or its locks cannot be deleted
 */
export const runLoad = async (options: LoadOptions, running: Running): Promise<boolean> => {
  const { log } = running;
  const api = await openApi(options.url);
  const admin = await api.signIn(options.user, options.password);
  if (admin.oper.mustChange) throw new Error(`${options.user} must choose a new password first`);
  const organisation = await openOrganisation(api, admin);
  const locks: LoadLock[] = [];
  try {
    await organisation.start();
    const added = await addLocks(organisation, options, running);
    log(`${added.length} locks connect`);
    await connectLocks(added, locks, options, running);
    const figures = await measure(options, organisation, added, locks, running);
    const { text, isWhole } = resultsOf(figures, options);
    log(text);
    return isWhole;
  } finally {
    await Promise.all(locks.map((lock) => lock.close()));
    await organisation.close().catch((cause: Error) => {
      throw new Error(
        `organisation ${organisation.id} is left behind with its locks and users, delete these: ${cause.message}`,
        { cause },
      );
    });
  }
};
