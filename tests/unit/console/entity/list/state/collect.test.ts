import type { DataProvider } from 'react-admin';
import { expect, test } from 'vitest';
import {
  type CollectProgress,
  collectList,
  PAGE_ROWS,
} from '../../../../../../src/console/entity/list/state/collect';
import { initialState } from '../../../../../../src/console/entity/list/state/listState';
import { lock } from '../../entities';

type Page = (page: number, perPage: number) => { data: { id: number }[]; total: number };

/** Collects the rows of the server that `answer` stands for. */
const collectFrom = (answer: Page, options?: Parameters<typeof collectList>[4]) => {
  const getList = async (_: string, { pagination }: { pagination: PageAsked }) =>
    answer(pagination.page, pagination.perPage);
  const provider = { getList } as unknown as Pick<DataProvider, 'getList'>;
  return collectList(provider, lock, initialState(lock), 0, options);
};

interface PageAsked {
  readonly page: number;
  readonly perPage: number;
}

/** Creates a server with `rows` rows, which returns at most `maxPage` per page. */
const server = (rows: number, maxPage = PAGE_ROWS) => {
  const requests: [number, number][] = [];
  const ask: Page = (page, perPage) => {
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

const collect = async (rows: number, maxPage?: number) => {
  const { asked: requests, ask } = server(rows, maxPage);
  const progress: CollectProgress[] = [];
  const records = await collectFrom(ask, { onProgress: (each) => progress.push(each) });
  return { ids: records.map(({ id }) => id), asked: requests, progress };
};

test.each([
  [0, undefined, 0, 1],
  [1, undefined, 1, 1],
  [1000, undefined, 1000, 1],
  [2345, undefined, 2345, 3],
  [2345, 100, 2345, 24],
  [20_000, undefined, 10_000, 10],
])('collects %d rows in pages of %s: %d in %d calls', async (rows, maxPage, count, calls) => {
  const { ids, asked: requests, progress } = await collect(rows, maxPage);
  expect(ids).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  expect(requests).toHaveLength(calls);
  expect(progress.at(-1)).toEqual({ count: count, of: Math.min(rows, 10_000) });
});

test('counts a row once that moves to the next page meanwhile', async () => {
  const pages = [
    [{ id: 1 }, { id: 2 }],
    [{ id: 2 }, { id: 3 }],
  ];
  const records = await collectFrom((page) => ({ data: pages[page - 1] ?? [], total: 4 }));
  expect(records.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('makes no more calls once cancelled', async () => {
  const { asked: requests, ask } = server(5000);
  const cancelling = new AbortController();
  const collecting = collectFrom(ask, {
    signal: cancelling.signal,
    onProgress: ({ count }) => count >= 2000 && cancelling.abort(),
  });
  await expect(collecting).rejects.toThrow();
  expect(requests.length).toBeLessThanOrEqual(3);
});
