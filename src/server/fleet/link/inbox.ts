import type {
  DeviceLink,
  LinkLog,
  PresenceHandler,
  ReplyHandler,
  ReportHandler,
} from './deviceLink';
import { parsePresence, parseReply, parseReport } from './messages';
import { parseTopic } from './topics';

/** How many topics with malformed messages are named in the log: a broken firmware must not fill it. */
const NAMED_AT_MOST = 1000;

export interface Inbox extends Pick<DeviceLink, 'onReport' | 'onReply' | 'onPresence'> {
  /** Judges a message from a lock and hands it to who waits for it. Never throws. */
  receive(topic: string, payload: Uint8Array): void;
}

/** What comes in from the locks, validated and told to the handlers. */
export const createInbox = (log: LinkLog): Inbox => {
  const reports: ReportHandler[] = [];
  const replies: ReplyHandler[] = [];
  const presences: PresenceHandler[] = [];
  const presence = new Map<string, boolean>();
  const named = new Set<string>();

  const tell = <A extends unknown[]>(handlers: ((...args: A) => void)[], ...args: A): void => {
    for (const handler of handlers) {
      try {
        handler(...args);
      } catch (error) {
        log.error(`Handling a lock's message failed: ${error}`);
      }
    }
  };

  const refuse = (topic: string): void => {
    if (named.has(topic) || named.size >= NAMED_AT_MOST) return;
    named.add(topic);
    log.warn(`Malformed message on ${JSON.stringify(topic)} ignored; more on it are not named`);
  };

  const receivers: Record<string, (sn: string, payload: Uint8Array) => boolean> = {
    report: (sn, payload) => {
      const report = parseReport(payload);
      if (report) tell(reports, sn, report, Date.now());
      return report !== undefined;
    },
    ack: (sn, payload) => {
      const reply = parseReply(payload);
      if (reply) tell(replies, sn, reply);
      return reply !== undefined;
    },
    status: (sn, payload) => {
      const online = parsePresence(payload);
      if (online === undefined) return false;
      presence.set(sn, online);
      tell(presences, sn, online);
      return true;
    },
  };

  return {
    receive: (topic, payload) => {
      const source = parseTopic(topic);
      const receiver = source && receivers[source.channel];
      if (receiver && !receiver(source.sn, payload)) refuse(topic);
    },
    onReport: (handler) => void reports.push(handler),
    onReply: (handler) => void replies.push(handler),
    onPresence: (handler) => {
      presences.push(handler);
      for (const [sn, online] of presence) tell([handler], sn, online);
    },
  };
};
