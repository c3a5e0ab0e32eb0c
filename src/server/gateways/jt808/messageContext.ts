import type { DecodedFrame } from '../protocolFamily';
import type { Packet, WireAddress } from './frames';
import type { Jt808Commands } from './Jt808Commands';
import type { KnowledgeStore } from './knowledge';
import type { Serials } from './serials';

export interface AccessRules {
  /** Key of the authentication codes. */
  readonly secret: string;
  /** If set, a lock must authenticate before its reports are trusted. Many locks never do. */
  readonly asksForAuth?: boolean;
}

export interface SessionOptions extends AccessRules {
  /** Dialect and clock of the locks, on whatever connection they report. */
  readonly knowledge: KnowledgeStore;
}

export interface Jt808Lock {
  /** Header form of its last message. */
  wire: WireAddress;
  isAuthenticated: boolean;
  /** True once the lock's record was taken into account. */
  isRecalled: boolean;
  /** True once the lock has sent a message that only a JT705A sends. */
  isJt705a: boolean;
  readonly inFlight: Jt808Commands;
  /** Kinds of warnings that were given. */
  readonly warnings: Set<string>;
  /** Time of the last answer to a time request by text, epoch ms; 0 before the first. */
  timeSentAt: number;
}

/** A complete message, with all that its decoder needs. */
export interface MessageContext extends SessionOptions {
  readonly message: Packet;
  /** Frame of the message; of a message in parts, the last one. */
  readonly frame: Uint8Array;
  readonly lock: Jt808Lock;
  /** Epoch ms. */
  readonly now: number;
  readonly serials: Serials;
}

export type DecodeMessage = (context: MessageContext) => Partial<DecodedFrame>;
