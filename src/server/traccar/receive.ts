import type { LRUCache } from 'lru-cache';
import { CONNECTION_EVENT, REFUSED } from '../../domain/connection';
import { DAY } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import type { Database } from '../db';
import { type Inbox, isSafeSn } from '../fleet/link';
import type { LockDirectory } from '../gateways';
import { type Forwarded, parseForwarded } from './position';
import { endFollowed, passAnswer } from './replies';

/** Result of forwarded data: an HTTP status with a reason. 200 once the data is stored. */
export interface ForwardResult {
  readonly status: 200 | 400 | 404 | 409 | 422;
  readonly word: string;
}

/** Handles forwarded data. @throws errors of storing, after which Traccar must send it again */
export type ReceiveForwarded = (body: unknown, address: string) => Promise<ForwardResult>;

/** Trackers that have sent data, by serial number. */
export type Trackers = LRUCache<string, { readonly deviceId?: number }>;

interface ReceiverOptions {
  readonly db: Database;
  readonly locks: LockDirectory;
  readonly inbox: Inbox;
  readonly trackers: Trackers;
}

const carrier = PROTOCOL.traccar;

const UNKNOWN = {
  reason: REFUSED.unknown,
  result: { status: 404, word: 'not entered; it waits to be adopted' },
} as const;
const OTHER_PROTOCOL = {
  reason: REFUSED.otherProtocol,
  result: { status: 409, word: 'entered with another protocol than Traccar' },
} as const;

export const createReceiver = (options: ReceiverOptions): ReceiveForwarded => {
  const { locks, inbox, trackers } = options;
  const receive: ReceiveForwarded = async (body, address) => {
    const at = Date.now();
    const forwarded = parseForwarded(body);
    if (!forwarded || !isSafeSn(forwarded.sn))
      return { status: 400, word: 'not forwarded by Traccar as JSON' };
    const lock = await locks.find(forwarded.sn, ({ protocol }) => protocol === carrier);
    if (lock?.protocol !== carrier) {
      const { reason, result } = lock ? OTHER_PROTOCOL : UNKNOWN;
      const refused = { sn: lock?.sn ?? forwarded.sn, event: CONNECTION_EVENT.refused, reason };
      inbox.note({ ...refused, address, at, protocol: carrier });
      return result;
    }
    const { sn } = lock;
    trackers.set(sn, { deviceId: forwarded.deviceId });
    const { reports = [], online, result } = forwarded;
    const [report] = reports;
    const checked = await Promise.all(reports.map((each) => inbox.check(each, at)));
    const faults = new Set(checked.flatMap((each) => each.faults));
    const why = [forwarded.rejected, ...faults].filter((fault) => fault !== undefined).join('; ');
    record(options, forwarded, { sn, at, address, why: why || undefined });
    const isEmpty = !report && online === undefined && result === undefined;
    const isUndatable = checked.some(({ time }) => time === 'none');
    if (why !== '' && (isUndatable || isEmpty)) return { status: 422, word: why };
    if (report) {
      const stored = await Promise.all(checked.map((each) => inbox.report(sn, each, at, carrier)));
      if (stored.includes(false)) {
        // The lock was renamed or deleted after the lookup.
        locks.clear(sn);
        return receive(body, address);
      }
      const ts = checked[0]?.time === 'receipt' ? at : report.ts;
      await endFollowed(options, sn, { ...report, ts });
    }
    if (online !== undefined) await inbox.presence(sn, online, changeTime(forwarded, at));
    if (result !== undefined) await passAnswer(options, sn, result);
    return { status: 200, word: 'stored' };
  };
  return receive;
};

/** Returns the time of an event if it is not in the future, nor that of a clock that was never set. */
const changeTime = ({ eventTime }: Forwarded, now: number): { readonly at?: number } => {
  const isPlausible = eventTime !== undefined && eventTime > now - DAY && eventTime <= now;
  return isPlausible ? { at: eventTime } : {};
};

/** Records forwarded data and its fault. */
const record = (
  { inbox }: ReceiverOptions,
  { reports = [], online, result, content }: Forwarded,
  { address, ...message }: { sn: string; at: number; address: string; why: string | undefined },
): void => {
  const { sn, at, why } = message;
  const raw = Buffer.from(JSON.stringify(content));
  const report = reports.length > 1 ? reports : reports[0];
  const isPlain = report !== undefined && online === undefined && result === undefined;
  const whileWatched = isPlain && why === undefined;
  inbox
    .keep({ ...message, down: false, carrier, raw, said: report, reports, whileWatched })
    .catch(() => {});
  if (why === undefined) return;
  const fault = { event: CONNECTION_EVENT.unread, reason: REFUSED.malformed };
  inbox.note({ sn, ...fault, detail: `traccar: ${why}`, address, at });
};
