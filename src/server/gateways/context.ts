import type { WireMessage } from '../../domain/connection';
import type { LockProtocol } from '../../domain/family';
import { errorMessage } from '../../protocol';
import { createSenderWarning, type Inbox, type LinkLog } from '../fleet/link';
import type { GatewayLimits } from './limits';
import type { LockDirectory, RegisteredLock } from './lockDirectory';
import type { ProtocolFamily } from './protocolFamily';

export interface GatewayOptions {
  readonly family: ProtocolFamily;
  /** Protocols of the family's locks. The first is assumed for an unregistered lock that does not reveal its own. */
  readonly protocols: readonly [LockProtocol, ...LockProtocol[]];
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  readonly locks: LockDirectory;
  /** Passes reports, replies and events on to the fleet. */
  readonly inbox: Pick<
    Inbox,
    'keep' | 'check' | 'report' | 'reply' | 'progress' | 'presence' | 'connection' | 'note'
  >;
  readonly log: LinkLog;
  readonly limits?: Partial<GatewayLimits>;
}

/**
 * Creates the dependencies that all parts of one gateway share.
 * @param closing aborted when the gateway closes; disconnects from then on are not events of the locks
 */
export const createContext = (
  { family, protocols, locks, inbox, log }: GatewayOptions,
  limits: GatewayLimits,
  closing: AbortSignal,
) => ({
  family,
  protocols,
  locks,
  inbox,
  limits,
  closing,
  /** True if the lock may report to this gateway. */
  accepts: ({ protocol, isRevoked }: RegisteredLock): boolean =>
    protocols.includes(protocol) && !isRevoked,
  /** Appends to the message log; resolves when the message is stored. */
  logMessage: (message: Omit<WireMessage, 'carrier'>, { protocol }: RegisteredLock) =>
    inbox.keep({ ...message, carrier: protocol }),
  /** Returns a handler for rejected promises. @param task name of the failed task, for the server log */
  logError: (task: string) => (error: unknown) =>
    log.error(`Gateway ${family.name}: ${task}: ${errorMessage(error)}`),
  /** Warns, once for each address, of a connection that closed and never named a lock. */
  warnUnidentified: createSenderWarning(
    log,
    (address, reason) =>
      `Gateway ${family.name}: a connection from ${address} closed and had named no lock: ${reason}`,
  ),
});

export type GatewayContext = ReturnType<typeof createContext>;
