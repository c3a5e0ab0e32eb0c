import { expect, test } from 'vitest';
import {
  type CollectProgress,
  collectMatching,
  PAGE_ROWS,
} from '../../../../../../src/console/entity/list/state/collect';

/** Creates a server with `rows` rows, which returns at most `maxPage` per page. */
const server = (rows: number, maxPage = PAGE_ROWS) => {
  const requests: [number, number][] = [];
  const ask = async (page: number, perPage: number) => {
    requests.push([page, perPage]);
    const size = Math.min(perPage, maxPage);
    const from = (page - 1) * size;
    const data = Array.from({ length: Math.max(0, Math.min(size, rows - from)) }, (_, i) => ({
      id: from + i + 1,
    }));
    return { data, total: rows };
  };
  return { asked: requests, ask };
};

const collect = async (rows: number, maxPage?: number, limit?: number) => {
  const { asked: requests, ask } = server(rows, maxPage);
  const progress: CollectProgress[] = [];
  const records = await collectMatching({
    ask,
    signal: new AbortController().signal,
    onProgress: (each) => progress.push(each),
    max: limit,
  });
  return { ids: records.map(({ id }) => id), asked: requests, progress };
};

test.each([
  [0, undefined, undefined, 0, 1],
  [1, undefined, undefined, 1, 1],
  [1000, undefined, undefined, 1000, 1],
  [2345, undefined, undefined, 2345, 3],
  [2345, 100, undefined, 2345, 24],
  [20_000, undefined, undefined, 10_000, 10],
  [2345, undefined, 1500, 1500, 2],
])(
  'collects %d rows in pages of %s, up to %s: %d in %d calls',
  async (rows, maxPage, limit, count, calls) => {
    const { ids, asked: requests, progress } = await collect(rows, maxPage, limit);
    expect(ids).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    expect(requests).toHaveLength(calls);
    expect(progress.at(-1)).toEqual({ count: count, of: Math.min(rows, limit ?? 10_000) });
  },
);

test('counts a row once that moves to the next page meanwhile', async () => {
  const pages = [
    [{ id: 1 }, { id: 2 }],
    [{ id: 2 }, { id: 3 }],
  ];
  const records = await collectMatching({
    ask: async (page) => ({ data: pages[page - 1] ?? [], total: 4 }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(records.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('makes no more calls once cancelled', async () => {
  const { asked: requests, ask } = server(5000);
  const cancelling = new AbortController();
  const collecting = collectMatching({
    ask,
    signal: cancelling.signal,
    onProgress: ({ count }) => count >= 2000 && cancelling.abort(),
  });
  await expect(collecting).rejects.toThrow();
  expect(requests.length).toBeLessThanOrEqual(3);
});
