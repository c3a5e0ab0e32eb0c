import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a connection may take and what an address may open. */
export interface SocketLimits {
  /** Until a request's head is there, ms. */
  readonly head: number;
  /** Without a byte of a body that is to come, or of an answer that is to go, ms. */
  readonly silence: number;
  /** Until a body of JSON is there, ms; a file may take as long as Fastify's requestTimeout. */
  readonly body: number;
  /** Connections of one address. */
  readonly perAddress: number;
}

/** Behind one address there may be an office of hundreds, each with six connections. */
export const SOCKET_LIMITS: SocketLimits = {
  head: 15_000,
  silence: 30_000,
  body: 60_000,
  perAddress: 3_000,
};

/** Node looks for connections that are late this often, ms. */
export const CHECK_INTERVAL = 5_000;

/**
 * Closes connections that are slow or silent, and those beyond what one address may have.
 * @param isProxied the addresses are those of proxies, which watch over their clients themselves
 */
export const limitSockets = (
  app: FastifyInstance<Server>,
  limits: SocketLimits,
  isProxied: boolean,
): void => {
  app.server.headersTimeout = limits.head;
  if (!isProxied) limitAddresses(app.server, limits.perAddress);

  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.complete) return;
    const { socket } = raw;
    // What Node does when this is over is to close the connection.
    socket.setTimeout(limits.silence);
    const isFile = headers['content-type']?.startsWith('multipart/') ?? false;
    const timer = isFile ? undefined : setTimeout(() => socket.destroy(), limits.body);
    const end = () => {
      clearTimeout(timer);
      // Working on an answer is no silence of the client.
      socket.setTimeout(0);
    };
    raw.once('end', end);
    raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onSend', async (_request, { raw }) => {
    raw.socket?.setTimeout(limits.silence);
  });
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
