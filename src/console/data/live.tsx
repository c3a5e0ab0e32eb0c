import type { QueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react';
import type { AnyEntity, Console, Row } from '../../config';
import { LIVE_COLUMNS, type LiveDevice, type LiveTicket, liveDeviceOf } from '../../domain/live';
import { schemaOf } from '../../fields';
import { ApiError } from '../../protocol';
import { type ConsoleDataProvider, TICKETS } from './dataProvider';
import { fieldsOf } from './wire';

/** Devices that are new or changed, and the SNs of those that left. */
export type FleetListener = (changed: readonly LiveDevice[], gone: readonly string[]) => void;
type TicketListener = (tickets: readonly LiveTicket[]) => void;

interface LiveState {
  /** False before the first answer and while the server cannot be reached. */
  readonly connected: boolean;
  /** ms since 1970, null before the first answer. */
  readonly lastAnswer: number | null;
}

/** What changes while somebody watches; one loop for the whole console. */
export interface Live {
  start(): void;
  /** Keeps what is known, so that a later start goes on from there. */
  stop(): void;
  /** The newest state of a device. */
  device(sn: string): LiveDevice | undefined;
  /** Called back at once with every known device, then with changes; returns the way to end it. */
  fleet(listener: FleetListener): () => void;
  tickets(listener: TicketListener): () => void;
  state(): LiveState;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

/** A server that holds no call open answers at once; it must not be asked again at once. */
const REST = 1_000;
/** And one that had nothing to say is asked less often still. */
const REST_WHEN_QUIET = 5_000;
const BACK_OFF_LIMIT = 30_000;

type Source = Pick<ConsoleDataProvider, 'liveSnapshot' | 'liveChanges'>;

/** @param now this machine's clock, ms since 1970 */
export const createLive = (source: Source, now: () => number = Date.now): Live => {
  const devices = new Map<string, LiveDevice>();
  const fleetListeners = new Set<FleetListener>();
  const ticketListeners = new Set<TicketListener>();
  const stateListeners = new Set<() => void>();
  let state: LiveState = { connected: false, lastAnswer: null };
  let cursor: string | undefined;
  let running: AbortController | undefined;

  const setState = (next: LiveState) => {
    state = next;
    for (const listener of stateListeners) listener();
  };

  const emitFleet = (changed: readonly LiveDevice[], gone: readonly string[]) => {
    if (changed.length === 0 && gone.length === 0) return;
    for (const device of changed) devices.set(device.sn, device);
    for (const sn of gone) devices.delete(sn);
    for (const listener of fleetListeners) listener(changed, gone);
  };

  const takeSnapshot = async (signal: AbortSignal): Promise<boolean> => {
    const snapshot = await source.liveSnapshot(signal);
    if (signal.aborted) return false;
    const all = snapshot.rows.map(liveDeviceOf);
    const there = new Set(all.map(({ sn }) => sn));
    const gone = [...devices.keys()].filter((sn) => !there.has(sn));
    cursor = snapshot.cursor;
    emitFleet(all, gone);
    return true;
  };

  /** Whether anything had changed. */
  const takeChanges = async (since: string, signal: AbortSignal): Promise<boolean> => {
    const changes = await source.liveChanges(since, signal);
    if (signal.aborted) return false;
    cursor = changes.cursor;
    emitFleet(changes.rows.map(liveDeviceOf), changes.gone);
    if (changes.tickets.length > 0) {
      for (const listener of ticketListeners) listener(changes.tickets);
    }
    return changes.rows.length + changes.gone.length + changes.tickets.length > 0;
  };

  const run = async (signal: AbortSignal) => {
    let failures = 0;
    while (!signal.aborted) {
      const began = now();
      try {
        const busy =
          cursor === undefined ? await takeSnapshot(signal) : await takeChanges(cursor, signal);
        failures = 0;
        if (signal.aborted) return;
        setState({ connected: true, lastAnswer: now() });
        const held = now() - began;
        if (held < REST) await pause((busy ? REST : REST_WHEN_QUIET) - held, signal);
      } catch (error) {
        if (signal.aborted) return;
        setState({ ...state, connected: false });
        if (isFinal(error)) return;
        if (isExpired(error)) cursor = undefined;
        // Spread out, so that a server coming back is not met by every console at once.
        const wait = Math.min(BACK_OFF_LIMIT, REST * 2 ** failures) * (0.75 + Math.random() / 2);
        failures += 1;
        await pause(isExpired(error) && failures === 1 ? REST : wait, signal, 'or when online');
      }
    }
  };

  return {
    start: () => {
      if (running) return;
      running = new AbortController();
      void run(running.signal);
    },
    stop: () => {
      running?.abort();
      running = undefined;
    },
    device: (sn) => devices.get(sn),
    fleet: (listener) => {
      fleetListeners.add(listener);
      if (devices.size > 0) listener([...devices.values()], []);
      return () => fleetListeners.delete(listener);
    },
    tickets: (listener) => {
      ticketListeners.add(listener);
      return () => ticketListeners.delete(listener);
    },
    state: () => state,
    subscribe: (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
  };
};

const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'expired';

/** Nothing gets better by asking again: the session is gone, or the menus cover no device. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'session' || error.code === 'noPermission');

/**
 * Waits, at most until the signal fires.
 * @param ms how long
 * @param orWhenOnline a browser that comes back online ends the wait too. One that is offline waits no longer than
 *   others: its server may be on the same machine
 */
const pause = (ms: number, signal: AbortSignal, orWhenOnline?: 'or when online'): Promise<void> =>
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

const LiveContext = createContext<Live | null>(null);

/** Keeps live data coming while it is shown. @param enabled false when the rights cover no device */
export const LiveProvider = ({
  live,
  enabled,
  children,
}: {
  live: Live;
  enabled: boolean;
  children: ReactNode;
}) => {
  useEffect(() => {
    if (!enabled) return;
    live.start();
    return live.stop;
  }, [live, enabled]);
  return <LiveContext value={live}>{children}</LiveContext>;
};

/** The fleet and the tickets as they change. */
export const useLive = (): Live => {
  const live = useContext(LiveContext);
  if (!live) throw new Error('Live data is known inside of LiveProvider only');
  return live;
};

/** Whether live data comes, and when it last came. */
export const useLiveState = (): LiveState => {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, live.state);
};

/** The newest state of a device, as it changes; undefined where live data does not know it. */
export const useLiveDevice = (sn: string): LiveDevice | undefined => {
  const live = useLive();
  const subscribe = useCallback((listener: () => void) => live.fleet(listener), [live]);
  return useSyncExternalStore(subscribe, () => live.device(sn));
};

type LiveColumn = keyof LiveDevice & string;

/** The columns of live data that a record of this entity shows; a reference would need its title as well. */
const columnsOf = (entity: AnyEntity): LiveColumn[] =>
  LIVE_COLUMNS.filter((name) => {
    const field = fieldsOf(entity)[name];
    return field && name !== entity.live && !schemaOf(field).references;
  });

/**
 * Keeps lists and details that are in memory up to date: their rows take over what live data says, and lists of
 * tickets are fetched again. Rows that the server derives have more to say than live data, so that those on the screen
 * are fetched again a little later. Returns the way to end it.
 */
export const followLive = (live: Live, client: QueryClient, declared: Console): (() => void) => {
  const followed = declared.entities
    .filter((entity) => entity.live)
    .map((entity) => ({ entity, columns: columnsOf(entity) }))
    .filter(({ columns }) => columns.length > 0);

  const snOf = (entity: AnyEntity, row: Row) => String(row[entity.live as string]);

  const derived = followed.filter(({ entity }) => entity.derived);
  const catchUp = delayed(() => {
    for (const { entity } of derived) client.invalidateQueries({ queryKey: [entity.name] });
  });

  const endFleet = live.fleet((_, gone) => {
    if (derived.length > 0) catchUp.ask();
    const left = new Set(gone);
    for (const { entity, columns } of followed) {
      let shorter = false;
      const renewed = (row: Row): Row => {
        shorter ||= left.size > 0 && left.has(snOf(entity, row));
        const device = live.device(snOf(entity, row));
        return device ? withLive(row, device, columns) : row;
      };
      client.setQueriesData({ queryKey: [entity.name] }, (data: unknown) => eachRow(data, renewed));
      if (shorter) client.invalidateQueries({ queryKey: [entity.name, 'getList'] });
    }
  });
  const endTickets = live.tickets(() => {
    client.invalidateQueries({ queryKey: [TICKETS] });
  });
  return () => {
    catchUp.end();
    endFleet();
    endTickets();
  };
};

/** ms at most until a list of rows that are derived of reports has caught up with them. */
const CATCH_UP = 5_000;

/** Work that is asked for often and done once after a while. */
const delayed = (work: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, CATCH_UP);
    },
    end: () => clearTimeout(timer),
  };
};

/** The row itself when nothing changed, so that nothing is drawn again. */
const withLive = (row: Row, device: LiveDevice, columns: readonly LiveColumn[]): Row => {
  const news = columns.filter((name) => !Object.is(row[name] ?? null, device[name]));
  if (news.length === 0) return row;
  return { ...row, ...Object.fromEntries(news.map((name) => [name, device[name]])) };
};

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Cached answers come as one record, as records, or as a page of records under `data`. */
const eachRow = (data: unknown, renewed: (row: Row) => Row): unknown => {
  if (Array.isArray(data)) {
    const rows = data.map((row) => (isRow(row) ? renewed(row) : row));
    return rows.some((row, i) => row !== data[i]) ? rows : data;
  }
  if (isRow(data)) return renewed(data);
  if (typeof data !== 'object' || data === null || !('data' in data)) return data;
  const rows = eachRow(data.data, renewed);
  return rows === data.data ? data : { ...data, data: rows };
};
