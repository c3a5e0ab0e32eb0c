import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../protocol';

/** How long to wait before it is tried again, ms: soon at first, then less and less often. */
const FIRST_RETRY_DELAY = 3_000;
const MAX_RETRY_DELAY = 60_000;

/** What a proxy says for a server that is away. */
const OUTAGE_STATUSES = [502, 503, 504];

/** Whether a call failed because nobody was there, not because of what was asked. */
const isOutage = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'network' ||
    error.kind === 'timeout' ||
    (error.kind === 'http' && OUTAGE_STATUSES.includes(error.status ?? 0)));

const isWaiting = (query: Query): boolean =>
  query.isActive() && query.state.fetchStatus === 'idle' && isOutage(query.state.error);

/**
 * Asks again for what a page on the screen did not get in an outage, once the server is back: nobody has to press a
 * button for it.
 * @param reach asks the server for next to nothing; rejects while it is away
 * @returns the way to end it
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
