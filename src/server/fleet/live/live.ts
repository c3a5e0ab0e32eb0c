import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { LiveTable } from '../../../domain/liveTable';
import type { EncodedAnswer } from '../../calls/endpoint';
import type { ChangeSignal } from '../changeSignal';
import { type LiveScope, liveKey } from '../commands/sharing';
import type { LinkLog } from '../link';
import {
  checkCursor,
  createCursorLog,
  currentCursor,
  isBehind,
  type LiveCursor,
  readCursor,
} from './liveCursor';
import { type LiveStore, openLiveStore } from './liveStore';
import { changedLocks } from './lockChanges';
import { openSnapshots } from './snapshot';
import {
  type ChangeSource,
  findChanges,
  noChanges,
  type TenantChanges,
  touchedOrgs,
} from './tenantChanges';

type LiveSource = ChangeSource & { readonly log: LinkLog };

/** Live view of the fleet. Each answer is computed once for all operators who see the same. */
export const openLive = (source: LiveSource, changed: ChangeSignal) => {
  const { db } = source;
  const findCached = cacheChanges(source);
  const locks = openLiveStore(db);
  const ticks = openTicks(source, changed, locks);
  return {
    snapshots: openSnapshots(db, locks),
    /** Returns the current live values of all locks. */
    liveTable: async (): Promise<LiveTable> => (await locks.current()).fleet.table,
    /** Reads the fleet ahead of the first snapshot. What fails is tried again at the first need. */
    preload: async (): Promise<void> => void (await locks.current().catch(() => {})),
    /**
     * Returns the changes (LiveChanges) for a tenant since a cursor. Waits up to 8 s for one.
     * @throws ExpiredCursor
     */
    changes: async (
      cursor: string,
      scope: LiveScope,
      abort?: AbortSignal,
    ): Promise<EncodedAnswer> => {
      const until = Date.now() + POLL_TIMEOUT;
      let head = await ticks.head();
      // Another server may have issued a cursor that this one has not reached yet.
      if (isBehind(head, cursor)) head = await currentCursor(db);
      checkCursor(cursor, head);
      let from = cursor;
      let changes = await findCached(scope, from, head);
      while (changes.count === 0) {
        from = changes.cursor;
        const tick = await ticks.next(until, abort);
        if (!tick) break;
        const isUntouched = tick.from === from && !tick.touched.has(scope.orgId);
        changes = isUntouched ? noChanges(tick.to) : await findCached(scope, from, tick.to);
      }
      return changes.answer;
    },
    close: async (): Promise<void> => {
      await ticks.close();
      await locks.close();
    },
  };
};

export type LiveFeed = ReturnType<typeof openLive>;

/** Long-poll timeout, ms: below the console's timeout of 10 s. */
const POLL_TIMEOUT = 8_000;

/**
 * Size and lifetime (ms) of the cache of tenants' changes. An entry must last until the last waiting request has used
 * it.
 */
const MAX_CACHED = 1_000;
const CACHE_TTL = 5_000;

const cacheChanges = (source: LiveSource) => {
  const locks = createCache<readonly number[]>();
  const changes = createCache<TenantChanges>();
  return async (scope: LiveScope, from: LiveCursor, to: LiveCursor): Promise<TenantChanges> => {
    if (from === to) return noChanges(to);
    return changes(`${liveKey(scope)} ${from} ${to}`, async () => {
      const ids = await locks(`${from} ${to}`, () => changedLocks(source.db, from, to));
      return findChanges(source, ids, scope, from, to);
    });
  };
};

/** Caches promises. A rejected one is read again. */
const createCache = <T>() => {
  const cache = new LRUCache<string, Promise<T>>({ max: MAX_CACHED, ttl: CACHE_TTL });
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const cached = cache.get(key);
    if (cached) return cached;
    const value = read();
    cache.set(key, value);
    value.catch(() => cache.delete(key));
    return value;
  };
};

