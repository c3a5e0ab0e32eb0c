import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../protocol';

/** Retry delay, ms. It doubles from the first to the maximum. */
const FIRST_RETRY_DELAY = 3_000;
const MAX_RETRY_DELAY = 60_000;

/** Statuses that a proxy sends while the server is down. */
const OUTAGE_STATUSES = [502, 503, 504];

/** True if a call failed because the server was unreachable, not because it refused the call. */
const isOutage = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'network' ||
    error.kind === 'timeout' ||
    (error.kind === 'http' && OUTAGE_STATUSES.includes(error.status ?? 0)));

const isWaiting = (query: Query): boolean =>
  query.isActive() && query.state.fetchStatus === 'idle' && isOutage(query.state.error);

/**
 * Refetches the visible queries that failed in an outage once the server is back, without action by the user.
 * @param reach minimal call to the server; rejects while it is down
 * @returns function that stops it
 */
export const recoverFromOutages = (
  client: QueryClient,
  reach: () => Promise<unknown>,
): (() => void) => {
  const cache = client.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_RETRY_DELAY;
  const again = () => {
    if (!cache.getAll().some(isWaiting)) {
      pause = FIRST_RETRY_DELAY;
      return;
    }
    timer ??= setTimeout(attempt, pause);
    pause = Math.min(pause * 2, MAX_RETRY_DELAY);
  };
  const attempt = async () => {
    clearTimeout(timer);
    timer = undefined;
    const isBack = await reach().then(
      () => true,
      () => false,
    );
    if (isBack) await client.refetchQueries({ predicate: isWaiting });
    again();
  };
  const end = cache.subscribe(({ type }) => {
    if (type === 'updated' && timer === undefined) again();
  });
  const online = () => void attempt();
  globalThis.addEventListener?.('online', online);
  return () => {
    clearTimeout(timer);
    end();
    globalThis.removeEventListener?.('online', online);
  };
};
