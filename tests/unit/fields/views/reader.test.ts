import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageClock } from '../../../../src/fields/views/reader';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const STEP = 15_000;

test('ticks while there is a subscriber', () => {
  const clock = createPageClock();
  const listener = vi.fn();
  const stop = clock.subscribe(listener);
  vi.advanceTimersByTime(STEP - 1);
  expect([clock.now(), listener.mock.calls.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([clock.now(), listener.mock.calls.length]).toEqual([STEP, 1]);
  stop();
  vi.advanceTimersByTime(5 * STEP);
  expect([clock.now(), listener.mock.calls.length]).toEqual([STEP, 1]);
});

test('keeps its time and next tick when all subscribers are replaced', () => {
  const clock = createPageClock();
  const stop = clock.subscribe(vi.fn());
  vi.advanceTimersByTime(10_000);
  stop();
  const listener = vi.fn();
  clock.subscribe(listener);
  expect(clock.now()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect([clock.now(), listener.mock.calls.length]).toEqual([STEP, 1]);
});

test('starts with the current time after a pause', () => {
  const clock = createPageClock();
  clock.subscribe(vi.fn())();
  vi.advanceTimersByTime(4 * STEP + 1);
  clock.subscribe(vi.fn());
  expect(clock.now()).toBe(4 * STEP + 1);
});
