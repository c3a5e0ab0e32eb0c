import { type LockProtocol, PROTOCOL } from '../../domain/family';
import { hhdClient } from './hhdClient';
import { jointechClient } from './jointechClient';
import type { ProtocolClient } from './protocolClient';

/** Protocols of which the demo simulates locks, by name. */
export const simulatedProtocols = { jointech: PROTOCOL.jointech, hhd: PROTOCOL.hhd } as const;

export type SimulatedProtocol = (typeof simulatedProtocols)[keyof typeof simulatedProtocols];
type ByProtocol<P extends LockProtocol> = Readonly<Record<P, (id: string) => ProtocolClient>>;

/** Creates protocol clients by the lock's id on the wire. */
export const protocolClients: ByProtocol<SimulatedProtocol> & Partial<ByProtocol<LockProtocol>> = {
  [PROTOCOL.jointech]: jointechClient,
  [PROTOCOL.hhd]: hhdClient,
};
