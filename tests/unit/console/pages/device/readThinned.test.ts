import { describe, expect, it } from 'vitest';
import {
  MOST_POINTS,
  type ReadPage,
  readThinned,
} from '../../../../../src/console/pages/device/telemetry/readThinned';

/** A server with a record at each of some moments, that stops counting at 10,000. */
const serverOf = (times: readonly number[]) => {
  const calls: [number, number, number, number][] = [];
  const read: ReadPage<number> = async ({ from, to }, page, perPage) => {
    calls.push([from, to, page, perPage]);
    const found = times.filter((time) => time >= from && time <= to).sort((a, b) => b - a);
    return {
      rows: found.slice((page - 1) * perPage, page * perPage),
      total: Math.min(found.length, 10_001),
    };
  };
  return { read, calls };
};

const every = (step: number, until: number) =>
  Array.from({ length: Math.floor(until / step) + 1 }, (_, i) => i * step);

const span = { from: 0, to: 1_000_000 };

describe('readThinned', () => {
  it.each([
    [1, 1],
    [1000, 1],
    [1001, 2],
    [MOST_POINTS, 2],
  ])('reads all of %d records in %d calls', async (count, pages) => {
    const { read, calls } = serverOf(every(1, count - 1));
    const { rows, total, step } = await readThinned(read, span);
    expect([rows.length, new Set(rows).size, total, step]).toEqual([count, count, count, null]);
    expect(calls).toHaveLength(pages);
  });

  it('asks once where there is nothing', async () => {
    const { read, calls } = serverOf([]);
    expect(await readThinned(read, span)).toEqual({ rows: [], total: 0, step: null });
    expect(calls).toHaveLength(1);
  });

  it('spreads what it takes of many over the whole time, no record twice', async () => {
    const { read } = serverOf(every(20, span.to));
    const { rows, total, step } = await readThinned(read, span);
    expect(total).toBe(10_001);
    expect(rows.length).toBeLessThanOrEqual(MOST_POINTS);
    expect(new Set(rows).size).toBe(rows.length);
    expect(Math.max(...rows)).toBe(span.to);
    const inOrder = [...rows].sort((a, b) => a - b);
    const silences = inOrder.slice(1).map((time, i) => time - (inOrder[i] ?? 0));
    expect(Math.max(...silences)).toBeLessThanOrEqual(step ?? 0);
    expect(inOrder[0]).toBeLessThan(step ?? 0);
  });
});
