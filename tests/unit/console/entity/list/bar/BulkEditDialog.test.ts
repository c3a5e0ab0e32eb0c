import { expect, test } from 'vitest';
import { runForEach } from '../../../../../../src/console/entity/list/bar/BulkEditDialog';

const items = Array.from({ length: 10 }, (_, i) => i + 1);

test('runs all items, up to four at a time, despite failures', async () => {
  let at = 0;
  let maxParallel = 0;
  const behind: number[] = [];
  const { done, failed, remaining } = await runForEach(items, {
    work: async (item) => {
      at++;
      maxParallel = Math.max(maxParallel, at);
      await Promise.resolve();
      at--;
      if (item % 5 === 0) throw new Error(`no ${item}`);
    },
    signal: new AbortController().signal,
    onProgress: (count) => behind.push(count),
  });
  expect(maxParallel).toBe(4);
  expect([...done].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  expect(failed).toEqual([
    { item: 5, why: 'no 5' },
    { item: 10, why: 'no 10' },
  ]);
  expect(remaining).toEqual([]);
  expect(behind).toEqual(items);
});

test('starts nothing once stopped, and finishes running items', async () => {
  const stopping = new AbortController();
  const { done, failed, remaining } = await runForEach(items, {
    work: async () => undefined,
    signal: stopping.signal,
    onProgress: (count) => count === 3 && stopping.abort(),
  });
  expect(failed).toEqual([]);
  expect([...done, ...remaining].sort((a, b) => a - b)).toEqual(items);
  expect(done.length).toBeGreaterThanOrEqual(3);
  expect(remaining.length).toBeGreaterThan(0);
});
