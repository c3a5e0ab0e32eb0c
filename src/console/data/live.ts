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
import type { ConsoleDataProvider } from './dataProvider';
import { Fleet, valuesOfRows } from './fleet';
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
  /** The last call was not answered, or was refused. */
  readonly failed: boolean;
  /** ms since 1970, null until the whole fleet is there. */
  readonly lastAnswer: number | null;
  /** While the fleet is loaded in parts: the devices that are there, and of how many. */
  readonly progress: { readonly loaded: number; readonly total: number } | null;
}

/** What changes while somebody watches; one loop for the whole console. */
export interface Live {
  /** Every device that is known, with those of a load that is under way. */
  readonly fleet: Fleet;
  /** @param account whose data it is: tabs of the same one make one call together */
  start(account: number): void;
  /** Keeps what is known, so that a later start goes on from there. */
  stop(): void;
  tickets(listener: TicketListener): () => void;
  /** Called when alarms were raised, taken or processed: their list says which. */
  alarms(listener: AlarmListener): () => void;
  state(): LiveState;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

/** Where live data comes from. */
export interface LiveSource
  extends Pick<ConsoleDataProvider, 'liveSnapshot' | 'livePart' | 'liveChanges'> {
  /** ms between two calls for changes of a server that never holds them; without it that is as it answers. */
  readonly every?: number;
}

interface Surroundings {
  readonly tabs?: TabChannel | undefined;
  /** This machine's clock, ms since 1970. */
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

  /** All parts that are left, two at a time: while one travels, the next is asked for. */
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
    // A server that sends no number of alarm changes counts alarms in its device rows.
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
      // Who gives up leaves the call to others.
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

/** Rows that are applied in one batch. */
const AT_ONCE = 5_000;

/** Whether rows count the alarms of a device otherwise than it is known. */
const countsOtherwise = (fleet: Fleet, rows: readonly LiveRow[]): boolean =>
  rows.some((row) => {
    const { sn, alarms } = liveDeviceOf(row);
    return alarms !== (fleet.get(sn)?.alarms ?? 0);
  });

/** A snapshot that is coming in parts: one that was interrupted goes on where it was. */
interface Loading {
  readonly index: LiveIndex;
  readonly pending: Set<LivePartInfo>;
  loaded: number;
}

/** What is looked at, then what is near it; what is nowhere comes last. */
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

/** Degrees between two boxes, 0 where they touch. The map may show the world beside the world. */
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
