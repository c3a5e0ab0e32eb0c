import type { StoreMessage, WireMessage } from '../../domain/connection';
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
    'check' | 'report' | 'reply' | 'progress' | 'presence' | 'connection' | 'note'
  >;
  /** Appends to the message log. */
  readonly keep: StoreMessage;
  readonly log: LinkLog;
  readonly limits?: Partial<GatewayLimits>;
}

/** Dependencies that all parts of one gateway share. */
export interface GatewayContext
  extends Pick<GatewayOptions, 'family' | 'protocols' | 'locks' | 'inbox'> {
  readonly limits: GatewayLimits;
  /** Aborted when the gateway closes. Disconnects from then on are not events of the locks. */
  readonly closing: AbortSignal;
  /** True if the lock may report to this gateway. */
  accepts(lock: RegisteredLock): boolean;
  /** Appends to the message log; resolves when the message is stored. */
  logMessage(message: Omit<WireMessage, 'carrier'>, lock: RegisteredLock): Promise<void>;
  /** Returns a handler for rejected promises. @param task name of the failed task, for the server log */
  logError(task: string): (error: unknown) => void;
  /** Warns, once for each address, of a connection that closed and never named a lock. */
  warnUnidentified(address: string, reason: string): void;
}

export const createContext = (
  { family, protocols, locks, inbox, keep, log }: GatewayOptions,
  limits: GatewayLimits,
  closing: AbortSignal,
): GatewayContext => ({
  family,
  protocols,
  locks,
  inbox,
  limits,
  closing,
  accepts: ({ protocol, isRevoked }) => protocols.includes(protocol) && !isRevoked,
  logMessage: (message, { protocol }) => keep({ ...message, carrier: protocol }),
  logError: (task) => (error) =>
    log.error(`Gateway ${family.name}: ${task}: ${errorMessage(error)}`),
  warnUnidentified: createSenderWarning(
    log,
    (address, reason) =>
      `Gateway ${family.name}: a connection from ${address} closed and had named no lock: ${reason}`,
  ),
});
