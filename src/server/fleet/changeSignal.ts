/** Wakes waiting requests after a change by this process. Changes by other processes are found by polling. */
export interface ChangeSignal {
  notify(): void;
  /** Resolves at the next change, after `ms`, or when the signal aborts. */
  wait(ms: number, abort?: AbortSignal): Promise<void>;
}

export const changeSignal = (): ChangeSignal => {
  const waiting = new Set<() => void>();
  return {
    notify: () => {
      for (const wake of [...waiting]) wake();
    },
    wait: (ms, abort) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          abort?.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        waiting.add(wake);
        if (abort?.aborted) wake();
        else abort?.addEventListener('abort', wake);
      }),
  };
};
