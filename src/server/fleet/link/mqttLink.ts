import { randomBytes } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import type { LockCommand, LockReply, LockReport } from '../../../domain/lock';
import { type BrokerAccess, connectMqtt } from './connectMqtt';
import {
  downTopic,
  MAX_MESSAGE_BYTES,
  parsePresence,
  parseReply,
  parseReport,
  parseTopic,
  serverFilters,
} from './messages';

type ReportHandler = (sn: string, report: LockReport, receivedAt: number) => void;
type ReplyHandler = (sn: string, reply: LockReply) => void;
type PresenceHandler = (sn: string, online: boolean) => void;

/**
 * The way to and from the locks. What reaches a handler is validated; a handler that throws is logged and does not
 * stop the others. A message can arrive twice: handlers must bear that.
 */
export interface DeviceLink {
  /** Where the broker listens, without credentials. */
  readonly url: string;
  /** Whether the broker can be reached now; without it always. */
  isConnected?(): boolean;
  /**
   * Hands a command to the broker, at least once; resolves when the broker has it, which says nothing about the lock.
   * @throws when the serial number is not safe, the command is over 4 KiB, or the broker does not take it in 10 s
   */
  send(sn: string, command: LockCommand): Promise<void>;
  onReport(handler: ReportHandler): void;
  onReply(handler: ReplyHandler): void;
  /** The last known presence of every lock comes first, then each change. */
  onPresence(handler: PresenceHandler): void;
  close(): Promise<void>;
}

/** Where the link says what an administrator should know. */
export interface LinkLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

interface MqttLinkOptions extends BrokerAccess {
  log: LinkLog;
  /**
   * Shares reports and replies among the server processes that name the same group, so that each is handled once.
   * For external MQTT 5 brokers: the embedded one knows no shared subscriptions.
   */
  sharedGroup?: string;
  /**
   * A name of this process that outlives it. An external broker then keeps a day of messages for it while it is
   * down; without it they are lost. Every process needs its own.
   */
  clientId?: string;
}

const SEND_TIMEOUT_MS = 10_000;
/** How long opening waits for the broker before it goes on trying in the background. */
const FIRST_CONNECT_MS = 5_000;
const RECONNECT_MS = 2_000;
const SESSION_SECONDS = 86_400;

const inTime = async <T>(promise: Promise<T>, ms: number, text: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(text)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** Subscribes on every connect and resolves after the first time. */
const subscribeAlways = (client: MqttClient, filters: string[], log: LinkLog): Promise<void> =>
  new Promise((resolve) => {
    client.on('connect', () => {
      client.subscribe(filters, { qos: 1 }, (error) => {
        if (error) log.error(`The broker refused the subscription: ${error.message}`);
        else resolve();
      });
    });
  });

/** Logs each trouble with the broker once, not at every attempt. */
const logTrouble = (client: MqttClient, url: string, log: LinkLog): void => {
  let last = '';
  client.on('error', (error) => {
    if (error.message !== last) log.error(`MQTT broker ${url}: ${error.message || error}`);
    last = error.message;
  });
  client.on('offline', () => log.warn(`MQTT broker ${url} is not reachable, trying again`));
  client.on('connect', () => {
    last = '';
    log.info(`Connected to the MQTT broker ${url}`);
  });
};

/**
 * The device link over an MQTT broker. Resolves when it listens, or after 5 s when the broker cannot be reached:
 * it then goes on trying, and `send` throws meanwhile.
 */
export const connectMqttLink = async (options: MqttLinkOptions): Promise<DeviceLink> => {
  const { url, user, password, log, sharedGroup, clientId } = options;
  const lasting = clientId !== undefined;
  const client = connectMqtt(
    { url, user, password },
    {
      clientId: clientId ?? `sealdesk-${randomBytes(6).toString('hex')}`,
      clean: !lasting,
      protocolVersion: sharedGroup === undefined ? 4 : 5,
      ...(sharedGroup !== undefined &&
        lasting && { properties: { sessionExpiryInterval: SESSION_SECONDS } }),
      reconnectPeriod: RECONNECT_MS,
      reconnectOnConnackError: true,
      resubscribe: false,
    },
  );
  logTrouble(client, url, log);

  const { receive, ...handlers } = createInbox(log);
  client.on('message', receive);

  const subscribed = subscribeAlways(client, serverFilters(sharedGroup), log);
  await inTime(subscribed, FIRST_CONNECT_MS, 'not yet').catch(() =>
    log.warn(`MQTT broker ${url} does not answer yet; trying on`),
  );

  return {
    url,
    ...handlers,
    isConnected: () => client.connected,
    send: async (sn, command) => {
      const topic = downTopic(sn, 'cmd');
      const payload = JSON.stringify(command);
      if (Buffer.byteLength(payload) > MAX_MESSAGE_BYTES)
        throw new RangeError('Command over 4 KiB');
      // Offline, the client would queue the command and deliver it at a time nobody chose.
      if (!client.connected) throw new Error(`No connection to the MQTT broker ${url}`);
      const published = client.publishAsync(topic, payload, { qos: 1 });
      await inTime(published, SEND_TIMEOUT_MS, `The MQTT broker ${url} did not take the command`);
    },
    close: async () => {
      await client.endAsync(true);
    },
  };
};

/** How many topics with malformed messages are named in the log: a broken firmware must not fill it. */
const NAMED_AT_MOST = 1000;

interface Inbox extends Pick<DeviceLink, 'onReport' | 'onReply' | 'onPresence'> {
  /** Judges a message from a lock and hands it to who waits for it. Never throws. */
  receive(topic: string, payload: Uint8Array): void;
}

/** What comes in from the locks, validated and told to the handlers. */
const createInbox = (log: LinkLog): Inbox => {
  const reports: ReportHandler[] = [];
  const replies: ReplyHandler[] = [];
  const presences: PresenceHandler[] = [];
  const presence = new Map<string, boolean>();
  const named = new Set<string>();

  const tell = <A extends unknown[]>(handlers: ((...args: A) => void)[], ...args: A): void => {
    for (const handler of handlers) {
      try {
        handler(...args);
      } catch (error) {
        log.error(`Handling a lock's message failed: ${error}`);
      }
    }
  };

  const refuse = (topic: string): void => {
    if (named.has(topic) || named.size >= NAMED_AT_MOST) return;
    named.add(topic);
    log.warn(`Malformed message on ${JSON.stringify(topic)} ignored; more on it are not named`);
  };

  const receivers: Record<string, (sn: string, payload: Uint8Array) => boolean> = {
    report: (sn, payload) => {
      const report = parseReport(payload);
      if (report) tell(reports, sn, report, Date.now());
      return report !== undefined;
    },
    ack: (sn, payload) => {
      const reply = parseReply(payload);
      if (reply) tell(replies, sn, reply);
      return reply !== undefined;
    },
    status: (sn, payload) => {
      const online = parsePresence(payload);
      if (online === undefined) return false;
      presence.set(sn, online);
      tell(presences, sn, online);
      return true;
    },
  };

  return {
    receive: (topic, payload) => {
      const source = parseTopic(topic);
      const receiver = source && receivers[source.channel];
      if (receiver && !receiver(source.sn, payload)) refuse(topic);
    },
    onReport: (handler) => void reports.push(handler),
    onReply: (handler) => void replies.push(handler),
    onPresence: (handler) => {
      presences.push(handler);
      for (const [sn, online] of presence) tell([handler], sn, online);
    },
  };
};
