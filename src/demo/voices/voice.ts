import { type LockProtocol, PROTOCOL } from '../../domain/family';
import type { LockCommand, LockReply, LockReport } from '../../domain/lock';
import { hhdVoice } from './hhd';
import { jointechVoice } from './jointech';

/**
 * How a simulated lock speaks its maker's protocol over TCP: made once, it lives through its connections. It keeps its
 * settings itself; what moves the lock it hands on.
 */
export interface Voice {
  /** What is said first on every connection. */
  hello(): Uint8Array | undefined;
  report(report: LockReport): Uint8Array;
  hear(bytes: Uint8Array): HeardByLock;
  /** The answer to a command that was handed on. */
  answer(reply: LockReply): Uint8Array | undefined;
}

export interface HeardByLock {
  /** Each under an id that the voice made up. */
  readonly commands: readonly LockCommand[];
  /** Said at once. */
  readonly answer?: Uint8Array;
  /** Reports that the server has taken, the oldest first. */
  readonly acknowledged: number;
}

/** The voices of protocols, by the id that a lock calls itself. */
export const voices: Readonly<Partial<Record<LockProtocol, (id: string) => Voice>>> = {
  [PROTOCOL.jointech]: jointechVoice,
  [PROTOCOL.hhd]: hhdVoice,
};
