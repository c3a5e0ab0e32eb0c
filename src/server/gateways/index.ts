export { openKnownLocks } from './knownLocks';
export { families, type GatewayPorts, type JoinedLink, openGateways } from './openGateways';
