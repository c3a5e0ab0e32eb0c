import { afterEach, expect, test, vi } from 'vitest';
import { withTabLock } from '../../../../../src/console/shell/alarms/AlarmProvider';

afterEach(() => {
  vi.useRealTimers();
});

/** Stub of browser locks that grants a lock only if it is free. */
const browserLocks = () => {
  let isHeld = false;
  const request = async (_: string, __: object, work: (lock: object | null) => unknown) => {
    if (isHeld) return work(null);
    isHeld = true;
    await work({});
    isHeld = false;
  };
  return { request } as unknown as LockManager;
};

const activation = (hasBeenActive: boolean) => ({ hasBeenActive, isActive: false });

test.each([
  ['one of two tabs', [true, true], browserLocks(), 1],
  ['one that may sound beside one that may not', [false, true], browserLocks(), 2],
  ['each tab if the browser does not report others', [true, true], undefined, 2],
])('sounds an alarm in %s', async (_, tabs, locks, times) => {
  vi.useFakeTimers();
  const sound = vi.fn();
  const announcements = tabs.map((active) =>
    withTabLock(sound, { locks, userActivation: activation(active) }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(announcements);
  expect(sound).toHaveBeenCalledTimes(times);
  // The next alarm sounds again.
  void withTabLock(sound, { locks, userActivation: activation(true) });
  await vi.runAllTimersAsync();
  expect(sound).toHaveBeenCalledTimes(times + 1);
});
