import { CONNECTION_EVENT, REFUSED, type WireMessage } from '../../domain/connection';
import type { CheckedReport } from '../fleet/link';
import type { Connection } from './Connection';
import type { GatewayContext } from './context';
import type { LockSession, LockSessions } from './LockSession';
import type { RegisteredLock } from './lockDirectory';
import type { DecodedFrame } from './protocolFamily';

/** True for reports without a defect, a reply or progress. The message log stores them only for watched locks. */
export const isPlainReport = ({
  reports,
  results,
  progress,
  warning,
  rejected,
}: DecodedFrame): boolean =>
  reports.length > 0 &&
  results.length === 0 &&
  progress === undefined &&
  warning === undefined &&
  rejected === undefined;

/** A decoded frame that names its lock. */
export interface ReceivedFrame {
  readonly connection: Connection;
  readonly wireId: string;
  readonly decoded: DecodedFrame;
  readonly frame: Uint8Array;
  /** Server clock, epoch ms. */
  readonly receivedAt: number;
}

/**
 * Stores all of a frame that must be stored before it is acknowledged. A rejected frame is only logged. Returns false if
 * the lock is no longer registered, or by another serial number.
 */
export const storeFrame = async (
  context: GatewayContext,
  sessions: LockSessions,
  lock: RegisteredLock,
  received: ReceivedFrame,
): Promise<boolean> => {
  const { connection, wireId, decoded, receivedAt } = received;
  // A rejected frame attaches no lock: even its id may be wrong.
  if (decoded.rejected !== undefined) return logRejected(context, lock, received, decoded.rejected);
  const session = sessions.open(lock, wireId);
  session.attach(connection);
  const { check } = context.inbox;
  const checked = await Promise.all(decoded.reports.map((report) => check(report, receivedAt)));
  const faults = [...new Set(checked.flatMap((report) => report.faults))];
  const datable = checked.filter(({ time }) => time !== 'none');
  if (datable.length < checked.length && datable.length === 0)
    return logRejected(context, lock, received, faults.join('; '));
  const warnings = [decoded.warning, ...faults].filter((warning) => warning !== undefined);
  return storeChecked(context, session, received, datable, warnings.join('; '));
};

/** @param warning defects of the frame; '' if it has none */
const storeChecked = async (
  context: GatewayContext,
  session: LockSession,
  received: ReceivedFrame,
  reports: readonly CheckedReport[],
  warning: string,
): Promise<boolean> => {
  const { inbox, family, locks } = context;
  const { decoded, receivedAt } = received;
  const { sn } = session;
  // Replies to firmware chunks come by the hundred: they would push all else out of the log.
  const isChunkReply = decoded.progress?.want !== undefined;
  const whileWatched = warning === '' && isPlainReport(decoded);
  const logged = !isChunkReply && logFrame(context, session.lock, received, { whileWatched });
  if (warning !== '' && session.connection)
    noteDefect(session.connection, family.name, sn, warning);
  // Storing a report also updates the presence.
  const presence = reports.length === 0 ? inbox.presence(sn, true) : undefined;
  const traits = decoded.traits && locks.keepTraits(session.lock, decoded.traits);
  const stored = reports.map((report) =>
    inbox.report(sn, report, receivedAt, session.lock.protocol),
  );
  const [, , , ...areStored] = await Promise.all([logged, presence, traits, ...stored]);
  if (areStored.includes(false)) return false;
  for (const result of decoded.results) await session.finishCommand(result);
  if (decoded.progress) await session.reportProgress(decoded.progress);
  return true;
};

const logRejected = async (
  context: GatewayContext,
  lock: RegisteredLock,
  received: ReceivedFrame,
  reason: string,
): Promise<true> => {
  noteDefect(received.connection, context.family.name, lock.sn, reason);
  await logFrame(context, lock, received, { why: reason });
  return true;
};

const noteDefect = (connection: Connection, family: string, sn: string, defect: string): void =>
  connection.note(sn, {
    event: CONNECTION_EVENT.unread,
    reason: REFUSED.malformed,
    detail: `${family}: ${defect}`,
  });

const logFrame = (
  { logMessage }: GatewayContext,
  lock: RegisteredLock,
  { decoded, frame, receivedAt }: ReceivedFrame,
  details: Pick<WireMessage, 'why' | 'whileWatched'>,
): Promise<void> => {
  const raw = decoded.maskedFrame ?? frame;
  const { reports, content: said } = decoded;
  const message = { sn: lock.sn, at: receivedAt, down: false, raw, said, reports };
  return logMessage({ ...message, ...details }, lock);
};
