import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FleetListener, followLive, type Live } from '../../../../src/console/data';
import type { LiveDevice } from '../../../../src/domain/live';
import { declared } from './declared';

const entities = declared.entities.map((entity) =>
  entity.live ? { ...entity, derived: true } : entity,
);

let report = () => {};
const live = {
  device: () => undefined,
  fleet: (listener: FleetListener) => {
    report = () => listener([{ sn: 'A' } as LiveDevice], []);
    return () => {};
  },
  tickets: () => () => {},
} as unknown as Live;

const client = new QueryClient();
const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();

beforeEach(() => {
  vi.useFakeTimers();
  invalidate.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

it('fetches derived rows again once in a while, however many reports come', () => {
  followLive(live, client, { ...declared, entities });
  for (let i = 0; i < 100; i++) {
    report();
    vi.advanceTimersByTime(100);
  }
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['lock'] }], [{ queryKey: ['lock'] }]]);
});

it('does not where nothing is reported, or nobody follows any more', () => {
  const end = followLive(live, client, { ...declared, entities });
  vi.advanceTimersByTime(60_000);
  report();
  end();
  vi.advanceTimersByTime(60_000);
  expect(invalidate).not.toHaveBeenCalled();
});

it('leaves rows alone that live data knows all about', () => {
  followLive(live, client, declared);
  report();
  vi.advanceTimersByTime(60_000);
  expect(invalidate).not.toHaveBeenCalled();
});
