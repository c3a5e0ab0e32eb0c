import { type LockProtocol, PROTOCOL } from '../../domain/family';
import type { LinkLog } from '../../server/fleet/link';
import { routeOf } from '../world/routes';
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
      const reachable = locks.flatMap(({ routeId, protocol = PROTOCOL.mqtt, ...lock }) => {
        const native = nativeOf(protocol, lock.sn);
        if (protocol !== PROTOCOL.mqtt && !native) return [];
        const times = { ...usualTiming, ...timing };
        return [{ ...lock, route: routeOf(routeId), brokerUrl, native, log, timing: times }];
      });
      for (const [i, lock] of reachable.entries())
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
