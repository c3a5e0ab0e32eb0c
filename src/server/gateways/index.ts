export { type LockDirectory, openLockDirectory } from './lockDirectory';
export { families, type GatewayPorts, openGateways } from './openGateways';
