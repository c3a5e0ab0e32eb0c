import type { LiveChanges } from '../../domain/live';
import { ApiError } from '../../protocol';

/** The other tabs of this browser. */
export interface TabChannel {
  readonly locks: Pick<LockManager, 'request'>;
  readonly open: (name: string) => BroadcastChannel;
  readonly page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

/** Undefined where a browser has no way to them: it is old, or the page came by plain http from another machine. */
export const createTabChannel = (): TabChannel | undefined => {
  const { navigator, BroadcastChannel, document: page } = globalThis;
  // Whatever the types say: a page that is not secure has no locks.
  const locks: LockManager | undefined = navigator?.locks;
  if (!locks || !BroadcastChannel || !page) return undefined;
  return { locks, page, open: (name) => new BroadcastChannel(name) };
};

interface Options {
  readonly ask: (since: string, signal: AbortSignal) => Promise<LiveChanges>;
  /** Tabs of the same name share a call. */
  readonly name: string;
  /** Channel to the other tabs; undefined makes this tab call for itself. */
  readonly tabs: TabChannel | undefined;
  /** ms between two calls of a server that is asked again and again, whatever it answers. */
  readonly every?: number | undefined;
  /** This machine's clock, ms since 1970. */
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

/** Messages between tabs: results and calls of the leading tab, and the greeting of a new tab, to learn the cursor. */
type Message = News | { readonly asking: string; readonly hidden: boolean } | { readonly hello: 1 };

interface SharedChanges {
  /**
   * Waits for the next changes after a cursor.
   * @throws ApiError if waiting does not help: an expired cursor, a lost session
   */
  next(since: string): Promise<News>;
}

/** Wait for an answer to a greeting, ms. Without one the leading tab is gone. */
const GREETING_TIMEOUT = 3_000;
/** Silence of the leading tab after which another takes over, ms. */
const SILENCE_TIMEOUT = 60_000;

/**
 * One call for changes at a time, whatever the number of tabs: a browser makes six calls at once to a server, and this
 * one is held open. The tab that has the lock asks and tells the others; the next in line has the lock as soon as that
 * tab is closed, crashes or gives up. A tab that is looked at takes it from one that is not, whose timers are slow.
 */
export const shareLiveRequest = (options: Options): SharedChanges => {
  const { ask, name, tabs, every, now, signal } = options;
  const channel = tabs?.open(name);
  /** Aborts this tab's request for the lock, or its lead; undefined while it has neither. */
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
      // What the one that asked before had on its way may be old by now.
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
    // From where the others are, so that what is answered is meant for them too.
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
        // Behind the others: what lies between is asked for once, and answered at once.
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

/** A server that holds no call open answers at once; it must not be asked again at once. */
const REST = 1_000;
/** And one that had nothing to say is asked less often still. */
const REST_WHEN_QUIET = 5_000;

const restAfter = ({ rows, gone, tickets, alarms = 0 }: LiveChanges, heldMs: number): number => {
  if (heldMs >= REST) return 0;
  return (
    (rows.length + gone.length + tickets.length + alarms > 0 ? REST : REST_WHEN_QUIET) - heldMs
  );
};

const BACK_OFF_LIMIT = 30_000;

/** ms until it is tried again: spread out, so that a server coming back is not met by every console at once. */
export const backOff = (failures: number): number =>
  Math.min(BACK_OFF_LIMIT, REST * 2 ** failures) * (0.75 + Math.random() / 2);

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

export const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'expired';

/** Nothing gets better by asking again: the session is gone, or the menus cover no device. */
export const isFinalError = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'session' || error.code === 'noPermission');

/**
 * Waits, at most until the signal fires.
 * @param ms how long
 * @param orWhenOnline a browser that comes back online ends the wait too. One that is offline waits no longer than
 *   others: its server may be on the same machine
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
