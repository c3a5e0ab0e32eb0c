import type { ConnectionEvent } from '../../../domain/connection';
import type { LockProtocol } from '../../../domain/family';
import type { LockProgress, LockReply, LockReport } from '../../../domain/lock';
import type { LinkLog } from './linkLog';

export interface ConnectionInfo {
  /** Start of the connection, epoch ms, if known. */
  readonly since?: number;
  /** Time of the change, epoch ms, if its sender says so. The time of receipt by default. */
  readonly at?: number;
  /** True for a new connection: messages sent over an earlier one may be lost. */
  readonly fresh?: boolean;
}

/** Validated messages of locks, with the arguments of their handlers. */
export interface LockEvents {
  /**
   * The handler resolves with false if the lock is not registered, so that the report was not stored. `isUndated` is
   * true if the time of receipt counts, because that of the report cannot be believed. `protocol` is MQTT by default.
   */
  report: [
    sn: string,
    report: LockReport,
    receivedAt: number,
    isUndated: boolean,
    protocol?: LockProtocol,
  ];
  reply: [sn: string, reply: LockReply];
  /** Progress of an upgrade, and the chunk that the lock requests. */
  progress: [sn: string, progress: LockProgress];
  /** A new handler gets the last known presence of every lock first. */
  presence: [sn: string, online: boolean, about?: ConnectionInfo];
  /** Signs of life other than messages: a subscription to commands, or a heartbeat. */
  life: [sn: string, about: ConnectionInfo];
  /**
   * Connections to this process. A new handler gets the last change of every lock first. Connections to an external
   * broker are not reported.
   */
  connection: [sn: string, isOpen: boolean];
  /** Connections, disconnections and refusals at the embedded broker, and malformed messages from any broker. */
  contact: [contact: ConnectionEvent];
}

type Handlers = {
  readonly [E in keyof LockEvents]: ((...args: LockEvents[E]) => unknown)[];
};

export interface InboxEvents {
  /**
   * Subscribes to messages. One is acknowledged when the promises of all its handlers have resolved. If one rejects,
   * the message stays with its sender, who sends it again. A handler that throws is logged; the others run, and the
   * message is acknowledged. A message can arrive twice, so handlers must be idempotent.
   */
  on<E extends keyof LockEvents>(event: E, handler: Handlers[E][number]): void;
}

export interface EventEmitter extends InboxEvents {
  /** Calls all handlers. Resolves with their results, or rejects if a promise of theirs does. */
  emit<E extends keyof LockEvents>(event: E, ...args: LockEvents[E]): Promise<unknown[]>;
}

export const createEmitter = (log: LinkLog): EventEmitter => {
  const handlers: Handlers = {
    report: [],
    reply: [],
    progress: [],
    presence: [],
    life: [],
    connection: [],
    contact: [],
  };
  const last: { readonly [E in keyof LockEvents]?: Map<string, LockEvents[E]> } = {
    presence: new Map(),
    connection: new Map(),
  };
  const call = <A extends unknown[]>(handler: (...args: A) => unknown, args: A): unknown => {
    try {
      return handler(...args);
    } catch (error) {
      return log.error(`Handling a lock's message failed: ${error}`);
    }
  };
  return {
    on: (event, handler) => {
      handlers[event].push(handler);
      for (const args of last[event]?.values() ?? []) call(handler, args);
    },
    emit: (event, ...args) => {
      last[event]?.set(String(args[0]), args);
      return Promise.all(handlers[event].map((handler) => call(handler, args)));
    },
  };
};
