/**
 * Waits, at most until the signal fires.
 * @param ms how long
 * @param orWhenOnline a browser that comes back online ends the wait too. One that is offline waits no longer than
 *   others: its server may be on the same machine
 */
export const pause = (
  ms: number,
  signal: AbortSignal,
  orWhenOnline?: 'or when online',
): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      globalThis.removeEventListener?.('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (orWhenOnline) globalThis.addEventListener?.('online', done);
  });
