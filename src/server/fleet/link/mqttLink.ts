import { randomBytes } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import type { FileChunk, LockCommand } from '../../../domain/lock';
import { type BrokerAccess, connectMqtt } from './connectMqtt';
import type { Inbox } from './inbox';
import type { InboxEvents } from './inboxEvents';
import type { LinkLog } from './linkLog';
import { downTopic, MAX_MESSAGE_BYTES, parseUpTopic } from './messages';
import type { ReceiveHandlers } from './receive';
import { createTurns } from './turns';

export interface DeviceLink extends InboxEvents {
  /** URL of the broker, without credentials. */
  readonly url: string;
  /** True if the broker has confirmed the subscriptions. Undefined for a link that needs no broker. */
  isConnected?(): boolean;
  /** True if a lock is connected to this process itself, as native-protocol locks are. */
  has?(sn: string): boolean;
  /**
   * Publishes a command at QoS 1. Resolves when the broker has it, which does not mean that the lock has.
   * @param judgeAgain asked by a carrier that holds the command back, or sends it once more, when it goes out
   * @throws NotSentError without a connection to the broker
   * @throws if the serial number is not safe, the command is over 4 KiB, or the broker does not take it within 10 s
   */
  send(sn: string, command: LockCommand, judgeAgain: JudgeAgain): Promise<void>;
  /** Publishes on `down/error` why a message of a lock could not be parsed. Lost if the lock does not subscribe. */
  explain(sn: string, why: string): void;
  /** Sends a lock a chunk of a file. The lock requests a lost one again. */
  sendChunk(sn: string, chunk: FileChunk): void;
  close(): Promise<void>;
}

/**
 * Decides whether a command may still go out: its sender may have lost the permission or the lock.
 * @param wasSent true if it may have reached the lock before
 */
export type JudgeAgain = (wasSent: boolean) => Promise<boolean>;

/** Error of a command that certainly did not leave this server, so it may be sent again. */
export class NotSentError extends Error {}

interface MqttLinkOptions extends BrokerAccess {
  log: LinkLog;
  inbox: Inbox;
  filters: readonly string[];
  /** Optional subscriptions, which the broker may refuse. */
  extras?: readonly string[];
  /** Shared subscription to copies of presence, for the one server of a group that records them. MQTT 5. */
  retainedFilter?: string;
  /** True for MQTT 5, which shared subscriptions need; else 3.1.1. The link then connects when it joins the group. */
  shares: boolean;
  /**
   * Client id that survives restarts. An external broker then keeps messages for this process for a day while it is
   * down; otherwise they are lost. Every process needs its own.
   */
  clientId?: string;
}

const SEND_TIMEOUT_MS = 10_000;
/** Time for which opening waits for the broker. Afterwards it retries in the background. */
const FIRST_CONNECT_MS = 5_000;
const RECONNECT_MS = 2_000;
/** Time for which an external broker keeps messages for a server that is down. */
export const SESSION_SECONDS = 86_400;

export const withTimeout = async <T>(promise: Promise<T>, ms: number, text: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(text)), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
};

/** Subscribes on every connect, because a broker that restarts may have forgotten. */
const subscribeAlways = (
  client: MqttClient,
  { filters, extras = [], retainedFilter, log }: MqttLinkOptions,
) => {
  let isSubscribed = false;
  client.on('close', () => {
    isSubscribed = false;
  });
  const subscribed = new Promise<void>((resolve) => {
    client.on('connect', () => {
      client.subscribe([...filters], { qos: 1 }, (error) => {
        if (error) return log.error(`The broker refused the subscription: ${error.message}`);
        isSubscribed = true;
        resolve();
      });
      if (retainedFilter !== undefined) {
        const properties = { subscriptionIdentifier: RETAINED_SUBSCRIPTION };
        client.subscribe(retainedFilter, { qos: 1, properties }, (error) => {
          if (error) log.warn(`Words of presence are not kept: ${error.message}`);
        });
      }
      // If the broker refuses, presence comes from the locks alone.
      for (const extra of extras) client.subscribe(extra, { qos: 1 }, () => {});
    });
  });
  return { subscribed, isSubscribed: () => isSubscribed };
};

