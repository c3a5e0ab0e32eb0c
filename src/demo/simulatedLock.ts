import { connect, type Socket } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import type { FileChunk, LockCommand, LockProgress, LockReply, LockReport } from '../domain/lock';
import {
  connectMqtt,
  downTopic,
  type LinkLog,
  presencePayload,
  upTopic,
} from '../server/fleet/link';
import type { TimerWheel, Timing } from './demoFleet';
import { type Download, startDownload } from './download';
import { createLockBody, type LockBodyOptions } from './lockBody';
import type { ProtocolClient } from './protocolClients/protocolClient';
import { randomBetween, randomChance } from './traits';

interface SimulatedLockOptions extends Omit<LockBodyOptions, 'after' | 'send'> {
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
  wheel: TimerWheel;
  timing: Timing;
  log: LinkLog;
}

export interface SimulatedLock {
  close(): Promise<void>;
}

const REMEMBERED_COMMANDS = 50;
/** Number of locks among ten that cannot fetch by HTTP. */
const ASKING = 3;
/** Retry interval for a missing firmware chunk. */
const RETRY_INTERVAL_MS = 5_000;
/** Range of delays before a lock reconnects, ms. */
const RECONNECT_MS = [4_000, 12_000] as const;
/** Range for a refused lock, longer because the server counts an attempt per minute; ms. */
const UNKNOWN_RETRY_MS = [70_000, 180_000] as const;
/** Time for which a sleeping lock stays connected after its last answer. */
const AFTERMATH_MS = 1_000;

/** Starts a lock that behaves like a real one and uses the same wire protocol. */
export const startSimulatedLock = (options: SimulatedLockOptions): SimulatedLock => {
  const { sn, password, behaviour, seed, brokerUrl, native, wheel, timing, log } = options;
  const { isUnknown = false } = options;
  const sleeps = behaviour === 'asleep';
  const memory = createCommandMemory(REMEMBERED_COMMANDS);
  const pending: LockCommand[] = [];
  const unsent: Uint8Array[] = [];
  let connection: LockConnection | undefined;
  let draws = 0;
  let busyUntil = 0;
  let closed = false;

  const draw = (what: keyof Timing): number => randomBetween(...timing[what], seed, draws++);
  const after = (what: keyof Timing, task: () => void): void => void wheel.after(draw(what), task);

  const body = createLockBody({
    ...options,
    after,
    send: (report) => connection?.report(report),
  });

  const reportOnTime = (): void =>
    after(body.isMoving() ? 'moving' : 'parked', () => {
      if (connection?.isOnline()) {
        body.report(0);
        body.live();
      }
      reportOnTime();
    });

  const onCommand = (command: LockCommand | undefined): void => {
    if (!command || Date.now() > command.exp || behaviour === 'silent') return;
    const { id } = command;
    if (!memory.take(id)) {
      const answer = memory.answerTo(id);
      if (answer) connection?.answer(answer);
      return;
    }
    if (command.cmd === 'upgrade' && behaviour !== 'refuses' && !native) upgrade(command);
    else carryOut(command);
  };

  /** Downloaded bytes of a file by its SHA-256. They survive a restart of the lock. */
  const files = new Map<unknown, Buffer>();
  let download: (Download & { readonly id: string }) | undefined;

  const upgrade = (command: LockCommand): void => {
    const { sha256 } = command.args;
    const transfer = startDownload({
      command,
      begun: files.get(sha256) ?? Buffer.alloc(0),
      keep: (bytes) => {
        busyUntil = Math.max(busyUntil, Date.now() + RETRY_INTERVAL_MS);
        files.clear();
        files.set(sha256, bytes);
      },
      say: (progress) => connection?.say?.(progress),
      fetches: randomChance(seed, 43) * 10 >= ASKING,
    });
    download = { ...transfer, id: command.id };
    const repeat = (): void => {
      if (closed || download?.id !== command.id) return;
      transfer.again();
      wheel.after(RETRY_INTERVAL_MS, repeat);
    };
    wheel.after(RETRY_INTERVAL_MS, repeat);
    transfer.done.then((trouble) => {
      if (download?.id === command.id) download = undefined;
      carryOut({ ...command, args: { ...command.args, trouble } });
    });
  };

  const carryOut = (command: LockCommand): void => {
    pending.push(command);
    const usual = behaviour === 'late' ? 'late' : 'reply';
    const takes = draw(command.cmd === 'upgrade' ? 'upgrade' : usual);
    busyUntil = Math.max(busyUntil, Date.now() + takes);
    wheel.after(busyUntil - Date.now(), doNext);
  };

  // Keeps the order of arrival even if two timers change places by a tick: seal followed by unseal must end unsealed.
  const doNext = (): void => {
    const command = pending.shift();
    if (!command) return;
    // The effect is reported before the answer, so that it is visible once the command counts as successful.
    const reply = { id: command.id, ...body.execute(command) };
    memory.answered(reply);
    if (behaviour === 'loses') return;
    connection?.answer(reply);
    if (behaviour === 'doubles') connection?.answer(reply);
  };

  const sleep = (current: LockConnection | undefined): void => {
    if (current === undefined || connection !== current) return;
    const rest = busyUntil + AFTERMATH_MS - Date.now();
    if (rest > 0) return void wheel.after(rest, () => sleep(current));
    connection = undefined;
    after('asleep', comeOnline);
    current.close().catch((error: unknown) => log.error(`Simulated lock ${sn}: ${error}`));
  };

  const onOnline = (): void => {
    body.report(sleeps ? 3 : 0);
    const current = connection;
    if (sleeps) after('awake', () => sleep(current));
  };

  function comeOnline(): void {
    if (closed) return;
    const onPiece = (piece: FileChunk) => {
      if (piece.id === download?.id) download.take(piece);
    };
    const [min, max] = isUnknown ? UNKNOWN_RETRY_MS : RECONNECT_MS;
    const reconnectMs = randomBetween(min, max, seed, 42);
    const usual = { reconnectMs, onOnline, onCommand };
    connection = native
      ? openNativeConnection({ ...native, ...usual, unsent })
      : openLockConnection({
          ...usual,
          onPiece,
          brokerUrl,
          sn,
          password,
          lasting: sleeps,
          isRefusalExpected: isUnknown,
          log,
        });
  }

  comeOnline();
  if (!sleeps) reportOnTime();
  return {
    close: async () => {
      closed = true;
      await connection?.close();
    },
  };
};

