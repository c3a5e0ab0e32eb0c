export { DEMO_PASSWORD } from './seedDemo';
export { startDemo } from './startDemo';
