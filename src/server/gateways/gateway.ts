import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  CONNECTION_EVENT,
  type ConnectionEvent,
  type ContactReason,
  REFUSED,
  type StoreMessage,
  type WireMessage,
} from '../../domain/connection';
import type { LockProtocol } from '../../domain/family';
import {
  clockFaultMessage,
  type FileChunk,
  isPlausibleTime,
  type LockCommand,
  type LockReport,
  needsReceiptTime,
} from '../../domain/lock';
import { errorMessage } from '../../protocol';
import { type Inbox, isSafeSn, type LinkLog } from '../fleet/link';
import { type CommandQueue, createCommandQueue } from './commandQueue';
import type { LockDirectory, RegisteredLock } from './lockDirectory';
import type {
  CommandProgress,
  DecodedFrame,
  ProtocolFamily,
  ProtocolSession,
  TargetLock,
} from './protocolFamily';

interface GatewayOptions {
  readonly family: ProtocolFamily;
  /** What locks of this family are declared to speak. The first is what a lock is taken for that says nothing more. */
  readonly protocols: readonly [LockProtocol, ...LockProtocol[]];
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  readonly locks: LockDirectory;
  /** Who is told what locks say: the fleet. */
  readonly inbox: Pick<Inbox, 'report' | 'reply' | 'progress' | 'presence' | 'connection' | 'note'>;
  /** Keeps the last messages of every lock; resolves when this one is stored. */
  readonly keep: StoreMessage;
  readonly log: LinkLog;
  readonly limits?: Partial<typeof LIMITS>;
}

/** A listener for the locks of one family. */
export interface Gateway {
  readonly family: string;
  readonly protocols: readonly LockProtocol[];
  readonly port: number;
  /** Whether a lock is connected here. */
  has(sn: string): boolean;
  /** @throws Error when the lock is not connected here */
  send(sn: string, command: LockCommand): void;
  /** Gives a lock the piece of a file that it, or its command, asked for. */
  sendChunk(sn: string, piece: FileChunk): void;
  /** Ends the connection of a lock. */
  disconnect(sn: string): void;
  /** Reads anew what is known of a lock, or of all: it may have changed. */
  refresh(sn?: string): Promise<void>;
  close(): Promise<void>;
}

/** What strangers may cost; times in ms. */
const LIMITS = {
  connections: 20_000,
  /** From one address, of which no lock is known yet: a carrier has thousands behind one, and all come after a restart. */
  unidentified: 10_000,
  /** Until a first frame is understood. */
  identifyTimeout: 60_000,
  /** Without a byte; a lock that sleeps leaves without a word, and the system finds out within minutes. */
  silenceTimeout: 1_200_000,
  /** An unfinished frame waits for its end. */
  partialFrameTimeout: 90_000,
  /** Bytes in a row that are no frame, or one that says nothing of who. */
  junkBytes: 65_536,
  /** Frames of a connection that wait to be stored. */
  unstored: 64,
  /** Locks of one connection. */
  locks: 256,
};

const CHECK_INTERVAL = 5_000;

/** What is wrong with the times of a frame, and whether it can be believed: what was stored by such a clock cannot. */
const checkTimes = (reports: readonly LockReport[], now: number) => {
  const implausible = reports.filter(({ ts }) => !isPlausibleTime(ts, now));
  const stored = implausible.find((report) => !needsReceiptTime(report, now));
  const [fault] = (stored ? [stored] : implausible).map(({ ts }) => clockFaultMessage(ts));
  return { fault, isBelieved: stored === undefined };
};

/** A frame that is not believed, and why. */
interface RejectedFrame {
  readonly decoded: DecodedFrame;
  readonly frame: Uint8Array;
  readonly at: number;
  readonly reason: string;
}

/** A frame that names its lock, and how it came. */
interface ReceivedFrame {
  readonly connection: Connection;
  readonly decoded: DecodedFrame;
  readonly frame: Uint8Array;
  /** Server clock, epoch ms. */
  readonly at: number;
}

/** A lock that is, or just was, connected here. */
interface LockSession {
  readonly sn: string;
  readonly commands: CommandQueue;
  lock: RegisteredLock;
  wireId: string;
  connection: Connection | undefined;
  /** Goes on with a file whose last piece got no answer. */
  retryTimer: NodeJS.Timeout | undefined;
}

