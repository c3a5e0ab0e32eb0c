export { type LockDirectory, openLockDirectory } from './knownLocks';
export { families, type GatewayPorts, type Link, openGateways } from './openGateways';
