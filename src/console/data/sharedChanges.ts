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
  /** Without them this tab asks for itself. */
  readonly neighbours: TabChannel | undefined;
  /** ms between two calls of a server that is asked again and again, whatever it answers. */
  readonly every?: number | undefined;
  /** This machine's clock, ms since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** What became of a call. */
type News = Told | { readonly failed: true };

interface Told {
  /** The cursor that was asked with. */
  readonly since: string;
  readonly changes: LiveChanges;
  /** ms in which nobody asks again. */
  readonly rest: number;
}

/** What the tab that asks says; and who comes greets it, to learn where it is. */
type Message = News | { readonly asking: string; readonly hidden: boolean } | { readonly hello: 1 };

interface SharedChanges {
  /**
   * What happened next after a cursor.
   * @throws what a call is refused with where waiting does not help: an expired cursor, a lost session
   */
  next(since: string): Promise<News>;
}

/** Who greets is answered within this, ms, or whoever should have is gone. */
const GREETED = 3_000;
/** Nor is the tab that asks ever as silent as this, ms: somebody else takes its place. */
const SILENT = 60_000;

/**
 * One call for changes at a time, whatever the number of tabs: a browser makes six calls at once to a server, and this
 * one is held open. The tab that has the lock asks and tells the others; the next in line has the lock as soon as that
 * tab is closed, crashes or gives up. A tab that is looked at takes it from one that is not, whose timers are slow.
 */
export const shareLiveRequest = (options: Options): SharedChanges => {
  const { ask, name, neighbours: others, every, now, signal } = options;
  const channel = others?.open(name);
  /** The turn of this tab, from when it stands in line until it is over. */
  let standing: AbortController | undefined;
  let leading: AbortSignal | undefined;
  /** The cursor that all of them go on from. */
  let line: string | undefined;
  /** The cursor of this tab, with all of `news`. */
  let reached = '';
  let news: News[] = [];
  let refused: unknown;
  let restUntil = now() + (every ?? 0);
  let silence: ReturnType<typeof setTimeout> | undefined;
  let wake = () => {};

  const isLeading = () => leading?.aborted === false;
  const isHidden = () => others?.page.hidden ?? false;

  const takeOverAfter = (ms: number) => {
    clearTimeout(silence);
    if (others) silence = setTimeout(() => takeOver(), ms * (1 + Math.random() / 2));
  };
  const takeOver = () => {
    if (standing && !isLeading()) stand('at once');
  };

  const hear = (message: Message) => {
    if ('hello' in message) {
      if (isLeading()) tellWhere();
      return;
    }
    takeOverAfter(SILENT);
    if ('asking' in message) {
      line = message.asking;
      if (message.hidden && !isHidden()) takeOver();
    } else if ('changes' in message) {
      const { since, changes, rest } = message;
      // What the one that asked before had on its way may be old by now.
      const isOld = changes.cursor !== reached && covers(changes.cursor, reached);
      if (standing && covers(since, reached) && !isOld) {
        news.push(message);
        reached = changes.cursor;
      }
      line = changes.cursor;
      restUntil = now() + rest;
    } else if (standing) {
      news.push(message);
    }
    wake();
  };
  const tell = (message: Message) => {
    channel?.postMessage(message);
    hear(message);
  };
  const tellWhere = () => tell({ asking: line ?? reached, hidden: isHidden() });

  const lead = async (turn: AbortSignal) => {
    leading = turn;
    // From where the others are, so that what is answered is meant for them too.
    let from = line ?? reached;
    let failures = 0;
    await abortableDelay(restUntil - now(), turn);
    while (!turn.aborted) {
      const since: string = covers(from, reached) ? from : reached;
      line = since;
      tellWhere();
      const began = now();
      try {
        const changes = await ask(since, turn);
        if (turn.aborted) return;
        failures = 0;
        from = changes.cursor;
        tell({ since, changes, rest: every ?? restAfter(changes, now() - began) });
        await abortableDelay(restUntil - now(), turn);
      } catch (error) {
        if (turn.aborted) return;
        if (isExpired(error) || isFinalError(error)) {
          refused = error;
          line = undefined;
          news = [];
          return;
        }
        tell({ failed: true });
        await abortableDelay(backOff(failures), turn, 'or when online');
        failures += 1;
      }
    }
  };

  const stand = (when: 'in turn' | 'at once') => {
    standing?.abort();
    const turn = new AbortController();
    standing = turn;
    const hold = () => lead(turn.signal);
    const lock = when === 'at once' ? { steal: true } : { signal: turn.signal };
    const held: Promise<unknown> = others ? others.locks.request(name, lock, hold) : hold();
    // Called off, taken by another tab, or there are no locks after all.
    const over = held.catch((error) => (isAbort(error) ? undefined : hold()));
    void over.then(() => {
      turn.abort();
      if (standing !== turn) return;
      standing = undefined;
      wake();
    });
  };

  const look = () => {
    if (isLeading()) tellWhere();
    else if (!isHidden()) takeOver();
  };
  others?.page.addEventListener('visibilitychange', look);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  signal.addEventListener('abort', () => {
    standing?.abort();
    clearTimeout(silence);
    others?.page.removeEventListener('visibilitychange', look);
    channel?.close();
    wake();
  });

  return {
    next: async (since) => {
      for (;;) {
        signal.throwIfAborted();
        const first = news.shift();
        if (first) return first;
        if (refused !== undefined) {
          const error = refused;
          refused = undefined;
          throw error;
        }
        reached = since;
        if (!standing) {
          channel?.postMessage({ hello: 1 } satisfies Message);
          takeOverAfter(GREETED);
          stand('in turn');
        }
        // Behind the others: what lies between is asked for once, and answered at once.
        if (line !== undefined && !isLeading() && !covers(line, since)) {
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

/** Whether an answer from one cursor on leaves nothing out for who is at another. Those that are numbers grow. */
const covers = (since: string, reached: string): boolean =>
  since === reached || (isNumber(since) && isNumber(reached) && BigInt(since) <= BigInt(reached));

/** A server that holds no call open answers at once; it must not be asked again at once. */
const REST = 1_000;
/** And one that had nothing to say is asked less often still. */
const REST_WHEN_QUIET = 5_000;

const restAfter = ({ rows, gone, tickets, alarms = 0 }: LiveChanges, held: number): number => {
  if (held >= REST) return 0;
  return (rows.length + gone.length + tickets.length + alarms > 0 ? REST : REST_WHEN_QUIET) - held;
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