/** Interval between two cursors, with the organisations in which something changed. */
interface Tick {
  readonly from: LiveCursor;
  readonly to: LiveCursor;
  readonly touched: ReadonlySet<number>;
}

/** Interval at which changes of other processes are polled, ms. */
const LOOK_INTERVAL = 1_000;
/** Window in which a burst of changes is gathered into one answer, ms. */
const GATHER_WINDOW = 100;
/** Gathering time per waiting request, ms. It grows with their number, so that their calls leave room for others. */
const GATHER_PER_WAITER = 5;
const MAX_GATHER_WINDOW = 2_000;
/** Number of requests answered at once, and the interval between such batches, ms. Spreads the calls that follow. */
const RELEASE_BATCH = 10;
const RELEASE_INTERVAL = 10;

interface Waiter {
  readonly resolve: (tick: Tick | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Polls for changes once for all waiting requests, and only while there are any. */
const openTicks = (source: LiveSource, changed: ChangeSignal, locks: LiveStore) => {
  const { db } = source;
  const logHolder = createCursorLog(source.log);
  const waiting = new Set<Waiter>();
  let last: { readonly cursor: LiveCursor; readonly at: number } | undefined;
  let looking: Promise<LiveCursor> | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  const look = async (): Promise<LiveCursor> => {
    const at = Date.now();
    const reading = await readCursor(db);
    logHolder(reading, at);
    const cursor = last && isBehind(reading.cursor, last.cursor) ? last.cursor : reading.cursor;
    last = { cursor, at };
    return cursor;
  };

  /** Returns the current cursor, at most GATHER_WINDOW old. */
  const head = async (): Promise<LiveCursor> => {
    if (last && Math.abs(Date.now() - last.at) < GATHER_WINDOW) return last.cursor;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const release = async (tick: Tick, all: readonly Waiter[]): Promise<void> => {
    for (let from = 0; from < all.length; from += RELEASE_BATCH) {
      for (const { resolve } of all.slice(from, from + RELEASE_BATCH)) resolve(tick);
      if (from + RELEASE_BATCH < all.length) await sleep(RELEASE_INTERVAL);
    }
  };

  const run = async (): Promise<void> => {
    let from = await head();
    while (waiting.size > 0 && !isClosed) {
      await changed.wait(LOOK_INTERVAL);
      const gather = Math.min(
        Math.max(GATHER_WINDOW, waiting.size * GATHER_PER_WAITER),
        MAX_GATHER_WINDOW,
      );
      await sleep(gather);
      const to = await look();
      const touched = from === to ? new Set<number>() : await touchedOrgs(source, from, to);
      await release({ from, to, touched }, [...waiting]);
      void locks.follow(to);
      from = to;
    }
  };

  const start = (): void => {
    running ??= run()
      .catch((error: unknown) => {
        for (const { reject } of [...waiting]) reject(error);
      })
      .finally(() => {
        running = undefined;
        if (waiting.size > 0 && !isClosed) start();
      });
  };

  /** Returns the next tick; undefined after the timeout or if the client has disconnected. */
  const next = (until: number, abort?: AbortSignal): Promise<Tick | undefined> =>
    new Promise((resolve, reject) => {
      const settle =
        <T>(callback: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          waiting.delete(waiter);
          abort?.removeEventListener('abort', end);
          callback(value);
        };
      const waiter: Waiter = { resolve: settle(resolve), reject: settle(reject) };
      const end = () => waiter.resolve(undefined);
      const timer = setTimeout(end, Math.max(0, until - Date.now()));
      waiting.add(waiter);
      if (abort?.aborted || isClosed) end();
      else abort?.addEventListener('abort', end);
      start();
    });

  return {
    head,
    next,
    close: async (): Promise<void> => {
      isClosed = true;
      for (const { resolve } of [...waiting]) resolve(undefined);
      changed.notify();
      await running;
    },
  };
};
