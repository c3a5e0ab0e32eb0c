export { type LockDirectory, openLockDirectory } from './lockDirectory';
export { families, type GatewayPorts, type Link, openGateways } from './openGateways';
