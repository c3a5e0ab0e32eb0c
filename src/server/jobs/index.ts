export type { JobHandler, JobRun } from './job';
export { type JobQueue, openJobQueue, type StoredError } from './queue';
export { jobTask } from './work';
