import { type LockProtocol, PROTOCOL } from '../../domain/family';
import type { LinkLog } from '../../server/fleet/link';
import { routes } from '../world/routes';
import type { LockBodyOptions } from './lockBody';
import { protocolClients } from './protocolClients';
import { startSimulatedLock } from './simulatedLock';
import { type RunLater, type Timing, usualTiming } from './timing';

/** Lock with the state and the settings that the server knows of it. */
export interface FleetLock extends Omit<LockBodyOptions, 'after' | 'now' | 'route' | 'send'> {
  password: string;
  routeId: string;
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
  log: LinkLog;
  timing?: Partial<Timing>;
}

export interface DemoFleet {
  /** Starts locks, which connect one after another in the background. @throws RangeError if a lock names a route that does not exist */
  add(locks: readonly FleetLock[]): void;
  /** Disconnects every lock properly. Call it before the broker closes. */
  close(): Promise<void>;
}

/** 40 locks a second, because each login costs the server a query and a hash. */
const CONNECT_EVERY_MS = 25;

/** Simulates locks, each with a client of its own. */
export const startDemoFleet = (options: DemoFleetOptions): DemoFleet => {
  const { brokerUrl, log, timing } = options;
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
  const timers = new Set<NodeJS.Timeout>();
  const runLater: RunLater = (ms, task) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      try {
        task();
      } catch (error) {
        log.error(`Simulated lock: ${error}`);
      }
    }, ms).unref();
    timers.add(timer);
  };
  const started: Pick<DemoFleet, 'close'>[] = [];
  return {
    add: (locks) => {
      for (const [i, lock] of locks.filter(isReachable).map(onItsRoad).entries())
        runLater(i * CONNECT_EVERY_MS, () => {
          started.push(startSimulatedLock({ ...lock, runLater }));
        });
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(started.map((lock) => lock.close()));
    },
  };
};
