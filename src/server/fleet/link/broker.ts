import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';
import {
  Aedes,
  type AedesOptions,
  type AedesPublishPacket,
  type AuthErrorCode,
  type AuthenticateError,
  type Client,
} from 'aedes';
import {
  CONNECTION_EVENT,
  type ConnectionEvent,
  type ContactReason,
  REFUSED,
} from '../../../domain/connection';
import type { BrokerAccess } from './connectMqtt';
import {
  type ConnectionInfo,
  type LinkLog,
  MAX_NAMED_SENDERS,
  type ReceiveHandlers,
} from './inbox';
import {
  downPrefix,
  downTopic,
  isOwnFilter,
  isSafeSn,
  MAX_MESSAGE_BYTES,
  parseTopic,
  upPrefix,
} from './messages';

interface BrokerOptions {
  /** 0 picks a free port. */
  port: number;
  host: string;
  authenticate: Authenticate;
  /** Stores reports and replies. The broker acknowledges them afterwards. */
  receive: ReceiveHandlers;
  /** Called for connections, disconnections and refusals. */
  note: (contact: ConnectionEvent) => void;
  /** Called for signs of life other than messages: a resumed session, a subscription to commands, a ping. */
  alive: (sn: string, about: ConnectionInfo) => void;
  log: LinkLog;
}

