import { type LockProtocol, PROTOCOL } from '../../domain/family';
import { hhdClient } from './hhdClient';
import { jointechClient } from './jointechClient';
import type { ProtocolClient } from './protocolClient';

type CreateClient = (id: string) => ProtocolClient;

const clients = {
  [PROTOCOL.jointech]: jointechClient,
  [PROTOCOL.hhd]: hhdClient,
} as const satisfies Partial<Record<LockProtocol, CreateClient>>;

/** Protocol of which the demo simulates locks. */
export type SimulatedProtocol = keyof typeof clients;

/** Creates protocol clients by the lock's id on the wire. */
export const protocolClients: Readonly<
  Record<SimulatedProtocol, CreateClient> & Partial<Record<LockProtocol, CreateClient>>
> = clients;

/** Protocols of which the demo simulates locks, by name. */
export const simulatedProtocols: Readonly<Record<string, SimulatedProtocol>> = Object.fromEntries(
  Object.entries(PROTOCOL).filter((entry): entry is [string, SimulatedProtocol] =>
    Object.hasOwn(clients, entry[1]),
  ),
);
