import { type BrokerAccess, connectMqtt } from './connectMqtt';
import { upTopic } from './messages';
import { receiveMessages, SESSION_SECONDS, withTimeout } from './mqttLink';
import type { ReceiveHandlers } from './receive';

/** Time after which the takeover fails, ms. */
const DRAIN_TIMEOUT = 60_000;

/**
 * Takes over the session that an MQTT 5 broker keeps for a dead server: messages that it did not acknowledge, and
 * those queued since. The broker then deletes the session.
 * @param filters subscriptions of the dead server, which are ended
 * @param receive handles a message like those of this server's own session
 * @throws if the broker refuses or closes the connection, or a message cannot be handled; the session then stays
 */
export const inheritSession = async (
  access: BrokerAccess,
  clientId: string,
  filters: readonly string[],
  receive: ReceiveHandlers,
): Promise<void> => {
  const client = connectMqtt(access, {
    clientId,
    clean: false,
    protocolVersion: 5,
    properties: { sessionExpiryInterval: SESSION_SECONDS },
    reconnectPeriod: 0,
    resubscribe: false,
  });
  client.on('error', () => {});
  // A message to this topic is queued behind everything that was there before.
  const end = upTopic(clientId, 'event');
  const open = new Set<Promise<void>>();
  const drained = new Promise<void>((resolve, reject) => {
    client.once('close', () => reject(new Error(`The session of ${clientId} was cut off`)));
    receiveMessages(client, (topic, payload) => {
      const handled =
        topic === end ? Promise.all(open).then(() => resolve()) : receive(topic, payload);
      if (topic !== end) {
        open.add(handled);
        handled.then(
          () => open.delete(handled),
          () => {},
        );
      }
      return handled;
    });
  });
  drained.catch(() => {});
  const work = async (): Promise<void> => {
    const connected = new Promise<void>((resolve) => client.once('connect', () => resolve()));
    await Promise.race([connected, drained]);
    await client.unsubscribeAsync([...filters]);
    await client.subscribeAsync(end, { qos: 1 });
    await client.publishAsync(end, '', { qos: 1 });
    await drained;
    await client.unsubscribeAsync(end);
    await client.endAsync(false, { properties: { sessionExpiryInterval: 0 } });
  };
  try {
    await withTimeout(work(), DRAIN_TIMEOUT, `The session of ${clientId} did not end`);
  } finally {
    await client.endAsync(true);
  }
};
