/** Time that many components show. It moves in steps while any of them listens. */
interface Clock {
  /** Epoch ms. */
  readonly now: () => number;
  /** Calls back after each step; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param step ms */
export const createClock = (step: number): Clock => {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let now = Date.now();

  const tick = () => {
    now = Date.now();
    timer = setTimeout(tick, step);
    for (const listener of listeners) listener();
  };

  const start = () => {
    const age = Date.now() - now;
    // The time stays for rows that replace all others. A new one would render each of them twice.
    if (age >= step) now = Date.now();
    timer = setTimeout(tick, age >= step ? step : step - age);
  };

  return {
    now: () => now,
    subscribe: (listener) => {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
};
