export { type DemoFleet, type DemoFleetOptions, type FleetLock, startDemoFleet } from './demoFleet';
export { cardsOf, type Gate, gates } from './gates';
export type { Behaviour } from './habits';
export { type DemoLock, demoDeviceTypes, demoFactories, demoLocks } from './locks';
