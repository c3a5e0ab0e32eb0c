/** Wakes waiting requests after a change by this process. Changes by other processes are found by polling. */
export const changeSignal = () => {
  const waiting = new Set<() => void>();
  return {
    notify: (): void => {
      for (const wake of [...waiting]) wake();
    },
    /** Resolves at the next change, or after `ms`. */
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        waiting.add(wake);
      }),
  };
};

export type ChangeSignal = ReturnType<typeof changeSignal>;
