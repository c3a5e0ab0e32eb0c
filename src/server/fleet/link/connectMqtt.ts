import { Socket } from 'node:net';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';

/** Who asks: a broker's address and the name and password to show it. */
export interface BrokerAccess {
  url: string;
  user?: string;
  password?: string;
}

const PROTOCOLS = ['mqtt:', 'mqtts:', 'tcp:', 'ssl:', 'ws:', 'wss:'];

/**
 * The access an address holds. `mqtt://user:pass@host` becomes an address that can be shown and its credentials.
 * @throws TypeError when the address is none of an MQTT broker; it does not repeat the address, which may hold a secret
 */
export const accessOf = (address: string): BrokerAccess => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !PROTOCOLS.includes(url.protocol)) {
    throw new TypeError('not the address of an MQTT broker, such as mqtt://host:1883');
  }
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return { url: url.href, ...(user && { user }), ...(password && { password }) };
};

/** An MQTT client that does not wait to fill a packet: Nagle and delayed ACKs cost 44 ms a command. */
export const connectMqtt = (access: BrokerAccess, options: IClientOptions): MqttClient => {
  const client = connect(access.url, {
    username: access.user,
    password: access.password,
    ...options,
  });
  client.on('connect', () => {
    const stream: unknown = client.stream;
    if (stream instanceof Socket) stream.setNoDelay(true);
  });
  return client;
};
