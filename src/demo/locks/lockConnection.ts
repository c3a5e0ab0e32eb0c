import { connect, type Socket } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import type {
  FileChunk,
  LockCommand,
  LockProgress,
  LockReply,
  LockReport,
} from '../../domain/lock';
import {
  connectMqtt,
  downTopic,
  type LinkLog,
  presencePayload,
  upTopic,
} from '../../server/fleet/link';
import type { ProtocolClient } from './protocolClient';

/** Handlers of connections, commands and files that reach a lock. */
export interface ConnectionEvents {
  /** Called on every connect, once commands can reach the lock. */
  onOnline: () => void;
  onCommand: (command: LockCommand | undefined) => void;
  /** Called for chunks of firmware; manufacturers' protocols have none. */
  onPiece: (piece: FileChunk) => void;
}

interface MqttConnectionOptions extends ConnectionEvents {
  brokerUrl: string;
  sn: string;
  password: string;
  /** True if the broker keeps commands for the lock while it is disconnected. */
  lasting: boolean;
  reconnectMs: number;
  /** True if a refused login is expected and not logged. */
  isRefusalExpected: boolean;
  log: LinkLog;
}

export interface LockConnection {
  isOnline(): boolean;
  /**
   * Sends the report at least once; queues it while the server is down. Resolves when it is acknowledged, and never if it
   * is not.
   */
  report(report: LockReport): Promise<void>;
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
export const openMqttConnection = (options: MqttConnectionOptions): LockConnection => {
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

  const publish = (channel: 'report' | 'ack' | 'ota', message: object): Promise<void> =>
    new Promise((resolve) => {
      client.publish(upTopic(sn, channel), JSON.stringify(message), { qos: 1 }, (error) => {
        if (!error) resolve();
      });
    });

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
    answer: (reply) => void publish('ack', reply),
    say: (progress) => void publish('ota', progress),
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

/** Report that the server has not acknowledged. */
export interface UnsentReport {
  readonly bytes: Uint8Array;
  readonly acknowledge: () => void;
}

interface NativeConnectionOptions
  extends Pick<MqttConnectionOptions, 'reconnectMs' | 'onOnline' | 'onCommand'> {
  protocolClient: ProtocolClient;
  host: string;
  port: number;
  /** Oldest first. They survive the connection. */
  unsent: UnsentReport[];
}

/** Capacity for unsent reports, less than a real lock has. */
const MAX_UNSENT = 200;

/**
 * Opens the TCP connection of a lock with a manufacturer's protocol. Unacknowledged reports are resent on the next one.
 */
export const openNativeConnection = (options: NativeConnectionOptions): LockConnection => {
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
      for (const { bytes } of unsent) write(bytes);
      onOnline();
    });
    current.on('data', (bytes) => {
      const { commands, answer, acknowledged } = protocolClient.receive(bytes);
      write(answer);
      for (const { acknowledge } of unsent.splice(0, acknowledged)) acknowledge();
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
    report: (report) =>
      new Promise((acknowledge) => {
        const bytes = protocolClient.report(report);
        unsent.push({ bytes, acknowledge });
        if (unsent.length > MAX_UNSENT) unsent.shift();
        write(bytes);
      }),
    answer: (reply) => write(protocolClient.answer(reply)),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      socket?.end();
    },
  };
};

const parseCommand = (payload: Uint8Array): LockCommand | undefined => {
  try {
    const command: Partial<LockCommand> | null = JSON.parse(String(payload));
    const { id, cmd, args = {}, ts, exp } = command ?? {};
    return id !== undefined && cmd !== undefined && ts !== undefined && exp !== undefined
      ? { id, cmd, args, ts, exp }
      : undefined;
  } catch {
    return undefined;
  }
};
