import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { type Authenticate, accessHooks, serverIdentity } from './accessHooks';
import type { BrokerAccess } from './connectMqtt';
import type { LinkLog } from './deviceLink';
import { limitFrames } from './limitFrames';
import { MAX_MESSAGE_BYTES } from './messages';

export interface BrokerOptions {
  /** 0 for any free port. */
  port: number;
  /** The address to listen on. */
  host: string;
  authenticate: Authenticate;
  log: LinkLog;
}

export interface Broker {
  /** How the server itself gets in. */
  access: Required<BrokerAccess>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Topic, will, name and password beside a message. */
const MAX_FRAME_BYTES = 2 * MAX_MESSAGE_BYTES;

/** An address that listens everywhere is reached over loopback. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
};

/**
 * Opens the MQTT 3.1.1 broker of this process.
 * @throws what listening throws: EADDRINUSE, EACCES, EADDRNOTAVAIL
 */
export const openBroker = async ({
  port,
  host,
  authenticate,
  log,
}: BrokerOptions): Promise<Broker> => {
  const identity = serverIdentity();
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...accessHooks({ server: identity, authenticate, log }),
  });
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    aedes.handle(socket);
    limitFrames(socket, MAX_FRAME_BYTES);
  });
  const close = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    await new Promise<void>((resolve) => aedes.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  server.on('error', (error) => log.error(`MQTT broker: ${error.message}`));
  const bound = server.address() as AddressInfo;
  return { access: { ...identity, url: `mqtt://${reachable(host)}:${bound.port}` }, close };
};
