import { ApiError } from '../../protocol';

const FIRST_DELAY = 1_000;
const MAX_DELAY = 30_000;

/** Returns the retry delay, ms. It is randomised, so that consoles do not all call at once when a server comes back. */
export const backOff = (failures: number): number =>
  Math.min(MAX_DELAY, FIRST_DELAY * 2 ** failures) * (0.75 + Math.random() / 2);

export const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'expired';

/** True if a retry cannot help: the session is lost, or the operator may read no device. */
export const isFinalError = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'session' || error.code === 'noPermission');

export const isAbort = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * Waits until the time is over or the signal fires.
 * @param ms duration
 * @param orWhenOnline also end the wait when the browser comes back online. An offline browser does not wait longer,
 * because its server may be on the same machine.
 */
export const abortableDelay = async (
  ms: number,
  signal: AbortSignal,
  orWhenOnline?: 'or when online',
): Promise<void> => {
  if (ms <= 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
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
};
