import { randomBytes } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import type { FileChunk, LockCommand } from '../../../domain/lock';
import { type BrokerAccess, connectMqtt } from './connectMqtt';
import type { Inbox, InboxEvents, LinkLog, ReceiveHandlers } from './inbox';
import { downTopic, MAX_MESSAGE_BYTES, parseTopic } from './messages';

/** The way to and from the locks. */
export interface DeviceLink extends InboxEvents {
  /** Where the broker listens, without credentials. */
  readonly url: string;
  /** Whether the broker can be reached now; without it always. */
  isConnected?(): boolean;
  /** Whether a lock is connected to this very process, as those are that speak a protocol of their own. */
  has?(sn: string): boolean;
  /**
   * Hands a command to the broker, at least once; resolves when the broker has it, which says nothing about the lock.
   * @throws when the serial number is not safe, the command is over 4 KiB, or the broker does not take it in 10 s
   */
  send(sn: string, command: LockCommand): Promise<void>;
  /** Tells a lock on `down/error` why something it sent was not understood; one that does not listen never knows. */
  explain(sn: string, why: string): void;
  /** Sends a lock a chunk of a file. The lock requests a lost one again. */
  sendChunk(sn: string, chunk: FileChunk): void;
  close(): Promise<void>;
}

interface MqttLinkOptions extends BrokerAccess {
  log: LinkLog;
  inbox: Inbox;
  /** What comes in over this connection. */
  filters: readonly string[];
  /** What comes besides where the broker tells it: it may refuse these. */
  extras?: readonly string[];
  /** Copies of what `filters` bring, for the one server of a group that keeps them. MQTT 5. */
  retainedFilter?: string;
  /** Speaks MQTT 5, which shared subscriptions need; else 3.1.1. */
  shares: boolean;
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
/** How long an external broker keeps messages for a server that is away. */
export const SESSION_SECONDS = 86_400;

export const withTimeout = async <T>(promise: Promise<T>, ms: number, text: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(text)), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
};

