import type { ConnectionEvent } from '../../../domain/connection';
import type { LockProgress, LockReply, LockReport } from '../../../domain/lock';
import type { LinkLog } from './linkLog';

/**
 * Resolves with false if the lock is not registered, so that the report was not stored.
 * @param isUndated true if the time of receipt counts, because that of the report cannot be believed
 */
type ReportHandler = (
  sn: string,
  report: LockReport,
  receivedAt: number,
  isUndated: boolean,
) => unknown;
type ReplyHandler = (sn: string, reply: LockReply) => unknown;
type ProgressHandler = (sn: string, progress: LockProgress) => unknown;
export type PresenceHandler = (sn: string, online: boolean, about?: ConnectionInfo) => unknown;
export type LifeHandler = (sn: string, about: ConnectionInfo) => unknown;

export type ConnectionHandler = (sn: string, isOpen: boolean) => void;
type ContactHandler = (contact: ConnectionEvent) => void;

/** Information about the connection behind a change of presence. */
export interface ConnectionInfo {
  /** Start of the connection, epoch ms, if known. */
  readonly since?: number;
  /** Time of the change, epoch ms, if its sender says so. The time of receipt by default. */
  readonly at?: number;
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

interface HandlerList<A extends unknown[]> {
  add(handler: (...args: A) => unknown): void;
  /** Calls all handlers. Resolves with their results, or rejects if a promise of theirs does. */
  notify(...args: A): Promise<unknown[]>;
}

/** @param current past events for which a new handler is called at once */
const createHandlerList = <A extends unknown[]>(
  log: LinkLog,
  current: () => Iterable<A> = () => [],
): HandlerList<A> => {
  const handlers: ((...args: A) => unknown)[] = [];
  const call = (handler: (...args: A) => unknown, args: A): unknown => {
    try {
      return handler(...args);
    } catch (error) {
      return log.error(`Handling a lock's message failed: ${error}`);
    }
  };
  return {
    add: (handler) => {
      handlers.push(handler);
      for (const args of current()) call(handler, args);
    },
    notify: (...args) => Promise.all(handlers.map((handler) => call(handler, args))),
  };
};

export type InboxHandlers = ReturnType<typeof createInboxHandlers>;

/** @param last known presence by lock, and locks that are connected to this process */
export const createInboxHandlers = (
  log: LinkLog,
  last: {
    readonly presence: ReadonlyMap<string, Parameters<PresenceHandler>>;
    readonly connected: ReadonlySet<string>;
  },
) => ({
  report: createHandlerList<Parameters<ReportHandler>>(log),
  reply: createHandlerList<Parameters<ReplyHandler>>(log),
  progress: createHandlerList<Parameters<ProgressHandler>>(log),
  presence: createHandlerList<Parameters<PresenceHandler>>(log, () => last.presence.values()),
  life: createHandlerList<Parameters<LifeHandler>>(log),
  connection: createHandlerList<Parameters<ConnectionHandler>>(log, () =>
    [...last.connected].map((sn) => [sn, true]),
  ),
  contact: createHandlerList<Parameters<ContactHandler>>(log),
});
