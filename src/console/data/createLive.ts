import { type LiveDevice, type LiveTicket, liveDeviceOf } from '../../domain/live';
import { ApiError } from '../../protocol';
import type { ConsoleDataProvider } from './ConsoleDataProvider';
import { pause } from './pause';

/** Devices that are new or changed, and the SNs of those that left. */
export type FleetListener = (changed: readonly LiveDevice[], gone: readonly string[]) => void;
export type TicketListener = (tickets: readonly LiveTicket[]) => void;

export interface LiveState {
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

  const tellFleet = (changed: readonly LiveDevice[], gone: readonly string[]) => {
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
    tellFleet(all, gone);
    return true;
  };

  /** Whether anything had changed. */
  const takeChanges = async (since: string, signal: AbortSignal): Promise<boolean> => {
    const changes = await source.liveChanges(since, signal);
    if (signal.aborted) return false;
    cursor = changes.cursor;
    tellFleet(changes.rows.map(liveDeviceOf), changes.gone);
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
