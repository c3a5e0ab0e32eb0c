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
  readonly inbox: Pick<Inbox, 'report' | 'reply' | 'progress' | 'presence' | 'note'>;
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
  strangers: 10_000,
  /** Until a first frame is understood. */
  introduction: 60_000,
  /** Without a byte; a lock that sleeps leaves without a word, and the system finds out within minutes. */
  silence: 1_200_000,
  /** An unfinished frame waits for its end. */
  tail: 90_000,
  /** Bytes in a row that are no frame, or one that says nothing of who. */
  junk: 65_536,
  /** Frames of a connection that wait to be stored. */
  unstored: 64,
  /** Locks of one connection. */
  locks: 256,
};

const CLOCK = 5_000;

/** What is wrong with the times of a frame, and whether it can be believed: what was stored by such a clock cannot. */
const againstTimes = (reports: readonly LockReport[], now: number) => {
  const odd = reports.filter(({ ts }) => !isPlausibleTime(ts, now));
  const stored = odd.find((report) => !needsReceiptTime(report, now));
  const [fault] = (stored ? [stored] : odd).map(({ ts }) => clockFaultMessage(ts));
  return { fault, isBelieved: stored === undefined };
};

/** A frame that is not believed, and why. */
interface Odd {
  readonly heard: DecodedFrame;
  readonly frame: Uint8Array;
  readonly at: number;
  readonly why: string;
}

/** A lock that is, or just was, connected here. */
interface Session {
  readonly sn: string;
  readonly queue: CommandQueue;
  known: RegisteredLock;
  id: string;
  line: Line | undefined;
  /** Goes on with a file whose last piece got no answer. */
  pieceTimer: NodeJS.Timeout | undefined;
}

/** A connection. */
interface Line {
  readonly socket: Socket;
  readonly address: string | undefined;
  readonly talk: ProtocolSession;
  readonly sessions: Set<Session>;
  readonly began: number;
  tail: Uint8Array;
  /** When the tail last grew. */
  heard: number;
  isIntroduced: boolean;
  junk: number;
  unstored: number;
  /** Frames are judged in the order they came. */
  judged: Promise<void>;
  waiting: number;
}

/**
 * Opens a listener. What a lock says is told to the fleet, and acknowledged when it is stored for good.
 * @throws what listening throws: EADDRINUSE, EACCES, EADDRNOTAVAIL
 */
