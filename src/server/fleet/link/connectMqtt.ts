import { Socket } from 'node:net';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';

export interface BrokerAccess {
  url: string;
  user?: string;
  password?: string;
}

const PROTOCOLS = ['mqtt:', 'mqtts:', 'tcp:', 'ssl:', 'ws:', 'wss:'];

/**
 * Splits an address such as `mqtt://user:pass@host` into a URL without credentials and the credentials.
 * @throws TypeError if it is no MQTT address; the message leaves out the address, which may hold a secret
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

/** Opens an MQTT client with TCP_NODELAY. Nagle's algorithm and delayed ACKs would cost 44 ms per command. */
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
