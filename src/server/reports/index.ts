export { reportCalls } from './calls';
export { reportTasks } from './schedule';
export { isComputedSource } from './sources';