/** A connection. */
interface Connection {
  readonly socket: Socket;
  readonly address: string | undefined;
  readonly protocolSession: ProtocolSession;
  readonly lockSessions: Set<LockSession>;
  readonly openedAt: number;
  partialFrame: Uint8Array;
  /** When the tail last grew. */
  lastByteAt: number;
  isIdentified: boolean;
  junkBytes: number;
  unstored: number;
  /** Frames are judged in the order they came. */
  decoding: Promise<void>;
  queued: number;
}

/**
 * Opens a listener. What a lock says is told to the fleet, and acknowledged when it is stored for good.
 * @throws what listening throws: EADDRINUSE, EACCES, EADDRNOTAVAIL
 */
export const openGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { family, protocols, port, host, locks, inbox, keep, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const connections = new Set<Connection>();
  const sessions = new Map<string, LockSession>();
  let closed = false;

  const write = (connection: Connection, bytes: Uint8Array | undefined): void => {
    if (bytes && connection.socket.writable) connection.socket.write(bytes);
  };

  const logError = (what: string) => (error: unknown) =>
    log.error(`Gateway ${family.name}: ${what}: ${errorMessage(error)}`);

  const logMessage = (message: Omit<WireMessage, 'carrier'>, { protocol }: RegisteredLock) =>
    keep({ ...message, carrier: protocol });

  const targetOf = ({ wireId: id, lock: { protocol, password } }: LockSession): TargetLock => ({
    id,
    protocol,
    ...(password && { password }),
  });

  const sessionOf = (lock: RegisteredLock, wireId: string): LockSession => {
    const existing = sessions.get(lock.sn);
    if (existing) return Object.assign(existing, { lock, wireId });
    const session: LockSession = {
      sn: lock.sn,
      lock,
      wireId,
      connection: undefined,
      retryTimer: undefined,
      commands: createCommandQueue({
        family,
        target: () => targetOf(session),
        reply: (reply) => void inbox.reply(lock.sn, reply).catch(logError(`answer of ${lock.sn}`)),
      }),
    };
    sessions.set(lock.sn, session);
    return session;
  };

  const note = (
    connection: Connection,
    sn: string,
    details: Pick<ConnectionEvent, 'event' | 'reason' | 'detail' | 'protocol'>,
  ) => inbox.note({ sn, address: connection.address, at: Date.now(), ...details });

  /** The last word wins: what comes by a new connection ends the one before. */
  const attach = (connection: Connection, session: LockSession): void => {
    if (session.connection === connection) return;
    const previous = session.connection;
    session.connection = connection;
    connection.lockSessions.add(session);
    if (previous) {
      previous.lockSessions.delete(session);
      if (previous.lockSessions.size === 0) previous.socket.destroy();
    }
    note(connection, session.sn, {
      event: CONNECTION_EVENT.came,
      protocol: session.lock.protocol,
    });
    inbox.connection(session.sn, true);
    inbox.presence(session.sn, true).catch(logError(`presence of ${session.sn}`));
    session.commands.connect({
      session: connection.protocolSession,
      write: ({ bytes, maskedFrame, content }) => {
        write(connection, bytes);
        const raw = maskedFrame ?? bytes;
        const sent = { sn: session.sn, at: Date.now(), down: true, raw, said: content };
        logMessage(sent, session.lock).catch(logError('messages not kept'));
      },
    });
  };

  const deleteWhenIdle = (session: LockSession): void => {
    const remaining = session.commands.lastExpiry() - Date.now();
    if (remaining <= 0) {
      session.commands.close();
      sessions.delete(session.sn);
    } else if (!closed) {
      setTimeout(() => !session.connection && deleteWhenIdle(session), remaining + 1_000).unref();
    }
  };

  const detach = (connection: Connection): void => {
    connections.delete(connection);
    for (const session of connection.lockSessions) {
      if (session.connection !== connection) continue;
      session.connection = undefined;
      clearTimeout(session.retryTimer);
      session.commands.connect(undefined);
      if (!closed) {
        note(connection, session.sn, { event: CONNECTION_EVENT.went });
        inbox.connection(session.sn, false);
      }
      deleteWhenIdle(session);
    }
    connection.lockSessions.clear();
  };

  const refuse = (
    connection: Connection,
    sn: string,
    reason: ContactReason,
    details: Pick<ConnectionEvent, 'detail' | 'protocol'> = {},
  ): void => {
    if (!isSafeSn(sn)) return;
    note(connection, sn, {
      event: CONNECTION_EVENT.refused,
      reason,
      protocol: protocols[0],
      ...details,
    });
  };

  /** What a lock waits for before it forgets what it told; it is kept like anything else that is said to it. */
  const acknowledge = (
    connection: Connection,
    lock: RegisteredLock,
    { acknowledgement: raw }: DecodedFrame,
  ): void => {
    if (!raw || !connection.socket.writable) return;
    write(connection, raw);
    const message = { sn: lock.sn, at: Date.now(), down: true, channel: ACK_CHANNEL, raw };
    logMessage(message, lock).catch(logError('messages not kept'));
  };

  /** A frame that is not believed is kept. */
  const storeRejected = async (
    connection: Connection,
    lock: RegisteredLock,
    rejectedFrame: RejectedFrame,
  ): Promise<void> => {
    const { decoded, frame, at, reason } = rejectedFrame;
    const detail = `${family.name}: ${reason}`;
    note(connection, lock.sn, {
      event: CONNECTION_EVENT.unread,
      reason: REFUSED.malformed,
      detail,
    });
    const raw = decoded.maskedFrame ?? frame;
    await logMessage(
      { sn: lock.sn, at, down: false, raw, said: decoded.content, why: reason },
      lock,
    );
  };

  /**
   * Stores everything that must be there before a frame is acknowledged. Returns false if its lock is not registered any
   * more, or by another serial number.
   */
  const storeFrame = async (
    session: LockSession,
    decoded: DecodedFrame,
    frame: Uint8Array,
    at: number,
  ): Promise<boolean> => {
    const { sn, lock } = session;
    const raw = decoded.maskedFrame ?? frame;
    // Hundreds of answers to pieces of a file would leave room for nothing else.
    const isChunk = decoded.progress?.want !== undefined;
    const logged = isChunk
      ? undefined
      : logMessage({ sn, at, down: false, raw, said: decoded.content }, lock);
    if (decoded.warning !== undefined && session.connection) {
      const detail = `${family.name}: ${decoded.warning}`;
      note(session.connection, sn, {
        event: CONNECTION_EVENT.unread,
        reason: REFUSED.malformed,
        detail,
      });
    }
    const reports = decoded.reports.map((report) => inbox.report(sn, report, at));
    // A report tells by itself that its lock is there.
    const presence = reports.length === 0 ? inbox.presence(sn, true) : undefined;
    const [, , ...stored] = await Promise.all([logged, presence, ...reports]);
    if (stored.includes(false)) return false;
    for (const result of decoded.results) {
      const { password } = result;
      if (password !== undefined) {
        await locks.keepSecret(sn, password);
        session.lock = { ...session.lock, password };
      }
      const reply = session.commands.finish(result);
      if (reply) await inbox.reply(sn, reply);
    }
    if (decoded.progress) await reportProgress(session, decoded.progress);
    return true;
  };

  const reportProgress = async (session: LockSession, update: CommandProgress): Promise<void> => {
    const progress = session.commands.progress(update);
    if (progress) await inbox.progress(session.sn, progress);
  };

  const sendChunk = (session: LockSession, { offset, size, data }: FileChunk): void => {
    const { connection } = session;
    clearTimeout(session.retryTimer);
    const piece = { offset, fileSize: size, data: Buffer.from(data, 'base64') };
    const encoded = connection?.protocolSession.encodeChunk?.(piece, Date.now(), targetOf(session));
    if (!connection || !encoded) return;
    write(connection, encoded.bytes);
    session.retryTimer = setTimeout(() => {
      const update = session.connection?.protocolSession.resumeTransfer?.(
        Date.now(),
        targetOf(session),
      );
      if (update) reportProgress(session, update).catch(logError(`upgrade of ${session.sn}`));
    }, encoded.replyTimeoutMs);
  };

  const receiveFrame = async (connection: Connection, frame: Uint8Array): Promise<void> => {
    const at = Date.now();
    const decoded = connection.protocolSession.decode(frame, at);
    write(connection, decoded.reply);
    const { id } = decoded;
    if (decoded.close) {
      const sn = id === undefined ? undefined : ((await locks.find(id))?.sn ?? id);
      if (sn !== undefined)
        refuse(connection, sn, REFUSED.wrongPassword, { detail: decoded.rejected });
      connection.socket.end();
      return;
    }
    if (id === undefined) {
      connection.junkBytes += frame.length;
      if (connection.junkBytes > limits.junkBytes) connection.socket.destroy();
      return write(connection, decoded.acknowledgement);
    }
    connection.isIdentified = true;
    connection.junkBytes = 0;
    await receiveFrom(id, { connection, decoded, frame, at });
  };

  const isAccepted = ({ protocol, isRevoked }: RegisteredLock): boolean =>
    protocols.includes(protocol) && !isRevoked;

  /** Stores and acknowledges the frame of a lock that is registered here; refuses any other. */
  const receiveFrom = async (id: string, received: ReceivedFrame): Promise<void> => {
    const { connection, decoded } = received;
    const lock = await locks.find(id, isAccepted);
    const isOurs = lock !== undefined && protocols.includes(lock.protocol);
    if (!lock || !isOurs) {
      if (lock) refuse(connection, lock.sn, REFUSED.otherProtocol, { detail: family.name });
      else if (decoded.rejected === undefined)
        refuse(connection, id, REFUSED.unknown, { protocol: decoded.protocol ?? protocols[0] });
      // A lock that is not believed must not fill up with what it cannot get rid of.
      return write(connection, decoded.acknowledgement);
    }
    if (lock.isRevoked) {
      refuse(connection, lock.sn, REFUSED.revoked);
      connection.socket.destroy();
      return;
    }
    const isAttached = sessions.get(lock.sn)?.connection === connection;
    // Not acknowledged: it can come by a connection of its own.
    if (!isAttached && connection.lockSessions.size >= limits.locks) return;
    connection.unstored += 1;
    storeReceived(lock, id, received)
      .then(async (isStored) => {
        if (isStored) return acknowledge(connection, lock, decoded);
        locks.clear(lock.sn);
        await receiveFrom(id, received);
      })
      .catch((error: unknown) => {
        // It sends again what was not acknowledged.
        logError(`message of ${lock.sn} not stored`)(error);
        connection.socket.destroy();
      })
      .finally(() => {
        connection.unstored -= 1;
        applyBackPressure(connection);
      });
  };

  /** Returns false if the lock is not registered any more, or by another serial number. */
  const storeReceived = async (
    lock: RegisteredLock,
    id: string,
    { connection, decoded, frame, at }: ReceivedFrame,
  ): Promise<boolean> => {
    const reject = async (reason: string) => {
      await storeRejected(connection, lock, { decoded, frame, at, reason });
      return true;
    };
    // Even its id may be another than it was.
    if (decoded.rejected !== undefined) return reject(decoded.rejected);
    const session = sessionOf(lock, id);
    attach(connection, session);
    const { fault, isBelieved } = checkTimes(decoded.reports, at);
    if (fault === undefined) return storeFrame(session, decoded, frame, at);
    if (!isBelieved) return reject(fault);
    const warning = decoded.warning === undefined ? fault : `${decoded.warning}; ${fault}`;
    return storeFrame(session, { ...decoded, warning }, frame, at);
  };

  /** Reads no further from a lock that says more than can be stored. */
  const applyBackPressure = (connection: Connection): void => {
    const isFull = connection.unstored + connection.queued > limits.unstored;
    if (isFull) connection.socket.pause();
    else if (connection.socket.isPaused()) connection.socket.resume();
  };

  const receiveBytes = (connection: Connection, chunk: Uint8Array): void => {
    const bytes =
      connection.partialFrame.length === 0
        ? chunk
        : Buffer.concat([connection.partialFrame, chunk]);
    const { frames, rest, skippedBytes } = family.splitFrames(bytes);
    const isTooLong = rest.length > family.maxFrameBytes;
    // A copy: the rest would keep the whole chunk alive.
    connection.partialFrame = isTooLong ? EMPTY : Uint8Array.from(rest);
    connection.lastByteAt = Date.now();
    connection.junkBytes += skippedBytes + (isTooLong ? rest.length : 0);
    if (connection.junkBytes > limits.junkBytes) {
      connection.socket.destroy();
      return;
    }
    connection.queued += frames.length;
    for (const frame of frames) {
      const copy = Uint8Array.from(frame);
      connection.decoding = connection.decoding
        .then(() => receiveFrame(connection, copy))
        .catch((error: unknown) => {
          logError('message not judged')(error);
          connection.socket.destroy();
        })
        .finally(() => {
          connection.queued -= 1;
          applyBackPressure(connection);
        });
    }
    applyBackPressure(connection);
  };

  const countUnidentified = (address: string | undefined): number => {
    let unidentified = 0;
    for (const connection of connections)
      if (connection.address === address && connection.lockSessions.size === 0) unidentified++;
    return unidentified;
  };

  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (socket) => {
      const address = socket.remoteAddress;
      socket.on('error', () => socket.destroy());
      if (
        connections.size >= limits.connections ||
        countUnidentified(address) >= limits.unidentified
      ) {
        socket.destroy();
        return;
      }
      const now = Date.now();
      const connection: Connection = {
        socket,
        address,
        protocolSession: family.openSession(),
        lockSessions: new Set(),
        openedAt: now,
        partialFrame: EMPTY,
        lastByteAt: now,
        isIdentified: false,
        junkBytes: 0,
        unstored: 0,
        decoding: Promise.resolve(),
        queued: 0,
      };
      connections.add(connection);
      socket.on('data', (chunk) => receiveBytes(connection, chunk));
      // What it said before it went is heard first.
      socket.once('close', () => void connection.decoding.then(() => detach(connection)));
    },
  );

  const idleTimer = setInterval(() => {
    const now = Date.now();
    for (const connection of connections) {
      if (
        connection.partialFrame.length > 0 &&
        now - connection.lastByteAt > limits.partialFrameTimeout
      )
        connection.partialFrame = EMPTY;
      const isUnidentified =
        !connection.isIdentified && now - connection.openedAt > limits.identifyTimeout;
      if (isUnidentified || now - connection.lastByteAt > limits.silenceTimeout)
        connection.socket.destroy();
    }
  }, CHECK_INTERVAL);

  const refreshSession = async (session: LockSession): Promise<void> => {
    const lock = await locks.find(session.wireId);
    const isOurs = lock?.sn === session.sn && protocols.includes(lock.protocol);
    if (isOurs && !lock.isRevoked) session.lock = lock;
    else session.connection?.socket.destroy();
  };

  const close = async (): Promise<void> => {
    closed = true;
    clearInterval(idleTimer);
    const serverClosed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const { socket } of connections) socket.destroy();
    for (const { commands, retryTimer } of sessions.values()) {
      commands.close();
      clearTimeout(retryTimer);
    }
    await serverClosed;
  };

  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  server.on('error', logError('listener'));

  return {
    family: family.name,
    protocols,
    port: (server.address() as AddressInfo).port,
    has: (sn) => sessions.get(sn)?.connection !== undefined,
    send: (sn, command) => {
      const session = sessions.get(sn);
      if (!session) throw new Error(`${sn} is not connected to this server`);
      session.commands.add(command);
    },
    sendChunk: (sn, piece) => {
      const session = sessions.get(sn);
      if (session) sendChunk(session, piece);
    },
    refresh: async (sn) => {
      locks.clear(sn);
      const one = sn === undefined ? undefined : sessions.get(sn);
      const changed = sn === undefined ? [...sessions.values()] : one ? [one] : [];
      await Promise.all(changed.map(refreshSession));
    },
    disconnect: (sn) => {
      locks.clear(sn);
      sessions.get(sn)?.connection?.socket.destroy();
    },
    close,
  };
};

/** As the message log calls it. */
const ACK_CHANNEL = 'ack';
const EMPTY = new Uint8Array();
