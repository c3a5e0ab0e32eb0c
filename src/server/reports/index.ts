export { reportCalls } from './calls';
export { reportTask, sendDueReports } from './schedule';
export { isComputedSource } from './sources';