export const openGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { family, protocols, port, host, locks, inbox, keep, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const lines = new Set<Line>();
  const sessions = new Map<string, Session>();
  let closed = false;

  const write = (line: Line, bytes: Uint8Array | undefined): void => {
    if (bytes && line.socket.writable) line.socket.write(bytes);
  };

  const told = (what: string) => (error: unknown) =>
    log.error(`Gateway ${family.name}: ${what}: ${errorMessage(error)}`);

  const record = (message: Omit<WireMessage, 'carrier'>, { protocol }: RegisteredLock) =>
    keep({ ...message, carrier: protocol });

  const addresseeOf = ({ id, known: { protocol, password } }: Session): TargetLock => ({
    id,
    protocol,
    ...(password && { password }),
  });

  const sessionOf = (known: RegisteredLock, id: string): Session => {
    const there = sessions.get(known.sn);
    if (there) return Object.assign(there, { known, id });
    const session: Session = {
      sn: known.sn,
      known,
      id,
      line: undefined,
      pieceTimer: undefined,
      queue: createCommandQueue({
        family,
        to: () => addresseeOf(session),
        reply: (reply) => void inbox.reply(known.sn, reply).catch(told(`answer of ${known.sn}`)),
      }),
    };
    sessions.set(known.sn, session);
    return session;
  };

  const note = (
    line: Line,
    sn: string,
    what: Pick<ConnectionEvent, 'event' | 'reason' | 'detail' | 'protocol'>,
  ) => inbox.note({ sn, address: line.address, at: Date.now(), ...what });

  /** The last word wins: what comes by a new connection ends the one before. */
  const join = (line: Line, session: Session): void => {
    if (session.line === line) return;
    const before = session.line;
    session.line = line;
    line.sessions.add(session);
    if (before) {
      before.sessions.delete(session);
      if (before.sessions.size === 0) before.socket.destroy();
    }
    note(line, session.sn, { event: CONNECTION_EVENT.came, protocol: session.known.protocol });
    inbox.presence(session.sn, true).catch(told(`presence of ${session.sn}`));
    session.queue.connect({
      talk: line.talk,
      write: ({ bytes, maskedFrame, content }) => {
        write(line, bytes);
        const raw = maskedFrame ?? bytes;
        const sent = { sn: session.sn, at: Date.now(), down: true, raw, said: content };
        record(sent, session.known).catch(told('messages not kept'));
      },
    });
  };

  const forget = (session: Session): void => {
    const left = session.queue.busyUntil() - Date.now();
    if (left <= 0) {
      session.queue.close();
      sessions.delete(session.sn);
    } else if (!closed) {
      setTimeout(() => !session.line && forget(session), left + 1_000).unref();
    }
  };

  const leave = (line: Line): void => {
    lines.delete(line);
    for (const session of line.sessions) {
      if (session.line !== line) continue;
      session.line = undefined;
      clearTimeout(session.pieceTimer);
      session.queue.connect(undefined);
      if (!closed) note(line, session.sn, { event: CONNECTION_EVENT.went });
      forget(session);
    }
    line.sessions.clear();
  };

  const refuse = (
    line: Line,
    sn: string,
    reason: ContactReason,
    told: Pick<ConnectionEvent, 'detail' | 'protocol'> = {},
  ): void => {
    if (!isSafeSn(sn)) return;
    note(line, sn, { event: CONNECTION_EVENT.refused, reason, protocol: protocols[0], ...told });
  };

  /** What a lock waits for before it forgets what it told; it is kept like anything else that is said to it. */
  const acknowledge = (
    line: Line,
    known: RegisteredLock,
    { acknowledgement: raw }: DecodedFrame,
  ): void => {
    if (!raw || !line.socket.writable) return;
    write(line, raw);
    const said = { sn: known.sn, at: Date.now(), down: true, channel: ACKNOWLEDGED, raw };
    record(said, known).catch(told('messages not kept'));
  };

  /** A frame that is not believed is kept. */
  const keepOdd = async (line: Line, known: RegisteredLock, odd: Odd): Promise<void> => {
    const { heard, frame, at, why } = odd;
    const detail = `${family.name}: ${why}`;
    note(line, known.sn, { event: CONNECTION_EVENT.unread, reason: REFUSED.malformed, detail });
    const raw = heard.maskedFrame ?? frame;
    await record({ sn: known.sn, at, down: false, raw, said: heard.content, why }, known);
  };

  /** Everything that must be there before a frame is acknowledged. */
  const store = async (session: Session, heard: DecodedFrame, frame: Uint8Array, at: number) => {
    const { sn, known } = session;
    const raw = heard.maskedFrame ?? frame;
    // Hundreds of answers to pieces of a file would leave room for nothing else.
    const isPiece = heard.progress?.want !== undefined;
    const kept = isPiece
      ? undefined
      : record({ sn, at, down: false, raw, said: heard.content }, known);
    if (heard.warning !== undefined && session.line) {
      const detail = `${family.name}: ${heard.warning}`;
      note(session.line, sn, { event: CONNECTION_EVENT.unread, reason: REFUSED.malformed, detail });
    }
    const reports = heard.reports.map((report) => inbox.report(sn, report, at));
    // A report tells by itself that its lock is there.
    if (reports.length === 0) reports.push(inbox.presence(sn, true));
    await Promise.all([kept, ...reports]);
    for (const outcome of heard.results) {
      const { password } = outcome;
      if (password !== undefined) {
        await locks.keepSecret(sn, password);
        session.known = { ...session.known, password };
      }
      const reply = session.queue.finish(outcome);
      if (reply) await inbox.reply(sn, reply);
    }
    if (heard.progress) await reportProgress(session, heard.progress);
  };

  const reportProgress = async (session: Session, update: CommandProgress): Promise<void> => {
    const progress = session.queue.progress(update);
    if (progress) await inbox.progress(session.sn, progress);
  };

  const sendPiece = (session: Session, { offset, size, data }: FileChunk): void => {
    const { line } = session;
    clearTimeout(session.pieceTimer);
    const piece = { offset, fileSize: size, data: Buffer.from(data, 'base64') };
    const part = line?.talk.encodeChunk?.(piece, Date.now(), addresseeOf(session));
    if (!line || !part) return;
    write(line, part.bytes);
    session.pieceTimer = setTimeout(() => {
      const update = session.line?.talk.resumeTransfer?.(Date.now(), addresseeOf(session));
      if (update) reportProgress(session, update).catch(told(`upgrade of ${session.sn}`));
    }, part.replyTimeoutMs);
  };

  const judge = async (line: Line, frame: Uint8Array): Promise<void> => {
    const at = Date.now();
    const heard = line.talk.decode(frame, at);
    write(line, heard.reply);
    const { id } = heard;
    if (heard.close) {
      const sn = id === undefined ? undefined : ((await locks.find(id))?.sn ?? id);
      if (sn !== undefined) refuse(line, sn, REFUSED.wrongPassword, { detail: heard.rejected });
      line.socket.end();
      return;
    }
    if (id === undefined) {
      line.junk += frame.length;
      if (line.junk > limits.junk) line.socket.destroy();
      return write(line, heard.acknowledgement);
    }
    line.isIntroduced = true;
    line.junk = 0;
    const known = await locks.find(id);
    const isOurs = known !== undefined && protocols.includes(known.protocol);
    const hasRoom = line.sessions.size < limits.locks;
    if (!known || !isOurs || !hasRoom) {
      if (known && !isOurs) refuse(line, known.sn, REFUSED.otherProtocol, { detail: family.name });
      else if (!known && heard.rejected === undefined)
        refuse(line, id, REFUSED.unknown, { protocol: heard.protocol ?? protocols[0] });
      // A lock that is not believed must not fill up with what it cannot get rid of.
      return write(line, heard.acknowledgement);
    }
    if (known.isRevoked) {
      refuse(line, known.sn, REFUSED.revoked);
      line.socket.destroy();
      return;
    }
    const stored = () => {
      // Even its id may be another than it was.
      if (heard.rejected !== undefined)
        return keepOdd(line, known, { heard, frame, at, why: heard.rejected });
      const session = sessionOf(known, id);
      join(line, session);
      const { fault, isBelieved } = againstTimes(heard.reports, at);
      if (fault === undefined) return store(session, heard, frame, at);
      if (!isBelieved) return keepOdd(line, known, { heard, frame, at, why: fault });
      const warning = heard.warning === undefined ? fault : `${heard.warning}; ${fault}`;
      return store(session, { ...heard, warning }, frame, at);
    };
    line.unstored += 1;
    stored()
      .then(
        () => acknowledge(line, known, heard),
        (error: unknown) => {
          // It sends again what was not acknowledged.
          told(`message of ${known.sn} not stored`)(error);
          line.socket.destroy();
        },
      )
      .finally(() => {
        line.unstored -= 1;
        flow(line);
      });
  };

  /** Reads no further from a lock that says more than can be stored. */
  const flow = (line: Line): void => {
    const isFull = line.unstored + line.waiting > limits.unstored;
    if (isFull) line.socket.pause();
    else if (line.socket.isPaused()) line.socket.resume();
  };

  const read = (line: Line, chunk: Uint8Array): void => {
    const bytes = line.tail.length === 0 ? chunk : Buffer.concat([line.tail, chunk]);
    const { frames, rest, skippedBytes } = family.splitFrames(bytes);
    const isTooLong = rest.length > family.maxFrameBytes;
    // A copy: the rest would keep the whole chunk alive.
    line.tail = isTooLong ? EMPTY : Uint8Array.from(rest);
    line.heard = Date.now();
    line.junk += skippedBytes + (isTooLong ? rest.length : 0);
    if (line.junk > limits.junk) {
      line.socket.destroy();
      return;
    }
    line.waiting += frames.length;
    for (const frame of frames) {
      const copy = Uint8Array.from(frame);
      line.judged = line.judged
        .then(() => judge(line, copy))
        .catch((error: unknown) => {
          told('message not judged')(error);
          line.socket.destroy();
        })
        .finally(() => {
          line.waiting -= 1;
          flow(line);
        });
    }
    flow(line);
  };

  const strangersAt = (address: string | undefined): number => {
    let strangers = 0;
    for (const line of lines) if (line.address === address && line.sessions.size === 0) strangers++;
    return strangers;
  };

  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    (socket) => {
      const address = socket.remoteAddress;
      socket.on('error', () => socket.destroy());
      if (lines.size >= limits.connections || strangersAt(address) >= limits.strangers) {
        socket.destroy();
        return;
      }
      const now = Date.now();
      const line: Line = {
        socket,
        address,
        talk: family.openSession(),
        sessions: new Set(),
        began: now,
        tail: EMPTY,
        heard: now,
        isIntroduced: false,
        junk: 0,
        unstored: 0,
        judged: Promise.resolve(),
        waiting: 0,
      };
      lines.add(line);
      socket.on('data', (chunk) => read(line, chunk));
      // What it said before it went is heard first.
      socket.once('close', () => void line.judged.then(() => leave(line)));
    },
  );

  const clock = setInterval(() => {
    const now = Date.now();
    for (const line of lines) {
      if (line.tail.length > 0 && now - line.heard > limits.tail) line.tail = EMPTY;
      const isStranger = !line.isIntroduced && now - line.began > limits.introduction;
      if (isStranger || now - line.heard > limits.silence) line.socket.destroy();
    }
  }, CLOCK);

  const readAnew = async (session: Session): Promise<void> => {
    const known = await locks.find(session.id);
    const isOurs = known?.sn === session.sn && protocols.includes(known.protocol);
    if (isOurs && !known.isRevoked) session.known = known;
    else session.line?.socket.destroy();
  };

  const close = async (): Promise<void> => {
    closed = true;
    clearInterval(clock);
    const ended = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const { socket } of lines) socket.destroy();
    for (const { queue, pieceTimer } of sessions.values()) {
      queue.close();
      clearTimeout(pieceTimer);
    }
    await ended;
  };

  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  server.on('error', told('listener'));

  return {
    family: family.name,
    protocols,
    port: (server.address() as AddressInfo).port,
    has: (sn) => sessions.get(sn)?.line !== undefined,
    send: (sn, command) => {
      const session = sessions.get(sn);
      if (!session) throw new Error(`${sn} is not connected to this server`);
      session.queue.add(command);
    },
    sendChunk: (sn, piece) => {
      const session = sessions.get(sn);
      if (session) sendPiece(session, piece);
    },
    refresh: async (sn) => {
      locks.forget(sn);
      const one = sn === undefined ? undefined : sessions.get(sn);
      const changed = sn === undefined ? [...sessions.values()] : one ? [one] : [];
      await Promise.all(changed.map(readAnew));
    },
    disconnect: (sn) => {
      locks.forget(sn);
      sessions.get(sn)?.line?.socket.destroy();
    },
    close,
  };
};

/** As the message log calls it. */
const ACKNOWLEDGED = 'ack';
const EMPTY = new Uint8Array();
