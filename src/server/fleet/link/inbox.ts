import type { LockReply, LockReport } from '../../../domain/lock';
import { parsePresence, parseReply, parseReport, parseTopic } from './messages';

type ReportHandler = (sn: string, report: LockReport, receivedAt: number) => unknown;
type ReplyHandler = (sn: string, reply: LockReply) => unknown;
type PresenceHandler = (sn: string, online: boolean) => unknown;

/**
 * Who is told what comes in from the locks, validated. A message is acknowledged when every promise that its handlers
 * answered is resolved: one that rejects leaves it with whoever sent it, to be sent again. A handler that throws is
 * logged and stops neither the others nor the acknowledgement. A message can arrive twice: handlers must bear that.
 */
export interface Listening {
  onReport(handler: ReportHandler): void;
  onReply(handler: ReplyHandler): void;
  /** The last known presence of every lock comes first, then each change. */
  onPresence(handler: PresenceHandler): void;
}

/** Where the link says what an administrator should know. */
export interface LinkLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/**
 * Judges a message from a lock and hands it to who waits for it. Resolves when it may be acknowledged.
 * @throws what a handler's promise rejects with: it must not be
 */
export type Receive = (topic: string, payload: Uint8Array) => Promise<void>;

export interface Inbox extends Listening {
  readonly receive: Receive;
}

/** How many topics with malformed messages are named in the log: a broken firmware must not fill it. */
const NAMED_AT_MOST = 1000;

/**
 * What comes in from the locks, validated and told to the handlers.
 * @param ready messages wait for it: before it nobody handles them
 */
export const createInbox = (log: LinkLog, ready: Promise<unknown> = Promise.resolve()): Inbox => {
  const reports: ReportHandler[] = [];
  const replies: ReplyHandler[] = [];
  const presences: PresenceHandler[] = [];
  const presence = new Map<string, boolean>();
  const named = new Set<string>();

  const tell = async <A extends unknown[]>(
    handlers: readonly ((...args: A) => unknown)[],
    ...args: A
  ): Promise<void> => {
    const told = handlers.map((handler) => {
      try {
        return handler(...args);
      } catch (error) {
        return log.error(`Handling a lock's message failed: ${error}`);
      }
    });
    await Promise.all(told);
  };

  const refuse = (topic: string): void => {
    if (named.has(topic) || named.size >= NAMED_AT_MOST) return;
    named.add(topic);
    log.warn(`Malformed message on ${JSON.stringify(topic)} ignored; more on it are not named`);
  };

  type Receiver = (sn: string, payload: Uint8Array, at: number) => Promise<void> | undefined;
  const receivers: Readonly<Record<string, Receiver>> = {
    report: (sn, payload, at) => {
      const report = parseReport(payload);
      return report && tell(reports, sn, report, at);
    },
    ack: (sn, payload) => {
      const reply = parseReply(payload);
      return reply && tell(replies, sn, reply);
    },
    status: (sn, payload) => {
      const online = parsePresence(payload);
      if (online === undefined) return undefined;
      presence.set(sn, online);
      return tell(presences, sn, online);
    },
  };

  return {
    receive: async (topic, payload) => {
      const source = parseTopic(topic);
      const receiver = source && receivers[source.channel];
      if (!receiver) return;
      const at = Date.now();
      await ready;
      const told = receiver(source.sn, payload, at);
      if (told) await told;
      else refuse(topic);
    },
    onReport: (handler) => void reports.push(handler),
    onReply: (handler) => void replies.push(handler),
    onPresence: (handler) => {
      presences.push(handler);
      for (const [sn, online] of presence) void tell([handler], sn, online);
    },
  };
};
