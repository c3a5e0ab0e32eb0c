import type { LockCommand, LockReply, LockReport } from '../../../domain/report';

export type ReportHandler = (sn: string, report: LockReport, receivedAt: number) => void;
export type ReplyHandler = (sn: string, reply: LockReply) => void;
export type PresenceHandler = (sn: string, online: boolean) => void;

/**
 * The way to and from the locks. What reaches a handler is validated; a handler that throws is logged and does not
 * stop the others. A message can arrive twice: handlers must bear that.
 */
export interface DeviceLink {
  /** Where the broker listens, without credentials. */
  readonly url: string;
  /**
   * Hands a command to the broker, at least once; resolves when the broker has it, which says nothing about the lock.
   * @throws when the serial number is not safe, the command is over 4 KiB, or the broker does not take it in 10 s
   */
  send(sn: string, command: LockCommand): Promise<void>;
  onReport(handler: ReportHandler): void;
  onReply(handler: ReplyHandler): void;
  /** The last known presence of every lock comes first, then each change. */
  onPresence(handler: PresenceHandler): void;
  close(): Promise<void>;
}

/** Where the link says what an administrator should know. */
export interface LinkLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}
