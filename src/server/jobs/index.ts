export type { JobRun, JobWork } from './job';
export { type JobQueue, openJobQueue, type StoredError } from './queue';
export { startJobs } from './work';
