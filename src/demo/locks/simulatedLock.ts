import type { LockCommand } from '../../domain/lock';
import type { LinkLog } from '../../server/fleet/link';
import { randomBetween, randomChance } from '../world/random';
import { createCommandQueue } from './commandQueue';
import { createUpgrader, RETRY_INTERVAL_MS } from './download';
import { createLockBody, type LockBodyOptions } from './lockBody';
import {
  type ConnectionEvents,
  type LockConnection,
  openMqttConnection,
  openNativeConnection,
  type UnsentReport,
} from './lockConnection';
import type { ProtocolClient } from './protocolClient';
import type { RunLater, Timing } from './timing';

interface SimulatedLockOptions extends Omit<LockBodyOptions, 'after' | 'now' | 'send'> {
  password: string;
  brokerUrl: string;
  /** Client and address for a lock with a manufacturer's protocol. */
  native?: {
    readonly protocolClient: ProtocolClient;
    readonly host: string;
    readonly port: number;
  };
  /** True if it is refused until an operator adopts it. */
  isUnknown?: boolean;
  runLater: RunLater;
  timing: Timing;
  log: LinkLog;
}

/** Number of locks among ten that cannot fetch by HTTP. */
const ASKING = 3;
/** Range of delays before a lock reconnects, ms. */
const RECONNECT_MS = [4_000, 12_000] as const;
/** Range for a refused lock, longer because the server counts an attempt per minute; ms. */
const UNKNOWN_RETRY_MS = [70_000, 180_000] as const;
/** Time for which a sleeping lock stays connected after its last answer. */
const AFTERMATH_MS = 1_000;

/** Starts a lock that behaves like a real one and uses the same wire protocol. */
export const startSimulatedLock = (options: SimulatedLockOptions) => {
  const { sn, behaviour, seed, native, runLater, timing, log } = options;
  const sleeps = behaviour === 'asleep';
  let connection: LockConnection | undefined;
  let draws = 0;
  let closed = false;

  const draw = (step: keyof Timing): number => randomBetween(...timing[step], seed, draws++);
  const after = (step: keyof Timing, task: () => void): void => runLater(draw(step), task);

  const body = createLockBody({
    ...options,
    now: () => Date.now(),
    after,
    send: (report) => connection?.report(report),
  });
  const queue = createCommandQueue({
    execute: body.execute,
    runLater,
    draw,
    answer: (reply) => connection?.answer(reply),
  });
  const upgrader = createUpgrader({
    fetches: randomChance(seed, 43) * 10 >= ASKING,
    runLater,
    say: (progress) => connection?.say?.(progress),
    onBytes: () => queue.stayBusy(RETRY_INTERVAL_MS),
    onEnd: queue.add,
  });

  const reportOnTime = (): void =>
    after(body.isMoving() ? 'moving' : 'parked', () => {
      if (connection?.isOnline()) {
        body.report(0);
        body.live();
      }
      reportOnTime();
    });

  const sleep = (current: LockConnection | undefined): void => {
    if (current === undefined || connection !== current) return;
    const rest = queue.busyUntil() + AFTERMATH_MS - Date.now();
    if (rest > 0) return void runLater(rest, () => sleep(current));
    connection = undefined;
    after('asleep', comeOnline);
    current.close().catch((error: unknown) => log.error(`Simulated lock ${sn}: ${error}`));
  };

  const onOnline = (): void => {
    body.report(sleeps ? 3 : 0);
    const current = connection;
    if (sleeps) after('awake', () => sleep(current));
  };

  const onCommand = (command: LockCommand | undefined): void => {
    if (!command || Date.now() > command.exp || behaviour === 'silent') return;
    if (!queue.accept(command)) return;
    if (command.cmd === 'upgrade' && behaviour !== 'refuses' && !native) upgrader.start(command);
    else queue.add(command);
  };

  const open = connectionOpener(options, { onOnline, onCommand, onPiece: upgrader.take });
  function comeOnline(): void {
    if (!closed) connection = open();
  }

  comeOnline();
  if (!sleeps) reportOnTime();
  return {
    close: async () => {
      closed = true;
      upgrader.stop();
      await connection?.close();
    },
  };
};

/** Returns a function that opens a new connection of a lock, with its manufacturer's protocol or over MQTT. */
const connectionOpener = (
  options: SimulatedLockOptions,
  events: ConnectionEvents,
): (() => LockConnection) => {
  const { sn, password, behaviour, seed, brokerUrl, native, isUnknown = false, log } = options;
  const [min, max] = isUnknown ? UNKNOWN_RETRY_MS : RECONNECT_MS;
  const reconnectMs = randomBetween(min, max, seed, 42);
  if (native) {
    const unsent: UnsentReport[] = [];
    return () => openNativeConnection({ ...native, ...events, reconnectMs, unsent });
  }
  const account = { brokerUrl, sn, password, isRefusalExpected: isUnknown };
  const lasting = behaviour === 'asleep';
  return () => openMqttConnection({ ...account, ...events, lasting, reconnectMs, log });
};