interface LockConnectionOptions {
  brokerUrl: string;
  sn: string;
  password: string;
  /** True if the broker keeps commands for the lock while it is disconnected. */
  lasting: boolean;
  reconnectMs: number;
  /** True if a refused login is expected and not logged. */
  isRefusalExpected: boolean;
  log: LinkLog;
  /** Called on every connect, once commands can reach the lock. */
  onOnline: () => void;
  onCommand: (command: LockCommand | undefined) => void;
  onPiece: (piece: FileChunk) => void;
}

interface LockConnection {
  isOnline(): boolean;
  /** Sends the report at least once; queues it while the server is down. */
  report(report: LockReport): void;
  answer(reply: LockReply): void;
  /** Reports the progress of an upgrade; manufacturers' protocols have no such message. */
  say?(progress: LockProgress): void;
  /** Announces that it goes offline and disconnects. */
  close(): Promise<void>;
}

/** Timeout for that announcement. */
const GOODBYE_MS = 1_000;

/**
 * Opens the MQTT connection of a lock. Its serial number is the client id and the user name; its last will is a
 * retained `offline`.
 */
const openLockConnection = (options: LockConnectionOptions): LockConnection => {
  const { brokerUrl, sn, password, lasting, reconnectMs, log, onOnline, onCommand, onPiece } =
    options;
  let complained = options.isRefusalExpected;
  const status = upTopic(sn, 'status');
  const client = connectMqtt(
    { url: brokerUrl, user: sn, password },
    {
      clientId: sn,
      clean: !lasting,
      keepalive: 120,
      reconnectPeriod: reconnectMs,
      reconnectOnConnackError: true,
      resubscribe: false,
      will: { topic: status, payload: Buffer.from(presencePayload(false)), qos: 1, retain: true },
    },
  );
  const sayPresence = (online: boolean): Promise<unknown> =>
    client.publishAsync(status, presencePayload(online), { qos: 1, retain: true });

  const publish = (channel: 'report' | 'ack' | 'ota', message: object): void =>
    void client.publish(upTopic(sn, channel), JSON.stringify(message), { qos: 1 });

  const pieces = downTopic(sn, 'ota');
  client.on('message', (topic, payload) => {
    if (topic === pieces) onPiece(JSON.parse(String(payload)) as FileChunk);
    else onCommand(parseCommand(payload));
  });
  client.on('connect', () => {
    client.subscribe([downTopic(sn, 'cmd'), pieces], { qos: 1 }, (error) => {
      if (error) return;
      // The client may have been closed meanwhile; then the broker publishes the will.
      sayPresence(true).catch(() => undefined);
      onOnline();
    });
  });
  client.on('error', (error) => {
    // The server's link logs that the broker is down, so the locks do not.
    if (complained || !('code' in error) || typeof error.code !== 'number') return;
    complained = true;
    log.warn(`Simulated lock ${sn}: ${error.message}`);
  });

  return {
    isOnline: () => client.connected,
    report: (report) => publish('report', report),
    answer: (reply) => publish('ack', reply),
    say: (progress) => publish('ota', progress),
    close: async () => {
      const goodbye = client.connected
        ? sayPresence(false).then(() => client.endAsync())
        : client.endAsync(true);
      // A broker that is closing may never answer, and the client would wait forever. Then the broker publishes the
      // will.
      await Promise.race([
        goodbye.catch(() => undefined),
        passed(GOODBYE_MS, undefined, { ref: false }),
      ]);
      client.end(true);
      client.stream.destroy();
    },
  };
};

