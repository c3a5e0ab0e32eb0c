import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLive, type Live } from '../../../../src/console/data';
import { pollingLiveSource } from '../../../../src/console/data/listedLive';

const getList = vi.fn();
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  getList.mockReset();
  live = createLive(pollingLiveSource({ getList }));
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

const page = (...sns: string[]) => ({
  data: sns.map((sn) => ({ id: sn, sn, lat: 1, lon: 2 })),
  total: sns.length,
});

it('polls the list of devices if the server has no live calls', async () => {
  getList.mockResolvedValueOnce(page('A', 'B')).mockResolvedValue(page('B', 'C'));
  const listener = vi.fn();
  live.fleet.subscribe(listener);
  live.start(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(live.state().connected).toBe(true);
  expect(live.fleet.get('A')).toMatchObject({
    lat: 1,
    status: 255,
    communicate_status: 0,
    alarms: 0,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(live.fleet.get('A')).toBeUndefined();
  expect(live.fleet.get('C')).toBeDefined();
  expect(listener.mock.calls.at(-1)?.[1]).toEqual(['A']);
});

it('reads page after page', async () => {
  const many = (from: number) => ({
    data: Array.from({ length: 1000 }, (_, i) => ({ id: from + i, sn: String(from + i) })),
    total: 2000,
  });
  getList.mockResolvedValueOnce(many(0)).mockResolvedValueOnce(many(1000));
  live.start(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(getList.mock.calls.map(([, { pagination }]) => pagination.page)).toEqual([1, 2]);
  expect(live.fleet.get('1999')).toBeDefined();
});

it('stops polling without subscribers', async () => {
  getList.mockResolvedValue(page('A'));
  live.start(1);
  await vi.advanceTimersByTimeAsync(0);
  live.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(getList).toHaveBeenCalledTimes(1);
});
