import type { LockStatus } from '../../../domain/lock';
import type { LinkLog } from '../../fleet/link';
import type { Behaviour } from './habits';
import { routes } from './routes';
import { type SimulatedLock, startSimulatedLock } from './simulatedLock';
import { createTimerWheel } from './timerWheel';
import { type Timing, usualTiming } from './timing';

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
}

export interface DemoFleetOptions {
  brokerUrl: string;
  locks: readonly FleetLock[];
  log: LinkLog;
  /** How often the fleet's one timer ticks; 250 ms unless told. */
  tickMs?: number;
  timing?: Partial<Timing>;
}

export interface DemoFleet {
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
  const { brokerUrl, locks, log, tickMs = 250, timing } = options;
  const wheel = createTimerWheel(tickMs, (error) => log.error(`Simulated lock: ${error}`));
  const started: SimulatedLock[] = [];
  const planned = locks.map(({ routeId, ...lock }) => {
    const route = routes.find(({ id }) => id === routeId);
    if (!route) throw new RangeError(`Lock ${lock.sn}: there is no route ${routeId}`);
    return { ...lock, route, brokerUrl, wheel, log, timing: { ...usualTiming, ...timing } };
  });
  planned.forEach((lock, i) => {
    wheel.after(i * CONNECT_EVERY_MS, () => started.push(startSimulatedLock(lock)));
  });
  return {
    close: async () => {
      wheel.stop();
      await Promise.all(started.map((lock) => lock.close()));
    },
  };
};
