import type { LiveChanges } from '../../domain/live';
import { ApiError } from '../../protocol';

/** Browser APIs for coordinating the tabs. */
export interface TabChannel {
  readonly locks: Pick<LockManager, 'request'>;
  readonly open: (name: string) => BroadcastChannel;
  readonly page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Returns undefined if the browser lacks the APIs: it is old, or the page was loaded by plain http from another host.
 */
export const createTabChannel = (): TabChannel | undefined => {
  const { navigator, BroadcastChannel, document: page } = globalThis;
  // Undefined in an insecure context, despite its type.
  const locks: LockManager | undefined = navigator?.locks;
  if (!locks || !BroadcastChannel || !page) return undefined;
  return { locks, page, open: (name) => new BroadcastChannel(name) };
};

interface Options {
  readonly ask: (since: string, signal: AbortSignal) => Promise<LiveChanges>;
  /** Tabs with the same name share a call. */
  readonly name: string;
  /** Channel to the other tabs; undefined makes this tab call by itself. */
  readonly tabs: TabChannel | undefined;
  /** Poll interval, ms, for a server that responds immediately. */
  readonly every?: number | undefined;
  /** Local clock, epoch ms. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Result of a call, shared by all tabs. */
type News = SharedAnswer | { readonly failed: true };

interface SharedAnswer {
  /** Cursor that the call was made with. */
  readonly since: string;
  readonly changes: LiveChanges;
  /** Pause before the next call, ms. */
  readonly rest: number;
}

/**
 * Messages between tabs: results and calls of the leading tab, and the greeting of a new tab that asks for the cursor.
 */
type Message = News | { readonly asking: string; readonly hidden: boolean } | { readonly hello: 1 };

interface SharedChanges {
  /**
   * Waits for the next changes after a cursor.
   * @throws ApiError if a retry cannot help: an expired cursor, a lost session
   */
  next(since: string): Promise<News>;
}

/** Timeout for a reply to the greeting, ms. Without one the leading tab is gone. */
const GREETING_TIMEOUT = 3_000;
/** Silence of the leading tab after which another takes over, ms. */
const SILENCE_TIMEOUT = 60_000;

/**
 * Shares one long-polling call among all tabs, because a browser allows six connections per server. The tab that holds
 * the lock makes the call and broadcasts the result. The next in line gets the lock when that tab is closed, crashes or
 * gives up. A visible tab takes it over from a hidden one, whose timers are throttled.
 */
export const shareLiveRequest = (options: Options): SharedChanges => {
  const { ask, name, tabs, every, now, signal } = options;
  const channel = tabs?.open(name);
  /** Aborts this tab's request for the lock, or its lead; undefined if it has neither. */
  let ownTurn: AbortController | undefined;
  let leading: AbortSignal | undefined;
  /** Cursor of the latest call of any tab. */
  let sharedCursor: string | undefined;
  /** Cursor of this tab after all of `news`. */
  let ownCursor = '';
  let news: News[] = [];
  let finalError: unknown;
  let restUntil = now() + (every ?? 0);
  let silence: ReturnType<typeof setTimeout> | undefined;
  let wake = () => {};

  const isLeading = () => leading?.aborted === false;
  const isHidden = () => tabs?.page.hidden ?? false;

  const takeOverAfter = (ms: number) => {
    clearTimeout(silence);
    if (tabs) silence = setTimeout(() => takeOver(), ms * (1 + Math.random() / 2));
  };
  const takeOver = () => {
    if (ownTurn && !isLeading()) requestTurn('at once');
  };

  const receive = (message: Message) => {
    if ('hello' in message) {
      if (isLeading()) announceCursor();
      return;
    }
    takeOverAfter(SILENCE_TIMEOUT);
    if ('asking' in message) {
      sharedCursor = message.asking;
      if (message.hidden && !isHidden()) takeOver();
    } else if ('changes' in message) {
      const { since, changes, rest } = message;
      // A result that the previous leader still had in flight may be outdated.
      const isOld = changes.cursor !== ownCursor && covers(changes.cursor, ownCursor);
      if (ownTurn && covers(since, ownCursor) && !isOld) {
        news.push(message);
        ownCursor = changes.cursor;
      }
      sharedCursor = changes.cursor;
      restUntil = now() + rest;
    } else if (ownTurn) {
      news.push(message);
    }
    wake();
  };
  const broadcast = (message: Message) => {
    channel?.postMessage(message);
    receive(message);
  };
  const announceCursor = () => broadcast({ asking: sharedCursor ?? ownCursor, hidden: isHidden() });

  const lead = async (turn: AbortSignal) => {
    leading = turn;
    // Start at the cursor of the other tabs, so that they can use the result.
    let from = sharedCursor ?? ownCursor;
    let failures = 0;
    await abortableDelay(restUntil - now(), turn);
    while (!turn.aborted) {
      const since: string = covers(from, ownCursor) ? from : ownCursor;
      sharedCursor = since;
      announceCursor();
      const began = now();
      try {
        const changes = await ask(since, turn);
        if (turn.aborted) return;
        failures = 0;
        from = changes.cursor;
        broadcast({ since, changes, rest: every ?? restAfter(changes, now() - began) });
        await abortableDelay(restUntil - now(), turn);
      } catch (error) {
        if (turn.aborted) return;
        if (isExpired(error) || isFinalError(error)) {
          finalError = error;
          sharedCursor = undefined;
          news = [];
          return;
        }
        broadcast({ failed: true });
        await abortableDelay(backOff(failures), turn, 'or when online');
        failures += 1;
      }
    }
  };

  const requestTurn = (when: 'in turn' | 'at once') => {
    ownTurn?.abort();
    const turn = new AbortController();
    ownTurn = turn;
    const leadTurn = () => lead(turn.signal);
    const lock = when === 'at once' ? { steal: true } : { signal: turn.signal };
    const lockRequest: Promise<unknown> = tabs
      ? tabs.locks.request(name, lock, leadTurn)
      : leadTurn();
    // Aborted, stolen by another tab, or the browser denies locks.
    const over = lockRequest.catch((error) => (isAbort(error) ? undefined : leadTurn()));
    void over.then(() => {
      turn.abort();
      if (ownTurn !== turn) return;
      ownTurn = undefined;
      wake();
    });
  };

  const onVisibilityChange = () => {
    if (isLeading()) announceCursor();
    else if (!isHidden()) takeOver();
  };
  tabs?.page.addEventListener('visibilitychange', onVisibilityChange);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
  signal.addEventListener('abort', () => {
    ownTurn?.abort();
    clearTimeout(silence);
    tabs?.page.removeEventListener('visibilitychange', onVisibilityChange);
    channel?.close();
    wake();
  });

  return {
    next: async (since) => {
      for (;;) {
        signal.throwIfAborted();
        const first = news.shift();
        if (first) return first;
        if (finalError !== undefined) {
          const error = finalError;
          finalError = undefined;
          throw error;
        }
        ownCursor = since;
        if (!ownTurn) {
          channel?.postMessage({ hello: 1 } satisfies Message);
          takeOverAfter(GREETING_TIMEOUT);
          requestTurn('in turn');
        }
        // This tab is behind the others: fetch the difference separately. The server responds immediately.
        if (sharedCursor !== undefined && !isLeading() && !covers(sharedCursor, since)) {
          return { since, changes: await ask(since, signal), rest: 0 };
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
};

const isNumber = (cursor: string) => /^\d+$/.test(cursor);

/** True if changes since one cursor are complete for a tab at the other. Numeric cursors grow. */
const covers = (since: string, cursor: string): boolean =>
  since === cursor || (isNumber(since) && isNumber(cursor) && BigInt(since) <= BigInt(cursor));

/** Minimum pause for a server that responds immediately, ms. */
const REST = 1_000;
/** Pause after a response without changes, ms. */
const REST_WHEN_QUIET = 5_000;

const restAfter = ({ rows, gone, tickets, alarms = 0 }: LiveChanges, heldMs: number): number => {
  if (heldMs >= REST) return 0;
  return (
    (rows.length + gone.length + tickets.length + alarms > 0 ? REST : REST_WHEN_QUIET) - heldMs
  );
};

const BACK_OFF_LIMIT = 30_000;

/** Returns the retry delay, ms. It is randomised, so that consoles do not all call at once when a server comes back. */
export const backOff = (failures: number): number =>
  Math.min(BACK_OFF_LIMIT, REST * 2 ** failures) * (0.75 + Math.random() / 2);

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

export const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'expired';

/** True if a retry cannot help: the session is lost, or the operator may read no device. */
export const isFinalError = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'session' || error.code === 'noPermission');

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
