import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { EncodedAnswer, TextChunk } from '../calls/endpoint';
import type { Scope, Tables } from '../db';
import type { ChangeSignal } from './fleet';
import type { LinkLog } from './link';
import {
  checkCursor,
  createCursorLog,
  currentCursor,
  isBehind,
  type LiveCursor,
  readCursor,
} from './liveCursor';
import { borrowedLocks, LIVE_TABLES, liveRows } from './sharing';
import { openSnapshots, type Snapshots } from './snapshot';

/** Live view of the fleet. Each answer is computed once for all operators who see the same. */
export interface LiveFeed {
  readonly snapshots: Snapshots;
  /**
   * Returns the changes (LiveChanges) for a tenant since a cursor. Waits up to 8 s for one.
   * @throws ExpiredCursor
   */
  changes(cursor: string, scope: Scope, abort?: AbortSignal): Promise<EncodedAnswer>;
  close(): Promise<void>;
}

/** Dependencies of the live view. */
interface LiveSource {
  readonly db: Kysely<Tables>;
  /** True if the configuration declares alarms. */
  readonly hasAlarms: boolean;
  readonly log: LinkLog;
}

export const openLive = (source: LiveSource, changed: ChangeSignal): LiveFeed => {
  const { db } = source;
  const findCached = cacheChanges(source);
  const ticks = openTicks(source, changed);
  return {
    snapshots: openSnapshots({ db, currentCursor, isBehind, changes: findCached }),
    changes: async (cursor, scope, abort) => {
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
    close: ticks.close,
  };
};

/** Long-poll timeout, ms: below the console's timeout of 10 s. */
const POLL_TIMEOUT = 8_000;

/** Changes of one tenant between two cursors. */
interface TenantChanges {
  readonly cursor: LiveCursor;
  /** Number of all changes together. */
  readonly count: number;
  readonly answer: EncodedAnswer;
  /** Rows of the devices as JSON, joined by commas; '' for none. */
  readonly rows: string;
  readonly devices: number;
  readonly gone: number;
}

interface ChangesRow {
  readonly rows: string | null;
  readonly devices: number;
  readonly gone: string | null;
  readonly lost: number;
  readonly tickets: string | null;
  readonly sent: number;
  readonly alarms: number;
}

const toTenantChanges = (cursor: LiveCursor, row: ChangesRow): TenantChanges => {
  const { rows, devices, gone, lost, tickets, sent, alarms } = row;
  const rest = `"gone":${gone ?? '[]'},"tickets":${tickets ?? '[]'},"alarms":${alarms}`;
  const text = `{"cursor":"${cursor}","rows":[${rows ?? ''}],${rest}}`;
  return {
    cursor,
    count: devices + lost + sent + alarms,
    answer: new EncodedAnswer([new TextChunk(text)]),
    rows: rows ?? '',
    devices,
    gone: lost,
  };
};

const NO_CHANGES: ChangesRow = {
  rows: null,
  devices: 0,
  gone: null,
  lost: 0,
  tickets: null,
  sent: 0,
  alarms: 0,
};

const noChanges = (cursor: LiveCursor): TenantChanges => toTenantChanges(cursor, NO_CHANGES);

type FindChanges = (scope: Scope, from: LiveCursor, to: LiveCursor) => Promise<TenantChanges>;

/**
 * Size and lifetime (ms) of the cache of tenants' changes. An entry must last until the last waiting request has used
 * it.
 */
const MAX_CACHED = 1_000;
const CACHE_TTL = 5_000;

const cacheChanges = (source: LiveSource): FindChanges => {
  const cache = new LRUCache<string, Promise<TenantChanges>>({ max: MAX_CACHED, ttl: CACHE_TTL });
  return (scope, from, to) => {
    if (from === to) return Promise.resolve(noChanges(to));
    const key = `${scope.orgId} ${from} ${to}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const changes = findChanges(source, scope, from, to);
    cache.set(key, changes);
    changes.catch(() => cache.delete(key));
    return changes;
  };
};

/**
 * Finds the changes of a tenant. Rows carry the transaction that changed them last. All transactions before `to` have
 * ended, so a row read later is either final or has changed again and belongs to the next answer.
 */
const findChanges: (source: LiveSource, ...of: Parameters<FindChanges>) => Promise<TenantChanges> =
  async ({ db, hasAlarms }, scope, from, to) => {
    const orgs = sql`(select org_subtree(${scope.orgId}))`;
    const { rows } = await sql<ChangesRow>`
    with borrowed as materialized (
      select * from ${borrowedLocks(scope.orgId)} as borrowed
    ), devices as (
      select ${rowText()} as row from ${LIVE_TABLES}
      where state.org_id in ${orgs} and ${within('state', from, to)}
      union all
      select ${rowText(sql`borrowed.rights`)} as row
      from borrowed join ${LIVE_TABLES} on device.id = borrowed.device_id
      where state.org_id not in ${orgs} and (${within('state', from, to)}
        or (borrowed.change_xid >= ${from}::numeric and borrowed.change_xid < ${to}::numeric))
    ), gone as (
      select distinct sn from device_gone
      where org_id in ${orgs} and ${within('device_gone', from, to)}
        and sn not in (select sn from device where org_id in ${orgs})
        and sn not in (select sn from borrowed join device on device.id = borrowed.device_id)
    ), tickets as (
      select json_build_object(
        'id', id::text, 'sn', sn, 'cmd', cmd, 'state', state, 'message', message,
        'late', late_result, 'progress', progress) as ticket
      from "appointmentCommandRecord"
      where org_id in ${orgs} and ${within('appointmentCommandRecord', from, to)}
    )
    select
      (select string_agg(row, ',') from devices) as rows, (select count(*) from devices) as devices,
      (select json_agg(sn)::text from gone) as gone, (select count(*) from gone) as lost,
      (select json_agg(ticket)::text from tickets) as tickets, (select count(*) from tickets) as sent,
      ${hasAlarms ? alarmsWithin(orgs, from, to) : sql`0`} as alarms
    `.execute(db);
    const [row] = rows;
    return row ? toTenantChanges(to, row) : noChanges(to);
  };

const alarmsWithin = (orgs: RawBuilder<unknown>, from: LiveCursor, to: LiveCursor) => sql`
  (select count(*) from "alertRecord" where org_id in ${orgs} and ${within('alertRecord', from, to)})`;

const within = (table: string, from: LiveCursor, to: LiveCursor) => sql`
  ${sql.ref(`${table}.change_xid`)} >= ${from}::text::xid8
  and ${sql.ref(`${table}.change_xid`)} < ${to}::text::xid8`;

/**
 * Device values in the order of LIVE_COLUMNS. PostgreSQL writes the JSON, because 100,000 rows would block the event
 * loop.
 */
const rowText = (rights?: RawBuilder<unknown>): RawBuilder<string> => sql`
  json_build_array(${sql.join(liveRows(rights))})::text`;

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
const openTicks = (source: LiveSource, changed: ChangeSignal) => {
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

/** Returns the organisations with changes, and all above them. */
const touchedOrgs = async (
  { db, hasAlarms }: LiveSource,
  from: LiveCursor,
  to: LiveCursor,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    with recursive touched(id) as (
      select org_id from (
        select org_id from device_state where ${within('device_state', from, to)}
        union select org_id from device_gone where ${within('device_gone', from, to)}
        union select org_id from lent_lock where ${within('lent_lock', from, to)}
        union select lent_lock.org_id from lent_lock
          join device_state on device_state.device_id = lent_lock.device_id
          where ${within('device_state', from, to)}
        union select org_id from "appointmentCommandRecord"
          where ${within('appointmentCommandRecord', from, to)}
        ${hasAlarms ? sql`union select org_id from "alertRecord" where ${within('alertRecord', from, to)}` : sql``}
      ) as changed
      union select org.parent_id from org join touched on org.id = touched.id
    )
    select id from touched where id is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
