import {
  CONNECTION_EVENT,
  type ConnectionEvent,
  type ContactReason,
  REFUSED,
} from '../../domain/connection';
import { isSafeSn } from '../fleet/link';
import type { Connection } from './Connection';
import type { GatewayContext } from './context';
import type { LockSessions } from './LockSession';
import type { RegisteredLock } from './lockDirectory';
import type { DecodedFrame } from './protocolFamily';
import { isPlainReport, type ReceivedFrame, storeFrame } from './storeFrame';

/** Channel of acknowledgements in the message log. */
const ACK_CHANNEL = 'ack';

/**
 * Decodes a frame, writes its reply and starts to store it. Resolves before it is stored, so that the next frame can be
 * decoded.
 */
export const receiveFrame = async (
  context: GatewayContext,
  sessions: LockSessions,
  connection: Connection,
  frame: Uint8Array,
): Promise<void> => {
  const receivedAt = Date.now();
  const { protocolSession } = connection;
  const id = protocolSession.idOf?.(frame);
  const record = id === undefined ? undefined : await context.locks.find(id, context.accepts);
  const decoded = protocolSession.decode(frame, receivedAt, record);
  connection.write(decoded.reply);
  const wireId = decoded.id;
  if (decoded.close) {
    const lock = wireId === undefined ? undefined : await context.locks.find(wireId);
    const sn = lock?.sn ?? wireId ?? '';
    refuse(context, connection, sn, REFUSED.wrongPassword, { detail: decoded.rejected });
    connection.end();
  } else if (wireId === undefined) {
    connection.rejectFrame(frame.length, decoded.rejected);
    connection.write(decoded.acknowledgement);
  } else {
    connection.identify();
    const received = { connection, wireId, decoded, frame, receivedAt };
    const lock = wireId === id ? record : await context.locks.find(wireId, context.accepts);
    await receiveFromLock(context, sessions, received, lock);
  }
};

/** Stores and acknowledges the frame of a lock that is registered for this gateway; refuses any other. */
const receiveFromLock = async (
  context: GatewayContext,
  sessions: LockSessions,
  received: ReceivedFrame,
  lock: RegisteredLock | undefined,
): Promise<void> => {
  const { locks, protocols } = context;
  const { connection, wireId, decoded } = received;
  if (!lock || !protocols.includes(lock.protocol)) {
    refuseUnregistered(context, lock, received);
    // Without it the lock would keep the frame and resend it until its memory is full.
    connection.write(decoded.acknowledgement);
    return;
  }
  if (lock.isRevoked) {
    refuse(context, connection, lock.sn, REFUSED.revoked);
    connection.destroy();
    return;
  }
  const isAttached = sessions.find(lock.sn)?.connection === connection;
  // Not acknowledged: the lock can connect by itself.
  if (!isAttached && connection.isFull) return;
  connection.store(lock.sn, async () => {
    if (await storeFrame(context, sessions, lock, received)) {
      acknowledge(context, connection, lock, decoded);
    } else {
      locks.clear(lock.sn);
      const current = await locks.find(wireId, context.accepts);
      await receiveFromLock(context, sessions, received, current);
    }
  });
};

/** Also logs the acknowledgement, like any message to the lock; that of a plain report only with the report. */
const acknowledge = (
  { logMessage, logError }: GatewayContext,
  connection: Connection,
  lock: RegisteredLock,
  decoded: DecodedFrame,
): void => {
  const { acknowledgement, maskedAcknowledgement } = decoded;
  if (!acknowledgement || !connection.write(acknowledgement)) return;
  const raw = maskedAcknowledgement ?? acknowledgement;
  const whileWatched = isPlainReport(decoded);
  const message = {
    sn: lock.sn,
    at: Date.now(),
    down: true,
    channel: ACK_CHANNEL,
    raw,
    whileWatched,
  };
  logMessage(message, lock).catch(logError('messages not kept'));
};

const refuseUnregistered = (
  context: GatewayContext,
  lock: RegisteredLock | undefined,
  { connection, wireId, decoded }: ReceivedFrame,
): void => {
  if (lock) {
    const detail = context.family.name;
    refuse(context, connection, lock.sn, REFUSED.otherProtocol, { detail });
  } else if (decoded.rejected === undefined) {
    const protocol = decoded.protocol ?? context.protocols[0];
    refuse(context, connection, wireId, REFUSED.unknown, { protocol });
  }
};

const refuse = (
  { protocols }: GatewayContext,
  connection: Connection,
  sn: string,
  reason: ContactReason,
  details: Pick<ConnectionEvent, 'detail' | 'protocol'> = {},
): void => {
  if (!isSafeSn(sn)) return;
  connection.note(sn, {
    event: CONNECTION_EVENT.refused,
    reason,
    protocol: protocols[0],
    ...details,
  });
};
