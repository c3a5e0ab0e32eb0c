import { type LockProtocol, PROTOCOL } from '../../domain/family';
import type { LockCommand, LockReply, LockReport } from '../../domain/lock';
import { hhdClient } from './hhdClient';
import { jointechClient } from './jointechClient';

/**
 * How a simulated lock speaks its maker's protocol over TCP: made once, it lives through its connections. It keeps its
 * settings itself; what moves the lock it hands on.
 */
export interface ProtocolClient {
  /** What is said first on every connection. */
  hello(): Uint8Array | undefined;
  report(report: LockReport): Uint8Array;
  receive(bytes: Uint8Array): ReceivedByLock;
  /** The answer to a command that was handed on. */
  answer(reply: LockReply): Uint8Array | undefined;
}

export interface ReceivedByLock {
  /** Each has an id that the client made up. */
  readonly commands: readonly LockCommand[];
  /** Said at once. */
  readonly answer?: Uint8Array;
  /** Reports that the server has taken, the oldest first. */
  readonly acknowledged: number;
}

/** Protocol clients, made from the id on the wire. */
export const protocolClients: Readonly<
  Partial<Record<LockProtocol, (id: string) => ProtocolClient>>
> = {
  [PROTOCOL.jointech]: jointechClient,
  [PROTOCOL.hhd]: hhdClient,
};
