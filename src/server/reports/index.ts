export { reportCalls } from './calls';
export { sendDue, startReports } from './schedule';
export { isMadeSource } from './sources';
