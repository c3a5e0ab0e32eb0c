import type { TimedValue } from '../../../charts';

/** A report of a lock; what it did not measure is null or missing. */
export interface Report {
  readonly id: number | string;
  readonly create_time: number;
  readonly [name: string]: unknown;
}

/** A lock that reports often may miss some reports without being called silent, ms. */
const SHORTEST_GAP = 15 * 60_000;
/** Reports missed in a row before a lock was silent. */
const MISSED = 4;

/**
 * The silence, ms, from which on a line is broken: several times what usually is between two reports.
 * @param times in order, ms since 1970
 * @param step ms between two places where records were looked for; between them is no silence
 */
export const gapOf = (times: readonly number[], step: number | null): number => {
  const between = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const usual = between.sort((a, b) => a - b)[Math.floor(between.length / 2)] ?? 0;
  return Math.max(SHORTEST_GAP, usual * MISSED, (step ?? 0) * 1.5);
};

/**
 * One value of reports over time. A report without the value is no point; where the lock was silent for longer than
 * `gap` (ms) a null breaks the line.
 * @param reports in the order of time
 */
export const timeLineOf = (reports: readonly Report[], name: string, gap: number): TimedValue[] => {
  const points: TimedValue[] = [];
  for (const report of reports) {
    const value = report[name];
    if (typeof value !== 'number') continue;
    const at = report.create_time;
    const before = points.at(-1);
    if (before && at - before.at > gap) points.push({ at: before.at + 1, value: null });
    points.push({ at, value });
  }
  return points;
};
