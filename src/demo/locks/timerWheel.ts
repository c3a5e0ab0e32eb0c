/** Cancels a timer that has not fired. */
type Cancel = () => void;

/** Runs many timers on a single one; a fleet of simulated locks needs thousands. */
export interface TimerWheel {
  /** Runs a task once, at the first tick after the given time. */
  after(ms: number, task: () => void): Cancel;
  stop(): void;
}

/**
 * @param tickMs interval of the ticks, which limits the precision of all timers
 * @param onError receives errors of tasks; the other tasks still run
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
      // A Set's iteration skips tasks of this slot that an earlier one cancels.
      for (const task of due ?? []) run(task);
    }
  };

  const timer = setInterval(turn, tickMs);
  return {
    after: (ms, task) => {
      const tick = Math.max(turned, tickAt(performance.now() + ms));
      const slot = slots.get(tick) ?? new Set();
      slots.set(tick, slot);
      // A wrapper, because the same function may be in a slot twice.
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
