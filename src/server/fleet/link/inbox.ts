import {
  CONNECTION_EVENT,
  type ConnectionEvent,
  REFUSED,
  type StoreMessage,
} from '../../../domain/connection';
import { PROTOCOL } from '../../../domain/family';
import {
  clockFaultMessage,
  isPlausibleTime,
  type LockProgress,
  type LockReply,
  type LockReport,
} from '../../../domain/lock';
import { toStorableText, truncate } from '../../db/storableText';
import {
  MAX_TEXT_LENGTH,
  type Parsed,
  parseClientEvent,
  parsePresence,
  parseProgress,
  parseReply,
  parseReport,
  parseTopic,
} from './messages';

/** A handler that resolves with false did not store the report: its lock is not registered. */
type ReportHandler = (sn: string, report: LockReport, receivedAt: number) => unknown;
type ReplyHandler = (sn: string, reply: LockReply) => unknown;
type ProgressHandler = (sn: string, progress: LockProgress) => unknown;
type PresenceHandler = (sn: string, online: boolean, about?: ConnectionInfo) => unknown;
type LifeHandler = (sn: string, about: ConnectionInfo) => unknown;

type ConnectionHandler = (sn: string, isOpen: boolean) => void;
type ContactHandler = (contact: ConnectionEvent) => void;

/** What is known of the connection that a lock came or went by. */
export interface ConnectionInfo {
  /** When it was made, ms since 1970, where the lock says so. */
  readonly since?: number;
  /** It is there anew: what was sent over an earlier connection may be lost. */
  readonly fresh?: boolean;
}

/**
 * Who is told what comes in from the locks, validated. A message is acknowledged when every promise that its handlers
 * answered is resolved: one that rejects leaves it with whoever sent it, to be sent again. A handler that throws is
 * logged and stops neither the others nor the acknowledgement. A message can arrive twice: handlers must bear that.
 */
export interface InboxEvents {
  onReport(handler: ReportHandler): void;
  onReply(handler: ReplyHandler): void;
  /** Progress of an upgrade, and the chunk that the lock requests. */
  onProgress(handler: ProgressHandler): void;
  /** The last known presence of every lock comes first, then each change. */
  onPresence(handler: PresenceHandler): void;
  /** Signs of life that are no messages: a lock begins to listen for commands, or its heart beats. */
  onLife(handler: LifeHandler): void;
  /**
   * Connections to this very process: first those that are open, then each that is made or ended. Those to an external
   * broker do not come.
   */
  onConnection(handler: ConnectionHandler): void;
  /** Who came, went and was refused, where the broker is ours; messages that were not understood, from any broker. */
  onContact(handler: ContactHandler): void;
}

/** Who listens hears both. */
export const mergeInboxes = (one: InboxEvents, other: InboxEvents): InboxEvents => ({
  onReport: (handler) => {
    one.onReport(handler);
    other.onReport(handler);
  },
  onReply: (handler) => {
    one.onReply(handler);
    other.onReply(handler);
  },
  onProgress: (handler) => {
    one.onProgress(handler);
    other.onProgress(handler);
  },
  onPresence: (handler) => {
    one.onPresence(handler);
    other.onPresence(handler);
  },
  onLife: (handler) => {
    one.onLife(handler);
    other.onLife(handler);
  },
  onConnection: (handler) => {
    one.onConnection(handler);
    other.onConnection(handler);
  },
  onContact: (handler) => {
    one.onContact(handler);
    other.onContact(handler);
  },
});

/** Where the link says what an administrator should know. */
export interface LinkLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** How a message came. */
export interface Delivery {
  /** The broker kept it, and tells it to whoever comes. */
  readonly isOld?: boolean;
  /**
   * Of several servers that hear the same word of presence, what is to be done with this copy: every server is to know it,
   * one keeps it. Without it both.
   */
  readonly copy?: 'known' | 'kept';
}

/**
 * Judges a message from a lock and hands it to who waits for it. Resolves when it may be acknowledged.
 * @throws what a handler's promise rejects with: it must not be
 */
export type ReceiveHandlers = (
  topic: string,
  payload: Uint8Array,
  delivery?: Delivery,
) => Promise<void>;

