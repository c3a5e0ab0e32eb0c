import type { LiveChanges } from '../../domain/live';
import { abortableDelay, backOff, isAbort, isExpired, isFinalError } from './retry';

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
type TabMessage =
  | News
  | { readonly asking: string; readonly hidden: boolean }
  | { readonly hello: 1 };

/** Timeout for a reply to the greeting, ms. Without one the leading tab is gone. */
const GREETING_TIMEOUT = 3_000;
/** Silence of the leading tab after which another takes over, ms. */
const SILENCE_TIMEOUT = 60_000;

/**
 * Shares one long-polling call among all tabs, because a browser allows six connections per server. The tab that holds
 * the lock makes the call and broadcasts the result. The next in line gets the lock when that tab is closed, crashes or
 * gives up. A visible tab takes it over from a hidden one, whose timers are throttled. An object is the share of one tab.
 */
export class SharedRequest {
  private readonly channel: BroadcastChannel | undefined;
  /** Aborts this tab's request for the lock, or its lead; undefined if it has neither. */
  private ownTurn: AbortController | undefined;
  private leading: AbortSignal | undefined;
  /** Cursor of the latest call of any tab. */
  private sharedCursor: string | undefined;
  /** Cursor of this tab after all of `news`. */
  private ownCursor = '';
  private news: News[] = [];
  private finalError: unknown;
  private restUntil: number;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private wake = () => {};

  constructor(private readonly options: Options) {
    const { name, tabs, every, now, signal } = options;
    this.restUntil = now() + (every ?? 0);
    this.channel = tabs?.open(name);
    if (this.channel) {
      this.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.receive(data);
    }
    tabs?.page.addEventListener('visibilitychange', this.onVisibilityChange);
    signal.addEventListener('abort', () => this.close());
  }

  /**
   * Waits for the next changes after a cursor.
   * @throws ApiError if a retry cannot help: an expired cursor, a lost session
   */
  async next(since: string): Promise<News> {
    const { ask, signal } = this.options;
    for (;;) {
      signal.throwIfAborted();
      const first = this.news.shift();
      if (first) return first;
      if (this.finalError !== undefined) {
        const error = this.finalError;
        this.finalError = undefined;
        throw error;
      }
      this.ownCursor = since;
      if (!this.ownTurn) {
        this.channel?.postMessage({ hello: 1 } satisfies TabMessage);
        this.takeOverAfter(GREETING_TIMEOUT);
        this.requestTurn('in turn');
      }
      // This tab is behind the others: fetch the difference separately. The server responds immediately.
      const isBehind = this.sharedCursor !== undefined && !covers(this.sharedCursor, since);
      if (isBehind && !this.isLeading()) {
        return { since, changes: await ask(since, signal), rest: 0 };
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  private requestTurn(when: 'in turn' | 'at once') {
    const { name, tabs } = this.options;
    this.ownTurn?.abort();
    const turn = new AbortController();
    this.ownTurn = turn;
    const leadTurn = () => this.lead(turn.signal);
    const lock = when === 'at once' ? { steal: true } : { signal: turn.signal };
    const lockRequest: Promise<unknown> = tabs
      ? tabs.locks.request(name, lock, leadTurn)
      : leadTurn();
    // Aborted, stolen by another tab, or the browser denies locks.
    const over = lockRequest.catch((error) => (isAbort(error) ? undefined : leadTurn()));
    void over.then(() => {
      turn.abort();
      if (this.ownTurn !== turn) return;
      this.ownTurn = undefined;
      this.wake();
    });
  }

  private async lead(turn: AbortSignal) {
    const { ask, every, now } = this.options;
    this.leading = turn;
    // Start at the cursor of the other tabs, so that they can use the result.
    let from = this.sharedCursor ?? this.ownCursor;
    let failures = 0;
    await abortableDelay(this.restUntil - now(), turn);
    while (!turn.aborted) {
      const since: string = covers(from, this.ownCursor) ? from : this.ownCursor;
      this.sharedCursor = since;
      this.announceCursor();
      const began = now();
      try {
        const changes = await ask(since, turn);
        if (turn.aborted) return;
        failures = 0;
        from = changes.cursor;
        this.broadcast({ since, changes, rest: every ?? restAfter(changes, now() - began) });
        await abortableDelay(this.restUntil - now(), turn);
      } catch (error) {
        if (turn.aborted) return;
        if (isExpired(error) || isFinalError(error)) {
          this.finalError = error;
          this.sharedCursor = undefined;
          this.news = [];
          return;
        }
        this.broadcast({ failed: true });
        await abortableDelay(backOff(failures), turn, 'or when online');
        failures += 1;
      }
    }
  }

  private broadcast(message: TabMessage) {
    this.channel?.postMessage(message);
    this.receive(message);
  }

  private announceCursor() {
    this.broadcast({ asking: this.sharedCursor ?? this.ownCursor, hidden: this.isHidden() });
  }

  private receive(message: TabMessage) {
    if ('hello' in message) {
      if (this.isLeading()) this.announceCursor();
      return;
    }
    this.takeOverAfter(SILENCE_TIMEOUT);
    if ('asking' in message) {
      this.sharedCursor = message.asking;
      if (message.hidden && !this.isHidden()) this.takeOver();
    } else if ('changes' in message) {
      this.receiveAnswer(message);
    } else if (this.ownTurn) {
      this.news.push(message);
    }
    this.wake();
  }

  private receiveAnswer(answer: SharedAnswer) {
    const { since, changes, rest } = answer;
    // A result that the previous leader still had in flight may be outdated.
    const isOld = changes.cursor !== this.ownCursor && covers(changes.cursor, this.ownCursor);
    if (this.ownTurn && covers(since, this.ownCursor) && !isOld) {
      this.news.push(answer);
      this.ownCursor = changes.cursor;
    }
    this.sharedCursor = changes.cursor;
    this.restUntil = this.options.now() + rest;
  }

  private takeOverAfter(ms: number) {
    clearTimeout(this.silence);
    if (!this.options.tabs) return;
    this.silence = setTimeout(() => this.takeOver(), ms * (1 + Math.random() / 2));
  }

  private takeOver() {
    if (this.ownTurn && !this.isLeading()) this.requestTurn('at once');
  }

  private readonly onVisibilityChange = () => {
    if (this.isLeading()) this.announceCursor();
    else if (!this.isHidden()) this.takeOver();
  };

  private isLeading() {
    return this.leading?.aborted === false;
  }

  private isHidden() {
    return this.options.tabs?.page.hidden ?? false;
  }

  private close() {
    this.ownTurn?.abort();
    clearTimeout(this.silence);
    this.options.tabs?.page.removeEventListener('visibilitychange', this.onVisibilityChange);
    this.channel?.close();
    this.wake();
  }
}

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