/** Logs each problem with the broker once, not at every retry. */
export const logTrouble = (client: MqttClient, url: string, log: LinkLog): void => {
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

/** Messages of all locks that are handled in one turn of the event loop. */
const MAX_PER_TURN = 100;

/** Identifier of the subscription to presence copies that are stored. */
const RETAINED_SUBSCRIPTION = 1;

const NOT_YET = new Error('not handled yet');

/** Encodes the PUBACK of a message (MQTT 3.1.1, section 3.4); in MQTT 5 it means success. */
const puback = (messageId: number): Buffer =>
  Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);

/**
 * Handles many messages concurrently and acknowledges each when it is handled, on the connection it came by. MQTT.js
 * acknowledges a message before it reads the next one, so that a thousand would take a thousand commits. It therefore
 * gets an error for each message, on which it goes on without an acknowledgement; that is written here. If handling
 * fails, the connection is closed, and the broker sends the message again after the immediate reconnect.
 * @param hasCopies true if presence arrives twice, once with the identifier of the copies to be recorded
 */
export const receiveMessages = (
  client: MqttClient,
  receive: ReceiveHandlers,
  hasCopies = false,
): void => {
  let unhandled = 0;
  let resumeReading: (() => void) | undefined;
  const turn = createTurns(MAX_PER_TURN);
  client.handleMessage = ({ topic, payload, qos, messageId, retain, properties }, callback) => {
    const { stream } = client;
    const isCopied = hasCopies && parseUpTopic(topic)?.path === 'status';
    const isKept = [properties?.subscriptionIdentifier].flat().includes(RETAINED_SUBSCRIPTION);
    const copy = isCopied ? ({ copy: isKept ? 'kept' : 'known' } as const) : {};
    const delivery = { isOld: retain, ...copy };
    const next = () => callback(NOT_YET);
    const finish = () => {
      unhandled -= 1;
      // Resuming may reach the limit again at once and set `resumeReading` anew.
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
    if (unhandled < MAX_UNHANDLED) void turn().then(next);
    else resumeReading = next;
  };
};

/**
 * Opens the device link over an MQTT broker. Resolves when subscribed, or after 5 s if the broker is not reachable.
 * It then keeps retrying, and `send` throws meanwhile. In a group it connects after `join`.
 */
export const connectMqttLink = async (
  options: MqttLinkOptions,
): Promise<DeviceLink & { join(): void }> => {
  const { url, user, password, log, inbox, shares, clientId, retainedFilter } = options;
  const lasting = clientId !== undefined;
  const client = connectMqtt(
    { url, user, password },
    {
      clientId: clientId ?? `sealdesk-${randomBytes(6).toString('hex')}`,
      clean: !lasting,
      manualConnect: shares,
      protocolVersion: shares ? 5 : 4,
      ...(shares && lasting && { properties: { sessionExpiryInterval: SESSION_SECONDS } }),
      reconnectPeriod: RECONNECT_MS,
      reconnectOnConnackError: true,
      resubscribe: false,
    },
  );
  // In a group, the connection for its announcements logs the same, and is opened before.
  if (shares) client.on('error', () => {});
  else logTrouble(client, url, log);

  const { sent } = inbox;
  receiveMessages(client, inbox.receive, retainedFilter !== undefined);

  const { subscribed, isSubscribed } = subscribeAlways(client, options);
  if (!shares) {
    await withTimeout(subscribed, FIRST_CONNECT_MS, 'not yet').catch(() =>
      log.warn(`MQTT broker ${url} does not answer yet; trying on`),
    );
  }

  return {
    url,
    on: inbox.on,
    join: () => void client.connect(),
    isConnected: isSubscribed,
    send: async (sn, command) => {
      const topic = downTopic(sn, 'cmd');
      const payload = JSON.stringify(command);
      if (Buffer.byteLength(payload) > MAX_MESSAGE_BYTES)
        throw new RangeError('Command over 4 KiB');
      // While offline, the client would queue the command and deliver it at some later time.
      if (!client.connected) throw new NotSentError(`No connection to the MQTT broker ${url}`);
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
