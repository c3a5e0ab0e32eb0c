import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { CONNECTION_END, CONNECTION_EVENT } from '../../../domain/connection';
import { type AccessRules, accessHooks, contactOf, serverIdentity } from './accessHooks';
import type { ConnectionInfo } from './inboxEvents';
import { downTopic, isSafeSn, MAX_MESSAGE_BYTES } from './messages';

interface BrokerOptions extends Pick<AccessRules, 'authenticate' | 'receive' | 'note' | 'log'> {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Called for signs of life other than messages: a resumed session, a subscription to commands, a ping. */
  alive: (sn: string, about: ConnectionInfo) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Leaves room for topic, will, name and password beside a message. */
const MAX_FRAME_BYTES = 2 * MAX_MESSAGE_BYTES;

/** Returns a host at which a listening address can be reached; loopback for a wildcard address. */
export const reachableHost = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
};

/**
 * Opens an MQTT 3.1.1 broker in this process.
 * @throws errors of listening: EADDRINUSE, EACCES, EADDRNOTAVAIL
 */
export const openBroker = async ({ port, host, alive, ...rules }: BrokerOptions) => {
  const { note, log } = rules;
  const identity = serverIdentity();
  const aedes: Aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    // With a limit the others wait in a queue. Aedes empties it by recursion, so that thousands overflow the stack.
    concurrency: 0,
    ...accessHooks({ ...rules, server: identity, connected: (id) => clientOf(aedes, id) }),
  });
  const isLock = ({ id }: Client): boolean => isSafeSn(id);
  aedes.on('clientReady', (client) => {
    if (!isLock(client)) return;
    note({ ...contactOf(client), event: CONNECTION_EVENT.came });
    // With a clean session the lock has not subscribed yet, so commands sent now would be lost.
    if (!(client as unknown as { readonly clean: boolean }).clean) {
      alive(client.id, { fresh: true });
    }
  });
  aedes.on('subscribe', (subscriptions, client) => {
    if (isLock(client) && subscribesToCommands(client.id, subscriptions)) {
      alive(client.id, { fresh: true });
    }
  });
  const lastPing = new WeakMap<Client, number>();
  aedes.on('ping', (_packet, client) => {
    const now = Date.now();
    if (!isLock(client) || now - (lastPing.get(client) ?? 0) < PING_INTERVAL) return;
    lastPing.set(client, now);
    alive(client.id, {});
  });
  const closedHere = new WeakSet<Client>();
  aedes.on('clientDisconnect', (client) => {
    if (!isLock(client)) return;
    const reason = closedHere.has(client) ? CONNECTION_END.byServer : endOf(client);
    note({ ...contactOf(client), event: CONNECTION_EVENT.went, reason });
  });
  /** Closes the connection of a lock, if there is one, and drops its session with the messages that wait in it. */
  const disconnect = (sn: string): void => {
    const client = clientOf(aedes, sn);
    const forget = () =>
      void forgetSession(aedes, sn).catch((error: Error) =>
        log.error(`Session of ${sn}: ${error.message}`),
      );
    if (client) {
      closedHere.add(client);
      client.close(forget);
    } else forget();
  };
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
  const access = { ...identity, url: `mqtt://${reachableHost(host)}:${bound.port}` };
  return { access, disconnect, close };
};

/** Minimum interval between reported pings of one connection, ms. */
const PING_INTERVAL = 30_000;

/** Returns how a client ended its connection: Aedes marks one that has sent the packet DISCONNECT. */
const endOf = (client: Client) =>
  (client as unknown as { readonly _disconnected: boolean })._disconnected
    ? CONNECTION_END.byLock
    : CONNECTION_END.lost;

const clientOf = (aedes: Aedes, id: string): Client | undefined =>
  (aedes as unknown as { readonly clients: Readonly<Record<string, Client>> }).clients[id];

/** Part of the broker's memory that holds the sessions of its clients. */
interface Sessions {
  cleanSubscriptions(client: Pick<Client, 'id'>): Promise<void>;
  outgoingStream(client: Pick<Client, 'id'>): AsyncIterable<object>;
  outgoingClearMessageId(client: Pick<Client, 'id'>, packet: object): Promise<unknown>;
}

/** Drops the subscriptions of a client, and the messages that wait for it. */
const forgetSession = async (aedes: Aedes, id: string): Promise<void> => {
  const { persistence } = aedes as unknown as { readonly persistence: Sessions };
  await persistence.cleanSubscriptions({ id });
  for await (const packet of persistence.outgoingStream({ id }))
    await persistence.outgoingClearMessageId({ id }, packet);
};

const subscribesToCommands = (
  sn: string,
  subscriptions: readonly { readonly topic: string }[],
): boolean => {
  const commands = downTopic(sn, 'cmd');
  return subscriptions.some(({ topic }) =>
    topic.endsWith('#') ? commands.startsWith(topic.slice(0, -1)) : topic === commands,
  );
};

/**
 * Closes a connection that announces an MQTT packet of more than `maxBytes` bytes. The broker's parser buffers a
 * whole packet, up to 256 MB, before authentication.
 * Call it after the broker has taken the socket: it inspects the bytes that the broker reads and never reads itself.
 */
export const limitFrames = (socket: Socket, maxBytes: number): void => {
  let skip = 0;
  let length = 0;
  let shift = -1;
  socket.on('data', (chunk: Buffer) => {
    for (let i = 0; i < chunk.length; ) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - i);
        skip -= step;
        i += step;
        continue;
      }
      const byte = chunk[i++] ?? 0;
      if (shift < 0) {
        // The first byte of a packet is its type. Its length follows, seven bits per byte, low bits first.
        shift = 0;
        length = 0;
        continue;
      }
      length += (byte & 127) << shift;
      shift += 7;
      if (length > maxBytes || shift > 28) {
        socket.destroy(new Error(`MQTT packet over ${maxBytes} bytes`));
        return;
      }
      if (byte < 128) {
        skip = length;
        shift = -1;
      }
    }
  });
};
