export { type KnownLocks, openKnownLocks } from './knownLocks';
export { families, type GatewayPorts, type JoinedLink, openGateways } from './openGateways';