interface Broker {
  /** Credentials of the server itself. */
  access: Required<BrokerAccess>;
  /** Closes the connection of a lock, if there is one. */
  disconnect(sn: string): void;
  close(): Promise<void>;
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
export const openBroker = async ({
  port,
  host,
  authenticate,
  receive,
  note,
  alive,
  log,
}: BrokerOptions): Promise<Broker> => {
  const identity = serverIdentity();
  const aedes: Aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...accessHooks({
      server: identity,
      authenticate,
      receive,
      note,
      log,
      connected: (id) => clientOf(aedes, id),
    }),
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
  aedes.on('clientDisconnect', (client) => {
    if (isLock(client)) note({ ...contactOf(client), event: CONNECTION_EVENT.went });
  });
  const disconnect = (sn: string): void => clientOf(aedes, sn)?.close();
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

const clientOf = (aedes: Aedes, id: string): Client | undefined =>
  (aedes as unknown as { readonly clients: Readonly<Record<string, Client>> }).clients[id];

const subscribesToCommands = (
  sn: string,
  subscriptions: readonly { readonly topic: string }[],
): boolean => {
  const commands = downTopic(sn, 'cmd');
  return subscriptions.some(({ topic }) =>
    topic.endsWith('#') ? commands.startsWith(topic.slice(0, -1)) : topic === commands,
  );
};

/** Returns the identity and address of a client. */
const contactOf = ({ id, conn }: Client): Pick<ConnectionEvent, 'sn' | 'address' | 'at'> => ({
  sn: id,
  address: (conn as Partial<Socket>).remoteAddress,
  at: Date.now(),
});

/** Returns the reason why a lock with this password is refused; undefined if it is accepted. */
export type Authenticate = (sn: string, password: string) => Promise<ContactReason | undefined>;

const SERVER_UNAVAILABLE: AuthErrorCode = 3;
const BAD_PASSWORD: AuthErrorCode = 4;

const authError = (returnCode: AuthErrorCode, text: string): AuthenticateError =>
  Object.assign(new Error(text), { returnCode });

/** Generates the server's own credentials. No lock can have this name; the password lasts as long as the process. */
export const serverIdentity = (): Required<Omit<BrokerAccess, 'url'>> => ({
  user: '$server',
  password: randomBytes(24).toString('base64url'),
});

const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/**
 * True for channels whose messages the server stores. Presence is passed on instead, because the broker retains the
 * last one of every lock.
 */
const isStoredChannel = (channel: string | undefined): boolean =>
  channel === 'report' || channel === 'ack' || channel === 'ota';

interface AccessRules {
  server: { user: string; password: string };
  authenticate: Authenticate;
  /** By default messages are only passed on. */
  receive?: ReceiveHandlers;
  note?: (contact: ConnectionEvent) => void;
  /** Returns the current connection of a client. */
  connected?: (id: string) => Client | undefined;
  log: LinkLog;
}

/**
 * Access rules of the embedded broker. A lock uses its serial number as client id and user, publishes only below its
 * own `up/` and subscribes only below its own `down/`. The server may do everything. A client that tries more is
 * disconnected.
 */
export const accessHooks = ({
  server,
  authenticate,
  receive = async () => {},
  note = () => {},
  connected = () => undefined,
  log,
}: AccessRules): Pick<
  AedesOptions,
  'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
> => {
  const servers = new WeakSet<Client>();
  /** Clients whose lock has reconnected; the new connection ends them. */
  const superseded = new WeakSet<Client>();
  const namedIds = new Set<string>();

  const refusalReason = async (
    client: Client,
    user: string,
    password: Buffer,
  ): Promise<ContactReason | undefined> => {
    if (user === server.user) {
      const isRight = sameBytes(password, Buffer.from(server.password));
      if (isRight) servers.add(client);
      return isRight ? undefined : REFUSED.wrongPassword;
    }
    if (client.id !== user || !isSafeSn(user)) return REFUSED.otherName;
    return authenticate(user, password.toString('utf8'));
  };

  const warnOnce = (id: string): void => {
    if (namedIds.has(id) || namedIds.size >= MAX_NAMED_SENDERS) return;
    namedIds.add(id);
    log.warn(`Login of ${JSON.stringify(id)} at the broker refused; more of it are not named`);
  };

  const noteRefused = (client: Client, reason: ContactReason, detail?: string): void =>
    note({ ...contactOf(client), event: CONNECTION_EVENT.refused, reason, detail });

  const refuseAccess = (client: Client, action: string): Error => {
    noteRefused(client, REFUSED.otherTopic, action);
    log.warn(`Lock ${JSON.stringify(client.id)} cut off: it may not ${action}`);
    return new Error('not authorized');
  };

  return {
    authenticate: (client, user, password, done) => {
      refusalReason(client, user ?? '', password ?? Buffer.alloc(0)).then(
        (reason) => {
          if (reason === undefined) {
            const before = connected(client.id);
            if (before && before !== client) superseded.add(before);
            return done(null, true);
          }
          noteRefused(client, reason);
          warnOnce(client.id);
          done(authError(BAD_PASSWORD, 'wrong name or password'), false);
        },
        (error: unknown) => {
          log.error(`Login of ${JSON.stringify(client.id)} at the broker failed: ${error}`);
          done(authError(SERVER_UNAVAILABLE, 'cannot check the password now'), false);
        },
      );
    },

    authorizePublish: (client, packet, done) => {
      if (!client) return done(new Error('not authorized'));
      const { topic, payload } = packet;
      const isServer = servers.has(client);
      if (!isServer && !topic.startsWith(upPrefix(client.id))) {
        return done(refuseAccess(client, `publish ${JSON.stringify(topic)}`));
      }
      const channel = parseTopic(topic)?.channel;
      // The will of a replaced connection does not mean that its lock is offline.
      if (channel === 'status' && superseded.has(client)) {
        return done(new Error('another connection has taken its place'));
      }
      // Retained messages stay in memory, one per topic. Only presence is worth it.
      if (!isServer && channel !== 'status') packet.retain = false;
      if (!isStoredChannel(channel)) return done(null);
      // The broker acknowledges when this hook is done. Until then it reads nothing more from the lock.
      receive(topic, Buffer.from(payload)).then(
        () => done(null),
        (error: Error) => done(error),
      );
    },

    authorizeSubscribe: (client, subscription, done) => {
      const allowed = servers.has(client) || isOwnFilter(client.id, subscription.topic);
      // If one subscription of a packet is granted, the broker keeps all of them for a persistent session. So each is
      // checked before any is granted, and a refused one gets QoS 0, which queues nothing while its lock is offline.
      if (!allowed) subscription.qos = 0;
      queueMicrotask(() => {
        if (allowed) done(null, subscription);
        else done(refuseAccess(client, `subscribe to ${JSON.stringify(subscription.topic)}`));
      });
    },

    authorizeForward: (client, packet): AedesPublishPacket | null =>
      servers.has(client) || packet.topic.startsWith(downPrefix(client.id)) ? packet : null,
  };
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
