import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recoverFromOutages } from '../../../../src/console/data/recover';
import { ApiError } from '../../../../src/protocol';

const failure = (kind: 'network' | 'timeout' | 'http' | 'business', status?: number) =>
  new ApiError(kind, { kind, code: kind, status });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a page with one query, while the server is away. */
const open = (error: Error) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { away: true, asked: 0, reached: 0 };
  const end = recoverFromOutages(client, async () => {
    server.reached += 1;
    if (server.away) throw new Error('away');
  });
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: async () => {
      server.asked += 1;
      if (server.away) throw error;
      return 'rows';
    },
  });
  const leave = observer.subscribe(() => undefined);
  return { server, observer, leave, end };
};

it.each([
  ['it is not reached', failure('network')],
  ['it times out', failure('timeout')],
  ['a proxy answers instead', failure('http', 503)],
])('repeats the query when the server is back: %s', async (_, error) => {
  const { server, observer, end } = open(error);
  await vi.advanceTimersByTimeAsync(20_000);
  // While the server is away, only the probe runs, at growing intervals.
  expect(server.asked).toBe(1);
  expect(server.reached).toBeGreaterThan(1);
  expect(server.reached).toBeLessThan(5);
  server.away = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(observer.getCurrentResult().data).toBe('rows');
  expect(server.asked).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
  end();
});

it.each([
  ['a refused call', failure('business')],
  ['a server error', failure('http', 500)],
])('does not repeat %s', async (_, error) => {
  const { server, end } = open(error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server).toMatchObject({ asked: 1, reached: 0 });
  end();
});

it('does not repeat a query that is no longer shown', async () => {
  const { server, leave, end } = open(failure('network'));
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  server.away = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.asked).toBe(1);
  end();
});
