/** Undoes a timer that has not run yet. */
export type Cancel = () => void;

/** Many timers on one: a fleet of simulated locks waits on thousands of them. */
export interface TimerWheel {
  /** Runs a task once, at the first tick that comes after so many milliseconds. */
  after(ms: number, task: () => void): Cancel;
  stop(): void;
}

/**
 * @param tickMs how often the wheel turns; no task runs more exactly than that
 * @param onError told what a task throws; the others run on
 */
export const createTimerWheel = (tickMs: number, onError: (error: unknown) => void): TimerWheel => {
  const slots = new Map<number, Set<() => void>>();
  const tickAt = (time: number): number => Math.floor(time / tickMs);
  let turned = tickAt(performance.now());

  const run = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      onError(error);
    }
  };

  const turn = (): void => {
    const now = tickAt(performance.now());
    for (; turned < now; turned++) {
      const due = slots.get(turned);
      slots.delete(turned);
      // A set's iteration skips what a task of the same slot cancels meanwhile.
      for (const task of due ?? []) run(task);
    }
  };

  const timer = setInterval(turn, tickMs);
  return {
    after: (ms, task) => {
      const tick = Math.max(turned, tickAt(performance.now() + ms));
      const slot = slots.get(tick) ?? new Set();
      slots.set(tick, slot);
      // The same function may wait in one slot twice.
      const entry = (): void => task();
      slot.add(entry);
      return () => void slot.delete(entry);
    },
    stop: () => {
      clearInterval(timer);
      slots.clear();
    },
  };
};
