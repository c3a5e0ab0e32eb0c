export { checkDemo } from './checkDemo';
export { type RemovedDemo, removeDemo } from './removeDemo';
export { admitReplay } from './replayLocks';
export { DEMO_PASSWORD, DEMO_SECRET } from './seedDemo';
export { startDemo } from './startDemo';
