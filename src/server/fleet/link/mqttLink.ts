import { randomBytes } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { type BrokerAccess, connectMqtt } from './connectMqtt';
import type { DeviceLink, LinkLog } from './deviceLink';
import { createInbox } from './inbox';
import { MAX_MESSAGE_BYTES } from './messages';
import { downTopic, serverFilters } from './topics';

export interface MqttLinkOptions extends BrokerAccess {
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
