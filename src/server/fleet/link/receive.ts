import { CONNECTION_EVENT, REFUSED, type StoreMessage } from '../../../domain/connection';
import { DAY } from '../../../domain/duration';
import { PROTOCOL } from '../../../domain/family';
import type { LockReport } from '../../../domain/lock';
import { isPlausibleTime, shownTime } from '../../../domain/lockClock';
import { ownValue } from '../../../domain/ownValue';
import { truncate } from '../../../domain/text';
import { toStorableText } from '../../db/sql/storableText';
import type { ReportRules } from './checkReport';
import type { EventEmitter } from './inboxEvents';
import { createSenderWarning, type LinkLog } from './linkLog';
import {
  type Parsed,
  parseClientEvent,
  parsePresence,
  parseProgress,
  parseReply,
  parseReport,
  parseUpTopic,
} from './messages';

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

interface Arrival extends Delivery {
  readonly sn: string;
  readonly channel: string;
  readonly topic: string;
  readonly at: number;
  readonly payload: Uint8Array;
  readonly reports?: readonly LockReport[];
}

/** False for retained messages and for chunk requests, hundreds of which would displace all other messages. */
const isWorthStoring = ({ isOld }: Arrival, value: unknown): boolean =>
  !isOld && !(typeof value === 'object' && value !== null && 'want' in value);

interface ReceiverOptions extends Pick<EventEmitter, 'emit'> {
  readonly ready: Promise<unknown>;
  readonly keep: StoreMessage;
  readonly log: LinkLog;
  readonly rules: ReportRules;
}

/** Length at which a topic that does not exist is cut in logs. */
const MAX_PATH_LENGTH = 64;

export const createReceiver = (options: ReceiverOptions): ReceiveHandlers => {
  const { emit, ready, rules } = options;
  const receiveParsed = createParsedReceiver(options);
  const receivers: Readonly<Record<string, (arrival: Arrival) => Promise<void>>> = {
    report: async (arrival) => {
      const { sn, at } = arrival;
      const parsed = parseReport(arrival.payload);
      if ('error' in parsed) return receiveParsed(arrival, parsed, async () => {});
      const { report, time, faults } = await rules.checkTime(parsed, at);
      const dated: Parsed<LockReport> =
        time === 'none' ? { error: faults.join('; ') } : { value: report, leftOut: faults };
      return receiveParsed({ ...arrival, reports: [report] }, dated, () =>
        emit('report', sn, report, at, time === 'receipt'),
      );
    },
    ack: (arrival) =>
      receiveParsed(arrival, parseReply(arrival.payload), (reply) =>
        emit('reply', arrival.sn, reply),
      ),
    ota: (arrival) =>
      receiveParsed(arrival, parseProgress(arrival.payload), (progress) =>
        emit('progress', arrival.sn, progress),
      ),
    status: (arrival) => {
      const { sn, at } = arrival;
      const parsed = parsePresence(arrival.payload);
      const since = plausibleStart(parsed.since, at);
      const dated =
        'error' in parsed || parsed.since === since
          ? parsed
          : { ...parsed, leftOut: [...parsed.leftOut, shownTime(parsed.since ?? Number.NaN)] };
      return receiveParsed(arrival, dated, (online) => {
        return since === undefined
          ? emit('presence', sn, online)
          : emit('presence', sn, online, { since });
      });
    },
  };
  const noTopic = { error: `no topic of a lock; up/ has ${Object.keys(receivers).join(', ')}` };
  return async (topic, payload, delivery = {}) => {
    const source = parseUpTopic(topic);
    if (!source) return receiveClientEvent(topic, payload, options);
    const { sn, path } = source;
    const channel = truncate(toStorableText(path), MAX_PATH_LENGTH);
    const arrival = { ...delivery, sn, channel, topic, at: Date.now(), payload };
    await ready;
    const receiver = ownValue(receivers, path);
    await (receiver?.(arrival) ?? receiveParsed(arrival, noTopic, async () => {}));
  };
};

/** Age from which the start of a connection is implausible, ms. */
const MAX_CONNECTION_AGE = 366 * DAY;

/**
 * Returns the start of a connection if it is plausible. If the clock is years off, it cannot be compared with other
 * connections.
 */
const plausibleStart = (since: number | undefined, now: number): number | undefined =>
  since !== undefined && isPlausibleTime(since, { now, oldest: now - MAX_CONNECTION_AGE })
    ? since
    : undefined;

/** Creates a function that records a message, reports its faults and passes on its value. */
const createParsedReceiver = ({ emit, keep, log }: ReceiverOptions) => {
  const warnMalformed = createSenderWarning(
    log,
    (topic) => `Malformed message on ${topic} ignored; more on it are not named`,
  );
  const record = (arrival: Arrival, parsed: Parsed<unknown>): void => {
    const { sn, channel, at, payload: raw, reports } = arrival;
    const faults = 'error' in parsed ? [parsed.error] : parsed.leftOut;
    const why = faults.length > 0 ? faults.join('; ') : undefined;
    const value = 'error' in parsed ? undefined : parsed.value;
    const content = typeof value === 'boolean' ? { online: value } : value;
    if (isWorthStoring(arrival, value)) {
      const whileWatched = channel === 'report' && why === undefined;
      const source = { sn, at, down: false, carrier: PROTOCOL.mqtt, channel, raw, reports };
      keep({ ...source, said: content, why, whileWatched }).catch(() => {});
    }
    if (why !== undefined) {
      const detail = `${channel}: ${why}`;
      const fault = { event: CONNECTION_EVENT.unread, reason: REFUSED.malformed, detail };
      void emit('contact', { sn, at, ...fault });
    }
    if ('error' in parsed) warnMalformed(arrival.topic);
  };
  return async <T>(
    arrival: Arrival,
    parsed: Parsed<T>,
    handle: (value: T) => Promise<unknown>,
  ): Promise<void> => {
    if (arrival.copy !== 'known') record(arrival, parsed);
    if (arrival.copy !== 'kept' && !('error' in parsed)) await handle(parsed.value);
  };
};

/** Handles connection events that the broker itself publishes. They count like presence sent by the lock. */
const receiveClientEvent = async (
  topic: string,
  payload: Uint8Array,
  { emit, ready }: ReceiverOptions,
): Promise<void> => {
  const parsed = parseClientEvent(topic, payload);
  if (!parsed) return;
  const { sn, isThere, address, detail, reason } = parsed;
  await ready;
  const since = plausibleStart(parsed.since, Date.now());
  const event = isThere ? CONNECTION_EVENT.came : CONNECTION_EVENT.went;
  void emit('contact', { sn, event, address, detail, reason, at: Date.now() });
  const about = since === undefined ? {} : { since };
  if (isThere) await emit('life', sn, { ...about, fresh: true });
  else await emit('presence', sn, false, about);
};
