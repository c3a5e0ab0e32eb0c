export { EXPORT_JOB, exportCall } from './exportCall';
export { exportName } from './exportName';
export { exportWork } from './exportWork';