export interface Inbox extends InboxEvents {
  readonly receive: ReceiveHandlers;
  /**
   * What came in by another carrier than MQTT, decoded; as `receive`, each resolves when it may be acknowledged. A report
   * resolves with false if its lock is not registered by this serial number.
   */
  readonly report: (sn: string, report: LockReport, receivedAt: number) => Promise<boolean>;
  readonly reply: (sn: string, reply: LockReply) => Promise<void>;
  readonly progress: (sn: string, progress: LockProgress) => Promise<void>;
  readonly presence: (sn: string, online: boolean) => Promise<void>;
  /** Passes on that a lock's connection to this process was made, or ended. */
  readonly connection: ConnectionHandler;
  /** Tells what happened between a lock and the broker. */
  readonly note: (contact: ConnectionEvent) => void;
  readonly alive: LifeHandler;
  /** Keeps what was sent to a lock; nobody waits for it. */
  readonly sent: (sn: string, channel: string, payload: string) => void;
}

/** Adds the fault of an implausible timestamp to a parsed message. */
const withClockFault = <T>(parsed: Parsed<T>, ts: number | undefined, now: number): Parsed<T> =>
  'error' in parsed || ts === undefined || isPlausibleTime(ts, now)
    ? parsed
    : { ...parsed, leftOut: [...parsed.leftOut, clockFaultMessage(ts)] };

/** How many troublemakers are named in the log, once each: a broken firmware must not fill it. */
export const MAX_NAMED_SENDERS = 1000;

/**
 * What comes in from the locks, validated and told to the handlers.
 * @param ready messages wait for it: before it nobody handles them
 * @param keep is given every message, understood or not; what it cannot keep is not missed
 */
