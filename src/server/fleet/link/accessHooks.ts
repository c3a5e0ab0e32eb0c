import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import type {
  AedesOptions,
  AedesPublishPacket,
  AuthErrorCode,
  AuthenticateError,
  Client,
} from 'aedes';
import {
  CONNECTION_EVENT,
  type ConnectionEvent,
  type ContactReason,
  REFUSED,
} from '../../../domain/connection';
import type { BrokerAccess } from './connectMqtt';
import { createSenderWarning, type LinkLog } from './linkLog';
import { downPrefix, isOwnFilter, isSafeSn, parseUpTopic, upPrefix } from './messages';
import type { ReceiveHandlers } from './receive';
import { createTurns, MESSAGES_PER_TURN } from './turns';

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

/** Compares in constant time. */
export const equalSecrets = (expected: string, actual: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export interface AccessRules {
  server: { user: string; password: string };
  authenticate: Authenticate;
  /** Stores reports and replies. The broker acknowledges them afterwards. */
  receive: ReceiveHandlers;
  /** Called for connections, disconnections and refusals. */
  note: (contact: ConnectionEvent) => void;
  /** Returns the current connection of a client. */
  connected: (id: string) => Client | undefined;
  log: LinkLog;
}

type AccessHooks = Required<
  Pick<
    AedesOptions,
    'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
  >
>;

/** Clients known from their login. */
interface ClientSets {
  /** Connections of the server itself. */
  readonly servers: WeakSet<Client>;
  /** Clients whose lock has reconnected; the new connection ends them. */
  readonly superseded: WeakSet<Client>;
}

/**
 * Access rules of the embedded broker. A lock uses its serial number as client id and user, publishes only below its
 * own `up/` and subscribes only below its own `down/`. The server may do everything. A client that tries more is
 * disconnected.
 */
export const accessHooks = (rules: AccessRules): AccessHooks => {
  const clients = { servers: new WeakSet<Client>(), superseded: new WeakSet<Client>() };
  return { authenticate: loginHook(rules, clients), ...topicHooks(rules, clients) };
};

/** Returns the part of a connection event that comes from the client: its id is the serial number of the lock. */
export const contactOf = ({
  id,
  conn,
}: Client): Pick<ConnectionEvent, 'sn' | 'address' | 'at'> => ({
  sn: id,
  address: (conn as Partial<Socket>).remoteAddress,
  at: Date.now(),
});

const refusalOf = (client: Client, reason: ContactReason, detail?: string): ConnectionEvent => ({
  ...contactOf(client),
  event: CONNECTION_EVENT.refused,
  reason,
  detail,
});

const loginHook = (
  { server, authenticate, note, connected, log }: AccessRules,
  { servers, superseded }: ClientSets,
): AccessHooks['authenticate'] => {
  const warnRefused = createSenderWarning(
    log,
    (id) => `Login of ${id} at the broker refused; more of it are not named`,
  );
  const refusalReason = async (
    client: Client,
    user: string,
    password: Buffer,
  ): Promise<ContactReason | undefined> => {
    if (user === server.user) {
      const isRight = equalSecrets(server.password, password.toString('utf8'));
      if (isRight) servers.add(client);
      return isRight ? undefined : REFUSED.wrongPassword;
    }
    if (client.id !== user || !isSafeSn(user)) return REFUSED.otherName;
    return authenticate(user, password.toString('utf8'));
  };

  return (client, user, password, done) => {
    refusalReason(client, user ?? '', password ?? Buffer.alloc(0)).then(
      (reason) => {
        if (reason === undefined) {
          const before = connected(client.id);
          if (before && before !== client) superseded.add(before);
          return done(null, true);
        }
        note(refusalOf(client, reason));
        // The console shows unknown locks, for adoption, like those of every protocol.
        if (reason !== REFUSED.unknown) warnRefused(client.id);
        done(authError(BAD_PASSWORD, 'wrong name or password'), false);
      },
      (error: unknown) => {
        log.error(`Login of ${JSON.stringify(client.id)} at the broker failed: ${error}`);
        done(authError(SERVER_UNAVAILABLE, 'cannot check the password now'), false);
      },
    );
  };
};

/** Checks the topics of messages and subscriptions. */
const topicHooks = (
  { receive, note, log }: AccessRules,
  { servers, superseded }: ClientSets,
): Omit<AccessHooks, 'authenticate'> => {
  const refuseAccess = (client: Client, action: string): Error => {
    note(refusalOf(client, REFUSED.otherTopic, action));
    log.warn(`Lock ${JSON.stringify(client.id)} cut off: it may not ${action}`);
    return new Error('not authorized');
  };

  const turns = new WeakMap<Client, () => Promise<void>>();
  const turnOf = (client: Client): Promise<void> => {
    const turn = turns.get(client) ?? createTurns(MESSAGES_PER_TURN);
    turns.set(client, turn);
    return turn();
  };

  return {
    authorizePublish: (client, packet, done) => {
      if (!client) return done(new Error('not authorized'));
      const { topic, payload } = packet;
      const isServer = servers.has(client);
      if (!isServer && !topic.startsWith(upPrefix(client.id))) {
        return done(refuseAccess(client, `publish ${JSON.stringify(topic)}`));
      }
      const path = parseUpTopic(topic)?.path;
      // The will of a replaced connection does not mean that its lock is offline.
      if (path === 'status' && superseded.has(client)) {
        return done(new Error('another connection has taken its place'));
      }
      // Retained messages stay in memory, one per topic. Only presence is worth it.
      if (!isServer && path !== 'status') packet.retain = false;
      if (path === undefined) return done(null);
      // The broker acknowledges when this hook is done. Until then it reads nothing more from the lock.
      turnOf(client)
        .then(() => {
          // Presence is passed on instead, because the broker retains the last one of every lock.
          if (path === 'status') return;
          return receive(topic, typeof payload === 'string' ? Buffer.from(payload) : payload);
        })
        .then(
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