/** Subscribes on every connect and resolves after the first time. */
const subscribeAlways = (
  client: MqttClient,
  {
    filters,
    extras = [],
    retainedFilter,
    log,
  }: Pick<MqttLinkOptions, 'filters' | 'extras' | 'retainedFilter' | 'log'>,
): Promise<void> =>
  new Promise((resolve) => {
    client.on('connect', () => {
      client.subscribe([...filters], { qos: 1 }, (error) => {
        if (error) log.error(`The broker refused the subscription: ${error.message}`);
        else resolve();
      });
      if (retainedFilter !== undefined) {
        const properties = { subscriptionIdentifier: RETAINED_SUBSCRIPTION };
        client.subscribe(retainedFilter, { qos: 1, properties }, (error) => {
          if (error) log.warn(`Words of presence are not kept: ${error.message}`);
        });
      }
      // Without them presence is what the locks themselves say.
      for (const extra of extras) client.subscribe(extra, { qos: 1 }, () => {});
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

/** Limit of unhandled messages; later ones stay with the broker. */
const MAX_UNHANDLED = 1_000;

/** Identifier of the subscription to presence copies that are stored. */
const RETAINED_SUBSCRIPTION = 1;

const NOT_YET = new Error('not handled yet');

/** The packet that acknowledges a message at QoS 1. MQTT 3.1.1, section 3.4; in MQTT 5 it means success. */
const puback = (messageId: number): Buffer =>
  Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);

/**
 * Takes in many messages at a time and acknowledges each when it is handled, on the connection it came by. MQTT.js
 * acknowledges a message before it looks at the next, so that a thousand would take a thousand commits: it is told
 * that this one failed, goes on without a word to the broker, and the acknowledgement is written here. A message that
 * could not be handled is sent again by the broker on the next connection, which is made at once.
 * @param hasCopies whether words of presence come twice, once with the identifier of those to be kept
 */
export const receiveMessages = (
  client: MqttClient,
  receive: ReceiveHandlers,
  hasCopies = false,
): void => {
  let unhandled = 0;
  let resumeReading: (() => void) | undefined;
  client.handleMessage = ({ topic, payload, qos, messageId, retain, properties }, callback) => {
    const { stream } = client;
    const isCopied = hasCopies && parseTopic(topic)?.channel === 'status';
    const isKept = [properties?.subscriptionIdentifier].flat().includes(RETAINED_SUBSCRIPTION);
    const copy = isCopied ? ({ copy: isKept ? 'kept' : 'known' } as const) : {};
    const delivery = { isOld: retain, ...copy };
    const next = () => callback(NOT_YET);
    const finish = () => {
      unhandled -= 1;
      // To go on may fill the room again at once, and leave another way to go on behind.
      const resume = resumeReading;
      resumeReading = undefined;
      resume?.();
    };
    unhandled += 1;
    receive(topic, Buffer.from(payload), delivery).then(
      () => {
        if (qos === 1 && messageId !== undefined && !stream.destroyed) {
          stream.write(puback(messageId));
        }
        finish();
      },
      (error: Error) => {
        stream.destroy(error);
        finish();
      },
    );
    if (unhandled < MAX_UNHANDLED) next();
    else resumeReading = next;
  };
};

/**
 * The device link over an MQTT broker. Resolves when it listens, or after 5 s when the broker cannot be reached:
 * it then goes on trying, and `send` throws meanwhile.
 */
export const connectMqttLink = async (options: MqttLinkOptions): Promise<DeviceLink> => {
  const { url, user, password, log, inbox, shares, clientId, retainedFilter } = options;
  const lasting = clientId !== undefined;
  const client = connectMqtt(
    { url, user, password },
    {
      clientId: clientId ?? `sealdesk-${randomBytes(6).toString('hex')}`,
      clean: !lasting,
      protocolVersion: shares ? 5 : 4,
      ...(shares && lasting && { properties: { sessionExpiryInterval: SESSION_SECONDS } }),
      reconnectPeriod: RECONNECT_MS,
      reconnectOnConnackError: true,
      resubscribe: false,
    },
  );
  logTrouble(client, url, log);

  const { receive, sent, onReport, onReply, onProgress, onPresence, onLife } = inbox;
  const { onConnection, onContact } = inbox;
  const events = { onReport, onReply, onProgress, onPresence, onLife, onConnection, onContact };
  receiveMessages(client, receive, retainedFilter !== undefined);

  const subscribed = subscribeAlways(client, options);
  await withTimeout(subscribed, FIRST_CONNECT_MS, 'not yet').catch(() =>
    log.warn(`MQTT broker ${url} does not answer yet; trying on`),
  );

  return {
    url,
    ...events,
    isConnected: () => client.connected,
    send: async (sn, command) => {
      const topic = downTopic(sn, 'cmd');
      const payload = JSON.stringify(command);
      if (Buffer.byteLength(payload) > MAX_MESSAGE_BYTES)
        throw new RangeError('Command over 4 KiB');
      // Offline, the client would queue the command and deliver it at a time nobody chose.
      if (!client.connected) throw new Error(`No connection to the MQTT broker ${url}`);
      const published = client.publishAsync(topic, payload, { qos: 1 });
      await withTimeout(
        published,
        SEND_TIMEOUT_MS,
        `The MQTT broker ${url} did not take the command`,
      );
      sent(sn, 'cmd', payload);
    },
    explain: (sn, why) => {
      if (!client.connected) return;
      const payload = JSON.stringify({ error: why, ts: Date.now() });
      client.publish(downTopic(sn, 'error'), payload);
      sent(sn, 'error', payload);
    },
    sendChunk: (sn, chunk) => {
      if (client.connected) client.publish(downTopic(sn, 'ota'), JSON.stringify(chunk));
    },
    close: async () => {
      await client.endAsync(true);
    },
  };
};
