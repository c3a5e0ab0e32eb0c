import type { LockProtocol } from '../../domain/family';
import {
  LOCK,
  type LockCommand,
  type LockProgress,
  type LockReport,
  type LockStatus,
  type LockTraits,
} from '../../domain/lock';

/** Name under which a command waits for its reply; of the commands that share one, one is in flight at a time. */
export type ReplyKey = string;

/** Settings of a lock, by the code of the command that sets them, each in the form of its arguments. */
export type SettingValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A manufacturer's wire protocol: pure functions without socket, clock or database. The state of one connection lives
 * in its ProtocolSession.
 */
export interface ProtocolFamily {
  readonly name: string;
  /** Length of the longest valid frame. The gateway discards a longer unfinished one. */
  readonly maxFrameBytes: number;
  /** Splits the complete frames off the front of the buffer. Never throws. */
  splitFrames(bytes: Uint8Array): FrameSplit;
  /** Undefined if the protocol lacks the command. */
  replyKey(command: LockCommand): ReplyKey | undefined;
  openSession(): ProtocolSession;
}

export interface FrameSplit {
  readonly frames: readonly Uint8Array[];
  /** Start of an unfinished frame, to be put in front of the next read. */
  readonly rest: Uint8Array;
  /** Bytes dropped because they belong to no frame. */
  readonly skippedBytes: number;
}

/** Protocol state of one connection. A connection can carry several locks, so all state is keyed by lock id. */
export interface ProtocolSession {
  /** Returns the id of the lock whose record `decode` needs; undefined if it needs none. */
  idOf?(frame: Uint8Array): string | undefined;
  /**
   * Validates and decodes one frame. Never throws: a malformed frame has `rejected` set.
   * @param now epoch ms
   * @param record of the lock that `idOf` names, if it is registered
   */
  decode(frame: Uint8Array, now: number, record?: LockRecord): DecodedFrame;
  /**
   * Encodes a command, or returns why this lock cannot run it. Replaces the session's state of an earlier command with
   * the same reply key, so call it only when that one is answered or timed out.
   * @param now epoch ms
   */
  encode(command: PendingCommand, now: number, lock: TargetLock): EncodeResult;
  /** Encodes a file chunk for the command that requested it; undefined if none is waiting for one. */
  encodeChunk?(chunk: Chunk, now: number, lock: TargetLock): EncodedChunk | undefined;
  /** Called when a chunk's timeout is over. Returns the next chunk request, or undefined if the last was answered. */
  resumeTransfer?(now: number, lock: TargetLock): CommandProgress | undefined;
  /** Called every few seconds. Encodes requests for what the locks must send again. @param now epoch ms */
  requestMissing?(now: number): Uint8Array | undefined;
}

/** Facts about a lock from earlier connections and other servers. */
export interface LockRecord {
  readonly protocol: LockProtocol;
  /** Result of the last `decode` that learned something; undefined if nothing was stored. */
  readonly traits?: LockTraits;
  /** Time since which its organisation has it, epoch ms. Another one means another owner. */
  readonly ownedSince?: number;
}

export interface PendingCommand extends LockCommand {
  /** True on a resend after the lock reported progress: the command may still be running. */
  readonly isStarted?: boolean;
}

/** Part of a firmware file. */
export interface Chunk {
  /** Position in the file, bytes. */
  readonly offset: number;
  /** Size of the whole file, bytes. */
  readonly fileSize: number;
  readonly data: Uint8Array;
}

export interface EncodedChunk {
  readonly bytes: Uint8Array;
  /** Time to wait for the lock's reply before `resumeTransfer` is called. */
  readonly replyTimeoutMs: number;
}

/** Progress of the command in flight, and the file chunk that it requests next. */
export interface CommandProgress extends Omit<LockProgress, 'id'> {
  readonly key: ReplyKey;
}

export interface TargetLock {
  /** Id on the wire; not always the serial number. */
  readonly id: string;
  /** The lock's password, if the server knows it. */
  readonly password?: string;
  /** Protocol of its device record. Applies until a report reveals the dialect; heartbeats do not. */
  readonly protocol?: LockProtocol;
}

export type EncodeResult =
  | {
      readonly bytes: Uint8Array;
      readonly key: ReplyKey;
      /** Decoded command for the message log, without secrets. */
      readonly content?: unknown;
      /** Copy with the secrets masked, for the message log; undefined if `bytes` has none. */
      readonly maskedFrame?: Uint8Array;
    }
  | { readonly unsupported: true }
  | { readonly refused: string };

export interface DecodedFrame {
  /** Id on the wire; undefined if the frame names no lock, or its sender must authenticate first. */
  readonly id?: string;
  /** Dialect, if known, where several share a listener. */
  readonly protocol?: LockProtocol;
  /** Facts about the lock, which the gateway stores with the reports; undefined if nothing was learned. */
  readonly traits?: LockTraits;
  /** Decoded content for the message log, without passwords, licence plates and ICCIDs. */
  readonly content?: unknown;
  /** Copy with the secrets masked, for the message log; undefined if the frame has none. */
  readonly maskedFrame?: Uint8Array;
  /** Set if the frame is rejected (bad checksum, implausible values). It is logged, and its reports are not stored. */
  readonly rejected?: string;
  /** Defect of a frame that is accepted all the same, such as a missing terminator. Recorded as a connection event. */
  readonly warning?: string;
  /** Authentication failed: close the connection after `reply`. */
  readonly close?: true;
  /**
   * Oldest first. A report that the lock had buffered has `report_reson` 2: it never changes the current state, and its
   * alarms are marked as late. Decoding is deterministic: a resent frame yields equal reports, which are recognised by
   * their digest.
   */
  readonly reports: readonly LockReport[];
  /** Results of the commands that this frame completes. */
  readonly results: readonly CommandResult[];
  /** Progress of a command that takes minutes. */
  readonly progress?: CommandProgress;
  /** Sent once the frame is stored. Duplicates and rejected frames get it too, or the lock would resend forever. */
  readonly acknowledgement?: Uint8Array;
  /** Form of an acknowledgement that holds a secret, for the message log. */
  readonly maskedAcknowledgement?: Uint8Array;
  /** Sent immediately: registration, authentication, time sync, or the next step of a command. */
  readonly reply?: Uint8Array;
}

/** Result of the command in flight with this reply key. */
export interface CommandResult {
  readonly key: ReplyKey;
  /** 0 on success; any other value is a refusal or a fault. */
  readonly code: number;
  /** Reason of a failure, shown to the operator. */
  readonly message?: string;
  /** Settings now in effect. */
  readonly settings?: SettingValues;
  /** The lock's new password, which the gateway stores. */
  readonly password?: string;
}

/** Derives the lock status from shackle (or rope) and motor. */
export const lockStatusOf = (isClosed: boolean, isMotorLocked: boolean): LockStatus => {
  if (isClosed) return isMotorLocked ? LOCK.sealed : LOCK.closed;
  return isMotorLocked ? LOCK.abnormal : LOCK.open;
};

/** Reads a big-endian uint16; bytes past the end count as 0. */
export const readUint16 = (bytes: Uint8Array, offset: number): number =>
  ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
