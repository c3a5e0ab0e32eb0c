export type { Counts, Job, JobRun, JobWork, RowError } from './job';
export { type JobQueue, type NewJob, openJobQueue, type StoredError } from './queue';
export { startJobs } from './work';
