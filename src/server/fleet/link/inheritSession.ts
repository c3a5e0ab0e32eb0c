import { type BrokerAccess, connectMqtt } from './connectMqtt';
import type { ReceiveHandlers } from './inbox';
import { upTopic } from './messages';
import { receiveMessages, SESSION_SECONDS, withTimeout } from './mqttLink';

/** Longer than this nothing comes from a broker that has something to say, ms. */
const DRAIN_TIMEOUT = 60_000;

/**
 * Takes over what an MQTT 5 broker keeps for a server that is gone: what it was told and has not acknowledged, and what
 * has come for it since. The broker then forgets that server.
 * @param filters what the other had subscribed to with its group: nothing more is to go there
 * @param receive handles a message, as those of one's own
 * @throws when the broker does not let it in, cuts it off, or a message cannot be handled; all of it is kept then
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
  // What is sent to this topic stands in the queue behind everything that was there before.
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
