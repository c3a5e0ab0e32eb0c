import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FileChunk, LockCommand } from '../../domain/lock';
import type { JudgeAgain } from '../fleet/link';
import { Connection } from './Connection';
import { createContext, type GatewayOptions } from './context';
import { LockSessions } from './LockSession';
import { createAdmissions, LIMITS } from './limits';
import { receiveFrame } from './receiveFrame';

/** Interval of the checks for silent connections, ms. */
const CHECK_INTERVAL = 5_000;
const KEEP_ALIVE_DELAY = 60_000;

/**
 * Opens a listener for the locks of one protocol family. Reports go to the fleet, and are acknowledged once they are stored.
 * @throws what listening throws: EADDRINUSE, EACCES, EADDRNOTAVAIL
 */
export const openGateway = async (options: GatewayOptions) => {
  const { family, protocols, port, host, locks } = options;
  const limits = { ...LIMITS, ...options.limits };
  const closing = new AbortController();
  const context = createContext(options, limits, closing.signal);
  const sessions = new LockSessions(context);
  const admissions = createAdmissions(limits);
  const connections = new Set<Connection>();

  const accept = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    const admission = admissions.admit(socket.remoteAddress);
    if (!admission) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, context, admission, (origin, frame) =>
      receiveFrame(context, sessions, origin, frame),
    );
    connections.add(connection);
    connection.open(() => connections.delete(connection));
  };

  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_DELAY },
    accept,
  );
  const expiryTimer = setInterval(() => {
    const now = Date.now();
    for (const connection of connections) connection.expire(now);
  }, CHECK_INTERVAL);

  const close = async (): Promise<void> => {
    closing.abort();
    clearInterval(expiryTimer);
    const serverClosed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const connection of connections) connection.destroy();
    sessions.close();
    await serverClosed;
  };

  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  server.on('error', context.logError('listener'));

  return {
    family: family.name,
    protocols,
    port: (server.address() as AddressInfo).port,
    /** True if the lock is connected to this gateway. */
    has: (sn: string): boolean => sessions.find(sn)?.connection !== undefined,
    /** @throws Error if the lock has no session here */
    send: (sn: string, command: LockCommand, judgeAgain: JudgeAgain): void => {
      const session = sessions.find(sn);
      if (!session) throw new Error(`${sn} is not connected to this server`);
      session.send(command, judgeAgain);
    },
    sendChunk: (sn: string, chunk: FileChunk): void => sessions.find(sn)?.sendChunk(chunk),
    /** Reads the record of a lock again, which may have changed; without a serial number, of all. */
    refresh: async (sn?: string): Promise<void> => {
      locks.clear(sn);
      await sessions.refresh(sn);
    },
    disconnect: (sn: string): void => {
      locks.clear(sn);
      sessions.find(sn)?.connection?.destroy();
    },
    close,
  };
};
