import { randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  AedesOptions,
  AedesPublishPacket,
  AuthErrorCode,
  AuthenticateError,
  Client,
} from 'aedes';
import type { BrokerAccess } from './connectMqtt';
import type { LinkLog } from './deviceLink';
import { downPrefix, isSafeSn, parseTopic, upPrefix } from './topics';

/** Whether a lock's password is right. */
export type Authenticate = (sn: string, password: string) => Promise<boolean>;

const SERVER_UNAVAILABLE: AuthErrorCode = 3;
const BAD_PASSWORD: AuthErrorCode = 4;

const refusal = (returnCode: AuthErrorCode, text: string): AuthenticateError =>
  Object.assign(new Error(text), { returnCode });

/** The server's own name at its broker; no lock can have it, and its password lives as long as the process. */
export const serverIdentity = (): Required<Omit<BrokerAccess, 'url'>> => ({
  user: '$server',
  password: randomBytes(24).toString('base64url'),
});

const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

export interface AccessRules {
  server: { user: string; password: string };
  authenticate: Authenticate;
  log: LinkLog;
}

/**
 * Who may do what at the embedded broker: a lock is its serial number, as client and as user, writes only its own
 * `up/` and reads only its own `down/`; the server may do everything. A client that tries more is cut off.
 */
export const accessHooks = ({
  server,
  authenticate,
  log,
}: AccessRules): Pick<
  AedesOptions,
  'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
> => {
  const servers = new WeakSet<Client>();

  const isAllowed = async (client: Client, user: string, password: Buffer): Promise<boolean> => {
    if (user === server.user) {
      const right = sameBytes(password, Buffer.from(server.password));
      if (right) servers.add(client);
      return right;
    }
    return client.id === user && isSafeSn(user) && authenticate(user, password.toString('utf8'));
  };

  const refused = (client: Client, what: string): Error => {
    log.warn(`Lock ${JSON.stringify(client.id)} cut off: it may not ${what}`);
    return new Error('not authorized');
  };

  return {
    authenticate: (client, user, password, done) => {
      isAllowed(client, user ?? '', password ?? Buffer.alloc(0)).then(
        (allowed) => {
          if (allowed) return done(null, true);
          log.warn(`Login of ${JSON.stringify(client.id)} at the broker refused`);
          done(refusal(BAD_PASSWORD, 'wrong name or password'), false);
        },
        (error: unknown) => {
          log.error(`Login of ${JSON.stringify(client.id)} at the broker failed: ${error}`);
          done(refusal(SERVER_UNAVAILABLE, 'cannot check the password now'), false);
        },
      );
    },

    authorizePublish: (client, packet, done) => {
      if (!client) return done(new Error('not authorized'));
      if (servers.has(client)) return done(null);
      if (!packet.topic.startsWith(upPrefix(client.id))) {
        return done(refused(client, `publish ${JSON.stringify(packet.topic)}`));
      }
      // Retained messages stay in memory, one per topic: presence is the only one that is of use.
      if (parseTopic(packet.topic)?.channel !== 'status') packet.retain = false;
      done(null);
    },

    authorizeSubscribe: (client, subscription, done) => {
      const allowed = servers.has(client) || subscription.topic.startsWith(downPrefix(client.id));
      // Granting one subscription of a packet makes the broker keep all of them for a lasting session. So each is
      // judged before any is granted, and at QoS 0 a refused one collects nothing while its lock is away.
      if (!allowed) subscription.qos = 0;
      queueMicrotask(() => {
        if (allowed) done(null, subscription);
        else done(refused(client, `subscribe to ${JSON.stringify(subscription.topic)}`));
      });
    },

    authorizeForward: (client, packet): AedesPublishPacket | null =>
      servers.has(client) || packet.topic.startsWith(downPrefix(client.id)) ? packet : null,
  };
};
