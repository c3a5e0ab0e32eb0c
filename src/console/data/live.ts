import { type LiveChanges, type LiveRow, type LiveTicket, liveDeviceOf } from '../../domain/live';
import { Fleet, valuesOfRows } from './fleet';
import { createListeners } from './listeners';
import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';
import { abortableDelay, backOff, isExpired, isFinalError } from './retry';
import { createTabChannel, SharedRequest, type TabChannel } from './sharedChanges';
import { type LoadProgress, SnapshotLoader, type SnapshotSource } from './snapshotLoader';

export interface LiveState {
  /** False before the first answer and while the server cannot be reached. */
  readonly connected: boolean;
  readonly failed: boolean;
  /** Epoch ms; null until the whole fleet is loaded. */
  readonly lastAnswer: number | null;
  /** Set while the fleet is loaded in parts. */
  readonly progress: LoadProgress | null;
}

/** Live updates: one polling loop for the whole console. */
export interface Live {
  /** All known devices, including those of a load in progress. */
  readonly fleet: Fleet;
  /** @param account id of the operator; tabs of the same operator share one call */
  start(account: number): void;
  /** Keeps the fleet, so that a later start continues from it. */
  stop(): void;
  tickets(listener: (tickets: readonly LiveTicket[]) => void): () => void;
  /** Called when alarms were raised, taken or processed. The list of alarms has the details. */
  alarms(listener: () => void): () => void;
  state(): LiveState;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

export interface LiveSource extends SnapshotSource, Pick<ConsoleDataProvider, 'liveChanges'> {
  /** Poll interval, ms, for a server that responds immediately; undefined if the server holds calls open. */
  readonly every?: number;
}

/** @param now local clock, epoch ms */
export const createLive = (
  source: LiveSource,
  { tabs = createTabChannel(), now = Date.now }: { tabs?: TabChannel; now?: () => number } = {},
): Live => {
  const fleet = new Fleet();
  const ticketListeners = createListeners<[readonly LiveTicket[]]>();
  const alarmListeners = createListeners();
  const stateListeners = createListeners();
  let state: LiveState = { connected: false, failed: false, lastAnswer: null, progress: null };
  let cursor: string | undefined;
  let running: AbortController | undefined;

  const setState = (next: Partial<LiveState>) => {
    state = { ...state, ...next };
    stateListeners.notify();
  };
  const snapshot = new SnapshotLoader(source, fleet, (progress) =>
    setState({ connected: true, failed: false, progress }),
  );

  const applyChanges = ({ cursor: next, rows, gone, tickets, alarms, whole }: LiveChanges) => {
    cursor = next;
    // A server that sends no count of alarm changes has the number of alarms in its device rows.
    const hasAlarms = alarms === undefined ? countsOtherwise(fleet, rows) : alarms > 0;
    if (whole) fleet.beginLoad();
    fleet.apply(valuesOfRows(rows), gone);
    if (whole) fleet.endLoad();
    if (hasAlarms) alarmListeners.notify();
    if (tickets.length > 0) ticketListeners.notify(tickets);
  };

  const follow = async (account: number, signal: AbortSignal) => {
    const changes = new SharedRequest({
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
        // An aborted load keeps the cursor of a later start.
        if (cursor === undefined) cursor = (await snapshot.load(signal)) ?? cursor;
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
          snapshot.restart();
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
    tickets: ticketListeners.add,
    alarms: alarmListeners.add,
    state: () => state,
    subscribe: stateListeners.add,
  };
};

/** True if rows have a number of alarms that differs from the known one. */
const countsOtherwise = (fleet: Fleet, rows: readonly LiveRow[]): boolean =>
  rows.some((row) => {
    const { sn, alarms } = liveDeviceOf(row);
    return alarms !== (fleet.get(sn)?.alarms ?? 0);
  });
