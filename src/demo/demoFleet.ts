import { type LockProtocol, PROTOCOL } from '../domain/family';
import type { LockStatus } from '../domain/lock';
import type { LinkLog } from '../server/fleet/link';
import type { Settings } from './lockSettings';
import { protocolClients } from './protocolClients/protocolClient';
import { routes } from './routes';
import { type SimulatedLock, startSimulatedLock } from './simulatedLock';
import type { Behaviour } from './traits';

/** A lock to simulate. */
export interface FleetLock {
  sn: string;
  /** What the broker asks of it. */
  password: string;
  behaviour: Behaviour;
  routeId: string;
  seed: number;
  /** Its state when it starts: what the server last knew. */
  status: LockStatus;
  /** What it runs, where the server knows. */
  version?: string;
  /** What it was told before, where the server knows. */
  settings?: Settings;
  /** What it speaks; ours over MQTT unless told. */
  protocol?: LockProtocol;
  /** True if it is refused until an operator adopts it. */
  isUnknown?: boolean;
}

interface DemoFleetOptions {
  brokerUrl: string;
  /** Where locks of their makers' protocols come; one that has no listener stays away. */
  gateways?: readonly { readonly protocols: readonly LockProtocol[]; readonly port: number }[];
  /** The address that they listen at. */
  gatewayHost?: string;
  /** Those that it begins with. */
  locks?: readonly FleetLock[];
  log: LinkLog;
  /** How often the fleet's one timer ticks; 250 ms unless told. */
  tickMs?: number;
  timing?: Partial<Timing>;
}

export interface DemoFleet {
  /**
   * Starts more locks.
   * @throws RangeError when a lock names a route that does not exist
   */
  add(locks: readonly FleetLock[]): void;
  /** Every lock says goodbye and disconnects. To be called before the broker closes. */
  close(): Promise<void>;
}

/** 40 locks a second: a login costs the server a query and a hash. */
const CONNECT_EVERY_MS = 25;

/**
 * Starts the simulated locks, each an MQTT client of its own. They connect one after another, in the background.
 * @throws RangeError when a lock names a route that does not exist
 */
export const startDemoFleet = async (options: DemoFleetOptions): Promise<DemoFleet> => {
  const { brokerUrl, locks = [], log, tickMs = 250, timing } = options;
  const { gateways = [], gatewayHost: host = '127.0.0.1' } = options;
  const nativeOf = (protocol: LockProtocol, sn: string) => {
    const port = gateways.find(({ protocols }) => protocols.includes(protocol))?.port;
    const createClient = protocolClients[protocol];
    return port === undefined || !createClient
      ? undefined
      : { protocolClient: createClient(sn), host, port };
  };
  const isReachable = ({ protocol = PROTOCOL.mqtt, sn }: FleetLock): boolean =>
    protocol === PROTOCOL.mqtt || nativeOf(protocol, sn) !== undefined;
  const onItsRoad = ({ routeId, protocol, ...lock }: FleetLock) => {
    const native = nativeOf(protocol ?? PROTOCOL.mqtt, lock.sn);
    const route = routes.find(({ id }) => id === routeId);
    if (!route) throw new RangeError(`Lock ${lock.sn}: there is no route ${routeId}`);
    return { ...lock, route, brokerUrl, native, log, timing: { ...usualTiming, ...timing } };
  };
  const planned = locks.filter(isReachable).map(onItsRoad);
  const wheel = createTimerWheel(tickMs, (error) => log.error(`Simulated lock: ${error}`));
  const started: SimulatedLock[] = [];
  const start = (some: typeof planned) =>
    some.forEach((lock, i) => {
      wheel.after(i * CONNECT_EVERY_MS, () => started.push(startSimulatedLock({ ...lock, wheel })));
    });
  start(planned);
  return {
    add: (more) => start(more.filter(isReachable).map(onItsRoad)),
    close: async () => {
      wheel.stop();
      await Promise.all(started.map((lock) => lock.close()));
    },
  };
};

/** Undoes a timer that has not run yet. */
type Cancel = () => void;

/** Many timers on one: a fleet of simulated locks waits on thousands of them. */
export interface TimerWheel {
  /** Runs a task once, at the first tick that comes after so many milliseconds. */
  after(ms: number, task: () => void): Cancel;
  stop(): void;
}

/**
 * @param tickMs how often the wheel turns; no task runs more exactly than that
 * @param onError told what a task throws; the others run on
 */
export const createTimerWheel = (tickMs: number, onError: (error: unknown) => void): TimerWheel => {
  const slots = new Map<number, Set<() => void>>();
  const tickAt = (time: number): number => Math.floor(time / tickMs);
  let turned = tickAt(performance.now());

  const run = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      onError(error);
    }
  };

  const turn = (): void => {
    const now = tickAt(performance.now());
    for (; turned < now; turned++) {
      const due = slots.get(turned);
      slots.delete(turned);
      // A set's iteration skips what a task of the same slot cancels meanwhile.
      for (const task of due ?? []) run(task);
    }
  };

  const timer = setInterval(turn, tickMs);
  return {
    after: (ms, task) => {
      const tick = Math.max(turned, tickAt(performance.now() + ms));
      const slot = slots.get(tick) ?? new Set();
      slots.set(tick, slot);
      // The same function may wait in one slot twice.
      const entry = (): void => task();
      slot.add(entry);
      return () => void slot.delete(entry);
    },
    stop: () => {
      clearInterval(timer);
      slots.clear();
    },
  };
};

/** Least and most, ms. */
type Range = readonly [least: number, most: number];

/** How long a simulated lock takes, ms, from and to. */
export interface Timing {
  /** From one report to the next on the road. */
  moving: Range;
  /** The same at rest. */
  parked: Range;
  /** From a command to its answer. */
  reply: Range;
  /** The same for a lock that answers late. */
  late: Range;
  /** From an upgrade to its answer: fetching, writing, starting anew. */
  upgrade: Range;
  /** Until somebody opens a lock that was unsealed. */
  hand: Range;
  /** Until it is closed again. */
  open: Range;
  /** How long a sleeper sleeps. */
  asleep: Range;
  /** How long it stays awake. */
  awake: Range;
  /** Until a tampered lock is sealed by card. */
  repair: Range;
}

/** As real locks have it, a little quicker at rest and asleep: nobody watches a demonstration for hours. */
const usualTiming: Timing = {
  moving: [10_000, 30_000],
  parked: [90_000, 180_000],
  reply: [300, 2_000],
  late: [65_000, 90_000],
  upgrade: [4_000, 10_000],
  hand: [20_000, 40_000],
  open: [120_000, 300_000],
  asleep: [240_000, 480_000],
  awake: [20_000, 40_000],
  repair: [1_200_000, 2_400_000],
};
