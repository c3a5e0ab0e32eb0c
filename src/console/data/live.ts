import {
  type LiveBox,
  type LiveChanges,
  type LiveIndex,
  type LivePartInfo,
  type LiveRow,
  type LiveTicket,
  liveDeviceOf,
} from '../../domain/live';
import { unpackedColumns } from '../../domain/liveColumns';
import { Fleet, valuesOfRows } from './fleet';
import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';
import {
  abortableDelay,
  backOff,
  createTabChannel,
  isExpired,
  isFinalError,
  shareLiveRequest,
  type TabChannel,
} from './sharedChanges';

type TicketListener = (tickets: readonly LiveTicket[]) => void;
type AlarmListener = () => void;

export interface LiveState {
  /** False before the first answer and while the server cannot be reached. */
  readonly connected: boolean;
  /** True if the last call failed. */
  readonly failed: boolean;
  /** Epoch ms; null until the whole fleet is loaded. */
  readonly lastAnswer: number | null;
  /** Number of devices loaded and in total, while the fleet is loaded in parts. */
  readonly progress: { readonly loaded: number; readonly total: number } | null;
}

/** Live updates: one polling loop for the whole console. */
export interface Live {
  /** All known devices, including those of a load in progress. */
  readonly fleet: Fleet;
  /** @param account id of the operator; tabs of the same operator share one call */
  start(account: number): void;
  /** Keeps the fleet, so that a later start continues from it. */
  stop(): void;
  tickets(listener: TicketListener): () => void;
  /** Called when alarms were raised, taken or processed. The list of alarms has the details. */
  alarms(listener: AlarmListener): () => void;
  state(): LiveState;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

/** Calls that deliver live data. */
export interface LiveSource
  extends Pick<ConsoleDataProvider, 'liveSnapshot' | 'livePart' | 'liveChanges'> {
  /** Poll interval, ms, for a server that responds immediately; undefined if the server holds calls open. */
  readonly every?: number;
}

interface Surroundings {
  readonly tabs?: TabChannel | undefined;
  /** Local clock, epoch ms. */
  readonly now?: () => number;
}

export const createLive = (
  source: LiveSource,
  { tabs = createTabChannel(), now = Date.now }: Surroundings = {},
): Live => {
  const fleet = new Fleet();
  const ticketListeners = new Set<TicketListener>();
  const alarmListeners = new Set<AlarmListener>();
  const stateListeners = new Set<() => void>();
  let state: LiveState = {
    connected: false,
    failed: false,
    lastAnswer: null,
    progress: null,
  };
  let cursor: string | undefined;
  let loading: Loading | undefined;
  let running: AbortController | undefined;

  const setState = (next: Partial<LiveState>) => {
    state = { ...state, ...next };
    for (const listener of stateListeners) listener();
  };

  const loadSnapshot = async (signal: AbortSignal): Promise<boolean> => {
    loading ??= await beginLoading(signal);
    if (!loading || signal.aborted) return false;
    const { index } = loading;
    await loadParts(loading, signal);
    if (signal.aborted) return false;
    fleet.apply(valuesOfRows(index.rows ?? []));
    fleet.endLoad();
    cursor = index.cursor;
    loading = undefined;
    return true;
  };

  const beginLoading = async (signal: AbortSignal): Promise<Loading | undefined> => {
    const snapshot = await source.liveSnapshot(signal);
    if (signal.aborted) return undefined;
    if (!('parts' in snapshot)) {
      fleet.beginLoad();
      await applyRows(snapshot.rows);
      return {
        index: { cursor: snapshot.cursor, total: 0, parts: [] },
        pending: new Set(),
        loaded: 0,
      };
    }
    const { columns, parts, total } = snapshot;
    fleet.beginLoad(boxAround(parts), total);
    if (columns) fleet.apply(unpackedColumns(columns));
    if (parts.length > 0)
      setState({ connected: true, failed: false, progress: { loaded: 0, total } });
    return { index: snapshot, pending: new Set(parts), loaded: 0 };
  };

  /** Applies the rows of a server without parts in batches, so that the page stays responsive. */
  const applyRows = async (rows: readonly LiveRow[]) => {
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve));
      fleet.apply(valuesOfRows(rows.slice(from, from + AT_ONCE)));
    }
  };

  /** Loads the remaining parts with two concurrent calls, so that the connection is never idle. */
  const loadParts = async (load: Loading, signal: AbortSignal) => {
    const { index, pending } = load;
    let failed = false;
    const work = async () => {
      while (!failed && !signal.aborted) {
        const part = nextPart(pending, fleet.view);
        if (!part) return;
        pending.delete(part);
        try {
          const { columns } = await source.livePart(part.id, signal);
          fleet.apply(unpackedColumns(columns));
        } catch (error) {
          failed = true;
          pending.add(part);
          throw error;
        }
        load.loaded += part.count;
        const progress = { loaded: load.loaded, total: index.total };
        setState({ connected: true, failed: false, progress });
      }
    };
    const results = await Promise.allSettled([work(), work()]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };

  const applyChanges = ({ cursor: next, rows, gone, tickets, alarms, whole }: LiveChanges) => {
    cursor = next;
    // A server that sends no count of alarm changes has the number of alarms in its device rows.
    const hasAlarms = alarms === undefined ? countsOtherwise(fleet, rows) : alarms > 0;
    if (whole) fleet.beginLoad();
    fleet.apply(valuesOfRows(rows), gone);
    if (whole) fleet.endLoad();
    if (hasAlarms) for (const listener of alarmListeners) listener();
    if (tickets.length > 0) {
      for (const listener of ticketListeners) listener(tickets);
    }
  };

  const follow = async (account: number, signal: AbortSignal) => {
    const changes = shareLiveRequest({
      ask: source.liveChanges,
      name: `sealdesk.live.${account}`,
      tabs,
      every: source.every,
      now,
      signal,
    });
    let failures = 0;
    while (!signal.aborted) {
      try {
        if (cursor === undefined) await loadSnapshot(signal);
        else {
          const news = await changes.next(cursor);
          if (signal.aborted) return;
          if ('failed' in news) {
            setState({ connected: false, failed: true });
            continue;
          }
          applyChanges(news.changes);
        }
        failures = 0;
        if (signal.aborted) return;
        setState({ connected: true, failed: false, lastAnswer: now(), progress: null });
      } catch (error) {
        if (signal.aborted) return;
        setState({ connected: false, failed: true });
        if (isFinalError(error)) return;
        if (isExpired(error)) {
          cursor = undefined;
          loading = undefined;
        }
        await abortableDelay(backOff(failures), signal, 'or when online');
        failures += 1;
      }
    }
  };

  return {
    fleet,
    start: (account) => {
      if (running) return;
      const control = new AbortController();
      running = control;
      // Aborting releases the shared call to other tabs.
      void follow(account, control.signal).finally(() => control.abort());
    },
    stop: () => {
      running?.abort();
      running = undefined;
    },
    tickets: (listener) => {
      ticketListeners.add(listener);
      return () => ticketListeners.delete(listener);
    },
    alarms: (listener) => {
      alarmListeners.add(listener);
      return () => alarmListeners.delete(listener);
    },
    state: () => state,
    subscribe: (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
  };
};

/** Batch size. */
const AT_ONCE = 5_000;

/** True if rows have a number of alarms that differs from the known one. */
const countsOtherwise = (fleet: Fleet, rows: readonly LiveRow[]): boolean =>
  rows.some((row) => {
    const { sn, alarms } = liveDeviceOf(row);
    return alarms !== (fleet.get(sn)?.alarms ?? 0);
  });

/** Snapshot that is being loaded in parts. An interrupted load continues where it stopped. */
interface Loading {
  readonly index: LiveIndex;
  readonly pending: Set<LivePartInfo>;
  loaded: number;
}

/** Returns the pending part nearest to the visible map; a part without a position comes last. */
const nextPart = (
  pending: ReadonlySet<LivePartInfo>,
  view: LiveBox | null,
): LivePartInfo | undefined => {
  let best: LivePartInfo | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const part of pending) {
    const away = part.box === null ? 360 : awayFrom(view, part.box);
    if (best && away >= nearest) continue;
    best = part;
    nearest = away;
  }
  return best;
};

/** Distance between two boxes, degrees; 0 if they touch. The map may show repeated copies of the world. */
const awayFrom = (view: LiveBox | null, [west, south, east, north]: LiveBox): number => {
  if (view === null) return 0;
  const [left, bottom, right, top] = view;
  const across = [-360, 0, 360].map((turn) => Math.max(0, west + turn - right, left - east - turn));
  return Math.hypot(Math.min(...across), Math.max(0, south - top, bottom - north));
};

const boxAround = (parts: readonly LivePartInfo[]): LiveBox | null =>
  parts.reduce<LiveBox | null>((all, { box }) => {
    if (!all || !box) return all ?? box;
    return [
      Math.min(all[0], box[0]),
      Math.min(all[1], box[1]),
      Math.max(all[2], box[2]),
      Math.max(all[3], box[3]),
    ];
  }, null);
