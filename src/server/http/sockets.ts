import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time limits of a connection, and the number of connections per address. */
export interface SocketLimits {
  /** Timeout for a request's head, ms. */
  readonly head: number;
  /** Idle timeout while a body is received or an answer is sent, ms. */
  readonly silence: number;
  /** Timeout for a JSON body, ms. Uploads are limited by Fastify's requestTimeout only. */
  readonly body: number;
  /** Maximum connections per address. */
  readonly perAddress: number;
}

/** An office of hundreds can share one address, with six connections per browser. */
export const SOCKET_LIMITS: SocketLimits = {
  head: 15_000,
  silence: 30_000,
  body: 60_000,
  perAddress: 3_000,
};

/** Interval at which Node checks its connection timeouts, ms. */
export const CHECK_INTERVAL = 5_000;

/**
 * Closes slow and silent connections, and those beyond the limit per address.
 * @param isProxied turns the limit per address off: the addresses are proxies, which limit their clients themselves
 */
export const limitSockets = (
  app: FastifyInstance<Server>,
  limits: SocketLimits,
  isProxied: boolean,
): void => {
  app.server.headersTimeout = limits.head;
  if (!isProxied) limitAddresses(app.server, limits.perAddress);

  // Browsers open connections ahead. Node does not close such a one when the server closes, and would wait for it.
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
  // Hooks with callbacks: each promise would cost every request a turn.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    unused.delete(raw.socket);
    // Most bodies come with their head. They are complete by then and need no timers.
    setImmediate(() => {
      if (!raw.complete && !raw.destroyed && isReal(raw)) limitBody(raw, limits);
    });
    done();
  });
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    if (isReal(raw)) raw.socket?.setTimeout(limits.silence);
    done(null, payload);
  });
};

/** False for a request by `app.inject`, whose connection has no timers. */
const isReal = ({ socket }: { readonly socket: Socket | null }): boolean =>
  socket instanceof Socket;

/** Closes the connection if the body comes too slowly. */
const limitBody = (raw: IncomingMessage, limits: SocketLimits): void => {
  const { socket, headers } = raw;
  // On this timeout Node closes the connection.
  socket.setTimeout(limits.silence);
  const isFile = headers['content-type']?.startsWith('multipart/') ?? false;
  const timer = isFile ? undefined : setTimeout(() => socket.destroy(), limits.body);
  const end = () => {
    clearTimeout(timer);
    // Time spent on the answer does not count as silence of the client.
    socket.setTimeout(0);
  };
  raw.once('end', end);
  raw.once('close', () => clearTimeout(timer));
};

const limitAddresses = (server: Server, max: number): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      return;
    }
    open.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left === 0) open.delete(remoteAddress);
      else open.set(remoteAddress, left);
    });
  });
};
