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

/** Resolves with false if the lock is not registered, so that the report was not stored. */
type ReportHandler = (sn: string, report: LockReport, receivedAt: number) => unknown;
type ReplyHandler = (sn: string, reply: LockReply) => unknown;
type ProgressHandler = (sn: string, progress: LockProgress) => unknown;
type PresenceHandler = (sn: string, online: boolean, about?: ConnectionInfo) => unknown;
type LifeHandler = (sn: string, about: ConnectionInfo) => unknown;

type ConnectionHandler = (sn: string, isOpen: boolean) => void;
type ContactHandler = (contact: ConnectionEvent) => void;

/** Information about the connection behind a change of presence. */
export interface ConnectionInfo {
  /** Start of the connection, epoch ms, if known. */
  readonly since?: number;
  /** True for a new connection: messages sent over an earlier one may be lost. */
  readonly fresh?: boolean;
}

/**
 * Subscriptions to validated messages of locks. A message is acknowledged when the promises of all its handlers have
 * resolved. If one rejects, the message stays with its sender, who sends it again. A handler that throws is logged;
 * the others run, and the message is acknowledged. A message can arrive twice, so handlers must be idempotent.
 */
export interface InboxEvents {
  onReport(handler: ReportHandler): void;
  onReply(handler: ReplyHandler): void;
  /** Progress of an upgrade, and the chunk that the lock requests. */
  onProgress(handler: ProgressHandler): void;
  /** Calls the handler with the last known presence of every lock, then with each change. */
  onPresence(handler: PresenceHandler): void;
  /** Signs of life other than messages: a subscription to commands, or a heartbeat. */
  onLife(handler: LifeHandler): void;
  /**
   * Connections to this process: first those that are open, then each one that opens or closes. Connections to an
   * external broker are not reported.
   */
  onConnection(handler: ConnectionHandler): void;
  /** Connections, disconnections and refusals at the embedded broker, and malformed messages from any broker. */
  onContact(handler: ContactHandler): void;
}

/** Subscribes each handler to both inboxes. */
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

/** Log for the administrator. */
export interface LinkLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** Circumstances of a delivery. */
export interface Delivery {
  /** True for a retained message. */
  readonly isOld?: boolean;
  /**
   * Set on presence that every server of a group receives. A `known` copy only updates the state; the one `kept` copy
   * is only recorded. Undefined does both.
   */
  readonly copy?: 'known' | 'kept';
}

/**
 * Validates a message and passes it to its handlers. Resolves when it may be acknowledged.
 * @throws the rejection of a handler; the message must not be acknowledged then
 */
export type ReceiveHandlers = (
  topic: string,
  payload: Uint8Array,
  delivery?: Delivery,
) => Promise<void>;

export interface Inbox extends InboxEvents {
  readonly receive: ReceiveHandlers;
  /**
   * Passes on decoded messages of carriers other than MQTT. Resolves when the message may be acknowledged, like
   * `receive`. A report resolves with false if no lock is registered under its serial number.
   */
  readonly report: (sn: string, report: LockReport, receivedAt: number) => Promise<boolean>;
  readonly reply: (sn: string, reply: LockReply) => Promise<void>;
  readonly progress: (sn: string, progress: LockProgress) => Promise<void>;
  readonly presence: (sn: string, online: boolean) => Promise<void>;
  /** Passes on that a lock's connection to this process opened or closed. */
  readonly connection: ConnectionHandler;
  /** Passes on a connection event. */
  readonly note: (contact: ConnectionEvent) => void;
  readonly alive: LifeHandler;
  /** Records a message sent to a lock, without waiting for it. */
  readonly sent: (sn: string, channel: string, payload: string) => void;
}

/** Adds the fault of an implausible timestamp to a parsed message. */
const withClockFault = <T>(parsed: Parsed<T>, ts: number | undefined, now: number): Parsed<T> =>
  'error' in parsed || ts === undefined || isPlausibleTime(ts, now)
    ? parsed
    : { ...parsed, leftOut: [...parsed.leftOut, clockFaultMessage(ts)] };

/** Maximum senders named in the log, once each. Keeps broken firmware from filling it. */
export const MAX_NAMED_SENDERS = 1000;

/**
 * Creates the inbox, which validates messages of locks and passes them to handlers.
 * @param ready messages wait for it, because the handlers are added before it resolves
 * @param keep records every message, valid or not; its failures are ignored
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

  /** Received message with its source. */
  interface Arrival extends Delivery {
    readonly sn: string;
    readonly channel: string;
    readonly topic: string;
    readonly at: number;
    readonly payload: Uint8Array;
  }

  /** False for retained messages and for chunk requests, hundreds of which would displace all other messages. */
  const isWorthStoring = ({ isOld }: Arrival, value: unknown): boolean =>
    !isOld && !(typeof value === 'object' && value !== null && 'want' in value);

  /** Records a message, passes on its value and reports its faults. */
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

  /** Handles connection events that the broker itself publishes. They count like presence sent by the lock. */
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
        // If the clock is years off, `since` cannot be compared with other connections.
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