export const createInbox = (
  log: LinkLog,
  ready: Promise<unknown> = Promise.resolve(),
  keep: StoreMessage = async () => {},
): Inbox => {
  const reports: ReportHandler[] = [];
  const replies: ReplyHandler[] = [];
  const progresses: ProgressHandler[] = [];
  const presences: PresenceHandler[] = [];
  const lives: LifeHandler[] = [];
  const connections: ConnectionHandler[] = [];
  const contacts: ContactHandler[] = [];
  const presence = new Map<string, Parameters<PresenceHandler>>();
  const connected = new Set<string>();
  const namedTopics = new Set<string>();

  const notify = async <A extends unknown[]>(
    handlers: readonly ((...args: A) => unknown)[],
    ...args: A
  ): Promise<unknown[]> => {
    const results = handlers.map((handler) => {
      try {
        return handler(...args);
      } catch (error) {
        return log.error(`Handling a lock's message failed: ${error}`);
      }
    });
    return Promise.all(results);
  };

  const note = (contact: ConnectionEvent): void => void notify(contacts, contact);

  const warnMalformed = (topic: string): void => {
    if (namedTopics.has(topic) || namedTopics.size >= MAX_NAMED_SENDERS) return;
    namedTopics.add(topic);
    log.warn(`Malformed message on ${JSON.stringify(topic)} ignored; more on it are not named`);
  };

  /** Where a message came in. */
  interface Arrival extends Delivery {
    readonly sn: string;
    readonly channel: string;
    readonly topic: string;
    readonly at: number;
    readonly payload: Uint8Array;
  }

  /** False for retained messages and requests for chunks: hundreds of these would displace all others. */
  const isWorthStoring = ({ isOld }: Arrival, value: unknown): boolean =>
    !isOld && !(typeof value === 'object' && value !== null && 'want' in value);

  /** Stores a message, passes on its value and reports its faults. */
  const handleParsed = async <T>(
    arrival: Arrival,
    parsed: Parsed<T>,
    handle: (value: T) => Promise<unknown>,
  ): Promise<void> => {
    const { sn, channel, topic, at, payload, copy } = arrival;
    if (copy === 'known') {
      if (!('error' in parsed)) await handle(parsed.value);
      return;
    }
    const faults = 'error' in parsed ? [parsed.error] : parsed.leftOut;
    const why = faults.length > 0 ? faults.join('; ') : undefined;
    const value = 'error' in parsed ? undefined : parsed.value;
    const decoded = typeof value === 'boolean' ? { online: value } : value;
    if (isWorthStoring(arrival, value)) {
      keep({
        sn,
        at,
        down: false,
        carrier: PROTOCOL.mqtt,
        channel,
        raw: payload,
        said: decoded,
        why,
      }).catch(() => {});
    }
    if (why !== undefined) {
      const detail = `${channel}: ${why}`;
      note({ sn, event: CONNECTION_EVENT.unread, reason: REFUSED.malformed, detail, at });
    }
    if ('error' in parsed) warnMalformed(topic);
    else if (copy !== 'kept') await handle(parsed.value);
  };

  /** The broker's own word for who is there: as good as the lock's. */
  const handleClientEvent = async (topic: string, payload: Uint8Array): Promise<void> => {
    const event = parseClientEvent(topic, payload);
    if (!event) return;
    const { sn, isThere, since, address, reason } = event;
    await ready;
    note({
      sn,
      event: isThere ? CONNECTION_EVENT.came : CONNECTION_EVENT.went,
      address,
      detail: reason,
      at: Date.now(),
    });
    const about = since === undefined ? {} : { since };
    if (isThere) await notify(lives, sn, { ...about, fresh: true });
    else await notify(presences, sn, false, about);
  };

  type Receiver = (arrival: Arrival) => Promise<void>;
  const receivers: Readonly<Record<string, Receiver>> = {
    report: (arrival) => {
      const { sn, at } = arrival;
      const parsed = parseReport(arrival.payload);
      const ts = 'error' in parsed ? undefined : parsed.value.ts;
      return handleParsed(arrival, withClockFault(parsed, ts, at), (report) =>
        notify(reports, sn, report, at),
      );
    },
    ack: (arrival) =>
      handleParsed(arrival, parseReply(arrival.payload), (reply) =>
        notify(replies, arrival.sn, reply),
      ),
    ota: (arrival) =>
      handleParsed(arrival, parseProgress(arrival.payload), (progress) =>
        notify(progresses, arrival.sn, progress),
      ),
    status: (arrival) => {
      const { sn, at } = arrival;
      const parsed = parsePresence(arrival.payload);
      return handleParsed(arrival, withClockFault(parsed, parsed.since, at), (online) => {
        // By a clock that is years off no connection can be told from an older one.
        const since = isPlausibleTime(parsed.since ?? Number.NaN, at) ? parsed.since : undefined;
        const args: Parameters<PresenceHandler> =
          since === undefined ? [sn, online] : [sn, online, { since }];
        presence.set(sn, args);
        return notify(presences, ...args);
      });
    },
  };

  return {
    receive: async (topic, payload, delivery = {}) => {
      const source = parseTopic(topic);
      const receiver = source && receivers[source.channel];
      if (!receiver) return handleClientEvent(topic, payload);
      const at = Date.now();
      await ready;
      await receiver({ ...delivery, ...source, topic, at, payload });
    },
    alive: (sn, about) => void notify(lives, sn, about),
    onLife: (handler) => void lives.push(handler),
    sent: (sn, channel, payload) => {
      const raw = Buffer.from(payload);
      const decoded: unknown = JSON.parse(payload);
      keep({
        sn,
        at: Date.now(),
        down: true,
        carrier: PROTOCOL.mqtt,
        channel,
        raw,
        said: decoded,
      }).catch(() => {});
    },
    report: async (sn, report, receivedAt) => {
      await ready;
      const results = await notify(reports, sn, report, receivedAt);
      return !results.includes(false);
    },
    reply: async (sn, reply) => {
      await ready;
      const { msg } = reply;
      const text = msg === undefined ? {} : { msg: truncate(toStorableText(msg), MAX_TEXT_LENGTH) };
      await notify(replies, sn, { ...reply, ...text });
    },
    progress: async (sn, progress) => {
      await ready;
      await notify(progresses, sn, progress);
    },
    presence: async (sn, online) => {
      await ready;
      await notify(presences, sn, online);
    },
    connection: (sn, isOpen) => {
      if (isOpen) connected.add(sn);
      else connected.delete(sn);
      void notify(connections, sn, isOpen);
    },
    onConnection: (handler) => {
      connections.push(handler);
      for (const sn of connected) void notify([handler], sn, true);
    },
    onReport: (handler) => void reports.push(handler),
    note,
    onContact: (handler) => void contacts.push(handler),
    onReply: (handler) => void replies.push(handler),
    onProgress: (handler) => void progresses.push(handler),
    onPresence: (handler) => {
      presences.push(handler);
      for (const args of presence.values()) void notify([handler], ...args);
    },
  };
};