interface NativeConnectionOptions
  extends Pick<LockConnectionOptions, 'reconnectMs' | 'onOnline' | 'onCommand'> {
  protocolClient: ProtocolClient;
  host: string;
  port: number;
  /** Reports that the server has not acknowledged, oldest first. They survive the connection. */
  unsent: Uint8Array[];
}

/** Capacity for unsent reports, less than a real lock has. */
const MAX_UNSENT = 200;

/**
 * Opens the TCP connection of a lock with a manufacturer's protocol. Unacknowledged reports are resent on the next one.
 */
const openNativeConnection = (options: NativeConnectionOptions): LockConnection => {
  const { protocolClient, host, port, reconnectMs, unsent, onOnline, onCommand } = options;
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const write = (bytes: Uint8Array | undefined): void => {
    if (bytes && socket?.writable) socket.write(bytes);
  };
  const open = (): void => {
    const current = connect({ host, port, noDelay: true });
    current.once('connect', () => {
      socket = current;
      write(protocolClient.hello());
      for (const report of unsent) write(report);
      onOnline();
    });
    current.on('data', (bytes) => {
      const { commands, answer, acknowledged } = protocolClient.receive(bytes);
      write(answer);
      unsent.splice(0, acknowledged);
      for (const command of commands) onCommand(command);
    });
    // A server that is down is not logged for each lock.
    current.on('error', () => {});
    current.once('close', () => {
      socket = undefined;
      if (!closed) timer = setTimeout(open, reconnectMs);
    });
  };
  open();
  return {
    isOnline: () => socket !== undefined,
    report: (report) => {
      const bytes = protocolClient.report(report);
      unsent.push(bytes);
      if (unsent.length > MAX_UNSENT) unsent.shift();
      write(bytes);
    },
    answer: (reply) => write(protocolClient.answer(reply)),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      socket?.end();
    },
  };
};

/** Parses a command; undefined if the bytes are none. */
const parseCommand = (payload: Uint8Array): LockCommand | undefined => {
  try {
    const command: Partial<LockCommand> | null = JSON.parse(Buffer.from(payload).toString('utf8'));
    const { id, cmd, args = {}, ts, exp } = command ?? {};
    if (typeof id !== 'string' || typeof cmd !== 'string') return undefined;
    return typeof ts === 'number' && typeof exp === 'number'
      ? { id, cmd, args, ts, exp }
      : undefined;
  } catch {
    return undefined;
  }
};

/** Memory of received commands, so that a repeated command is carried out once. */
interface CommandMemory {
  /** Records the command. Returns true if it is new. */
  take(id: string): boolean;
  answered(reply: LockReply): void;
  /** Answer that was given to an earlier command. */
  answerTo(id: string): LockReply | undefined;
}

/** @param max number of commands; the oldest are forgotten first */
const createCommandMemory = (max: number): CommandMemory => {
  const seen = new Map<string, LockReply | undefined>();
  return {
    take: (id) => {
      if (seen.has(id)) return false;
      seen.set(id, undefined);
      const [oldest] = seen.keys();
      if (seen.size > max && oldest !== undefined) seen.delete(oldest);
      return true;
    },
    answered: (reply) => void seen.set(reply.id, reply),
    answerTo: (id) => seen.get(id),
  };
};
