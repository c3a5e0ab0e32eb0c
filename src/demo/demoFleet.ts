import { type LockProtocol, PROTOCOL } from '../domain/family';
import type { LockStatus } from '../domain/lock';
import type { LinkLog } from '../server/fleet/link';
import type { Settings } from './lockSettings';
import { protocolClients } from './protocolClients/protocolClient';
import { routes } from './routes';
import { type SimulatedLock, startSimulatedLock } from './simulatedLock';
import type { Behaviour } from './traits';

export interface FleetLock {
  sn: string;
  password: string;
  behaviour: Behaviour;
  routeId: string;
  seed: number;
  /** Initial state: the last one known to the server. */
  status: LockStatus;
  /** Firmware version, if the server knows it. */
  version?: string;
  /** Settings from earlier commands, if the server knows them. */
  settings?: Settings;
  /** Protocol; MQTT by default. */
  protocol?: LockProtocol;
  /** True if it is refused until an operator adopts it. */
  isUnknown?: boolean;
}

interface DemoFleetOptions {
  brokerUrl: string;
  /** Listeners for manufacturers' protocols. A lock whose protocol has none does not start. */
  gateways?: readonly { readonly protocols: readonly LockProtocol[]; readonly port: number }[];
  gatewayHost?: string;
  /** Locks to start immediately. */
  locks?: readonly FleetLock[];
  log: LinkLog;
  /** Interval of the fleet's single timer; 250 ms by default. */
  tickMs?: number;
  timing?: Partial<Timing>;
}

export interface DemoFleet {
  /** Starts more locks. @throws RangeError if a lock names a route that does not exist */
  add(locks: readonly FleetLock[]): void;
  /** Disconnects every lock properly. Call it before the broker closes. */
  close(): Promise<void>;
}

/** 40 locks a second, because each login costs the server a query and a hash. */
const CONNECT_EVERY_MS = 25;

/**
 * Starts the simulated locks. They connect one after another in the background, each with a client of its own.
 * @throws RangeError if a lock names a route that does not exist
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

/** Cancels a timer that has not fired. */
type Cancel = () => void;

/** Runs many timers on a single one; a fleet of simulated locks needs thousands. */
export interface TimerWheel {
  /** Runs a task once, at the first tick after the given time. */
  after(ms: number, task: () => void): Cancel;
  stop(): void;
}

/**
 * @param tickMs interval of the ticks, which limits the precision of all timers
 * @param onError receives errors of tasks; the other tasks still run
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
      // A Set's iteration skips tasks of this slot that an earlier one cancels.
      for (const task of due ?? []) run(task);
    }
  };

  const timer = setInterval(turn, tickMs);
  return {
    after: (ms, task) => {
      const tick = Math.max(turned, tickAt(performance.now() + ms));
      const slot = slots.get(tick) ?? new Set();
      slots.set(tick, slot);
      // A wrapper, because the same function may be in a slot twice.
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

/** Minimum and maximum, ms. */
type Range = readonly [least: number, most: number];

/** Ranges of the times that a simulated lock takes. */
export interface Timing {
  /** Between two reports on the road. */
  moving: Range;
  /** Between two reports at rest. */
  parked: Range;
  /** From a command to its answer. */
  reply: Range;
  /** From a command to its answer, for a lock that answers late. */
  late: Range;
  /** From an upgrade command to its answer: download, flashing and restart. */
  upgrade: Range;
  /** Until the driver opens an unsealed lock. */
  hand: Range;
  /** Until it is closed again. */
  open: Range;
  /** Sleep between two connections. */
  asleep: Range;
  /** Connection time of a sleeping lock. */
  awake: Range;
  /** Until a tampered lock is sealed by card. */
  repair: Range;
}

/** Times of real locks, but shorter at rest and asleep, so that a demonstration shows something within minutes. */
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
