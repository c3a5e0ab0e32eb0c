import type { LockProtocol } from '../../domain/family';
import type { LockCommand, LockProgress, LockReport } from '../../domain/lock';

/**
 * A maker's protocol: pure code that knows no socket, no clock and no database. What one connection remembers is in its
 * Talk.
 */
export interface ProtocolFamily {
  readonly name: string;
  /** Bytes an unfinished frame may take; longer is junk. */
  readonly maxFrameBytes: number;
  /** Cuts whole frames off the front. Never throws. */
  splitFrames(bytes: Uint8Array): FrameSplit;
  /** What the answer to a command is matched by; undefined for one that the family lacks. */
  replyKey(command: LockCommand): string | undefined;
  /** Begins a conversation on a new connection. */
  openSession(): ProtocolSession;
}

export interface FrameSplit {
  readonly frames: readonly Uint8Array[];
  /** Waits for more. */
  readonly rest: Uint8Array;
  /** Bytes that were no frame. */
  readonly skippedBytes: number;
}

/** What was said on one connection. One may carry several locks: whatever is remembered is remembered by id. */
export interface ProtocolSession {
  /** Checks and decodes one frame. Never throws. @param now ms since 1970 */
  decode(frame: Uint8Array, now: number): DecodedFrame;
  /**
   * The bytes of a command, or why this lock cannot do it. Asked only when nothing of the same word is in flight; what
   * was remembered of the word before is not waited for any more.
   * @param now ms since 1970
   */
  encode(command: PendingCommand, now: number, lock: TargetLock): EncodeResult;
  /** A piece of the file that a command under way asked for, in the lock's form; undefined where it waits for none. */
  encodeChunk?(piece: Chunk, now: number, lock: TargetLock): EncodedChunk | undefined;
  /** What a command goes on with whose last piece got no answer in its time; undefined where it did. */
  resumeTransfer?(now: number, lock: TargetLock): CommandProgress | undefined;
}

/** A command to be said. */
export interface PendingCommand extends LockCommand {
  /** It was said before, and the lock had begun with it: it may be at it still. */
  readonly isStarted?: boolean;
}

/** A piece of a file. */
export interface Chunk {
  /** Where it begins, and how long the whole file is, bytes. */
  readonly offset: number;
  readonly fileSize: number;
  readonly data: Uint8Array;
}

/** A piece as it is written. */
export interface EncodedChunk {
  readonly bytes: Uint8Array;
  /** How long its answer is waited for, ms. */
  readonly replyTimeoutMs: number;
}

/** How far the command in flight under a word is, and which piece of a file it wants. */
export interface CommandProgress extends Omit<LockProgress, 'id'> {
  readonly key: string;
}

export interface TargetLock {
  /** As it calls itself on the wire. */
  readonly id: string;
  /** Its own password, where the server knows it. */
  readonly password?: string;
  /** What it is declared to speak: a lock that only said that it lives has not shown its dialect. */
  readonly protocol?: LockProtocol;
}

export type EncodeResult =
  | {
      readonly bytes: Uint8Array;
      readonly key: string;
      /** Decoded, for the message log; without secrets. */
      readonly content?: unknown;
      /** What the message log keeps instead of bytes that hold a secret. */
      readonly maskedFrame?: Uint8Array;
    }
  | { readonly unsupported: true }
  | { readonly refused: string };

export interface DecodedFrame {
  /** The lock's id on the wire; without it the frame says nothing of who. */
  readonly id?: string;
  /** Of the dialects that share a listener, the one this is. */
  readonly protocol?: LockProtocol;
  /** What the frame says, for the message log; without passwords, plates and ICCIDs. */
  readonly content?: unknown;
  /** What the message log keeps instead of a frame that holds a secret. */
  readonly maskedFrame?: Uint8Array;
  /** Why it was not understood (bad checksum, implausible). Nothing of it is believed then. */
  readonly rejected?: string;
  /** It is believed, but something is odd (a clock that is wrong, an end that is missing). */
  readonly warning?: string;
  /** The connection ends after `answer`: it is not who it says. */
  readonly close?: true;
  /**
   * Oldest first. A stored one has `report_reson` 2: it changes history, never the present state, and raises no fresh
   * alarm. The same frame always makes the same reports: that is how one sent again is known.
   */
  readonly reports: readonly LockReport[];
  /** Commands that this frame ends. */
  readonly results: readonly CommandResult[];
  /** A command that goes on for long, and is further. */
  readonly progress?: CommandProgress;
  /** Written after what was heard is stored for good: also for duplicates, and for what was not believed. */
  readonly acknowledgement?: Uint8Array;
  /** Written at once: answers to registration, authentication, a question for the time; the next step of a command. */
  readonly reply?: Uint8Array;
}

/** What became of the command in flight under a word. */
export interface CommandResult {
  readonly key: string;
  /** 0 is done, anything else a refusal. */
  readonly code: number;
  /** Why, in words for the operator. */
  readonly message?: string;
  /** What the lock has now, by command code, each shaped as the arguments of that command. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The lock's own password from now on. */
  readonly password?: string;
}

/** The two bytes at a place as a number, the high one first; what is missing is 0. */
export const readUint16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
