export { admitReplay } from './replayLocks';
export { DEMO_PASSWORD } from './seedDemo';
export { startDemo } from './startDemo';
