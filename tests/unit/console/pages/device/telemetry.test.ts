import { describe, expect, it } from 'vitest';
import {
  MAX_POINTS,
  maxGap,
  type ReadPage,
  readDownsampled,
  timeSeries,
} from '../../../../../src/console/pages/device/telemetry';

/** Creates a server with a record at each time, which counts up to 10,000. */
const serverOf = (times: readonly number[]) => {
  const calls: [number, number, number, number][] = [];
  const read: ReadPage<number> = async ({ from, to }, page, perPage) => {
    calls.push([from, to, page, perPage]);
    const matches = times.filter((time) => time >= from && time <= to).sort((a, b) => b - a);
    return {
      rows: matches.slice((page - 1) * perPage, page * perPage),
      total: Math.min(matches.length, 10_001),
    };
  };
  return { read, calls };
};

const every = (step: number, end: number) =>
  Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);

const span = { from: 0, to: 1_000_000 };

describe('readDownsampled', () => {
  it.each([
    [1, 1],
    [1000, 1],
    [1001, 2],
    [MAX_POINTS, 2],
  ])('reads all of %d records in %d calls', async (count, pages) => {
    const { read, calls } = serverOf(every(1, count - 1));
    const { rows, total, step } = await readDownsampled(read, span);
    expect([rows.length, new Set(rows).size, total, step]).toEqual([count, count, count, null]);
    expect(calls).toHaveLength(pages);
  });

  it('makes one call if there are no records', async () => {
    const { read, calls } = serverOf([]);
    expect(await readDownsampled(read, span)).toEqual({ rows: [], total: 0, step: null });
    expect(calls).toHaveLength(1);
  });

  it('spreads its sample over the whole time, without duplicates', async () => {
    const { read } = serverOf(every(20, span.to));
    const { rows, total, step } = await readDownsampled(read, span);
    expect(total).toBe(10_001);
    expect(rows.length).toBeLessThanOrEqual(MAX_POINTS);
    expect(new Set(rows).size).toBe(rows.length);
    expect(Math.max(...rows)).toBe(span.to);
    const inOrder = [...rows].sort((a, b) => a - b);
    const silences = inOrder.slice(1).map((time, i) => time - (inOrder[i] ?? 0));
    expect(Math.max(...silences)).toBeLessThanOrEqual(step ?? 0);
    expect(inOrder[0]).toBeLessThan(step ?? 0);
  });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('maxGap', () => {
  it.each([
    [
      'a quarter of an hour for a lock that reports often',
      [0, MINUTE, 2 * MINUTE],
      null,
      15 * MINUTE,
    ],
    ['four times the usual interval', [0, HOUR, 2 * HOUR, 30 * HOUR], null, 4 * HOUR],
    ['more than the sampling step', [0, MINUTE], 10 * HOUR, 15 * HOUR],
    ['a quarter of an hour for one report', [5], null, 15 * MINUTE],
    ['a quarter of an hour without reports', [], null, 15 * MINUTE],
  ])('is %s', (_, times, step, expected) => {
    expect(maxGap(times, step)).toBe(expected);
  });
});

describe('timeSeries', () => {
  const report = (create_time: number, electric?: number | null) => ({
    id: create_time,
    create_time,
    electric,
  });

  it('has no point without a measurement, and continues across it', () => {
    const reports = [report(0, 9), report(10, null), report(20), report(30, 8)];
    expect(timeSeries(reports, 'electric', 100)).toEqual([
      { at: 0, value: 9 },
      { at: 30, value: 8 },
    ]);
  });

  it('has a gap while the lock is silent', () => {
    const reports = [report(0, 9), report(100, 8), report(201, 7)];
    expect(timeSeries(reports, 'electric', 100)).toEqual([
      { at: 0, value: 9 },
      { at: 100, value: 8 },
      { at: 101, value: null },
      { at: 201, value: 7 },
    ]);
  });

  it('keeps a value of 0', () => {
    expect(timeSeries([report(1, 0)], 'electric', 1)).toEqual([{ at: 1, value: 0 }]);
  });
});
