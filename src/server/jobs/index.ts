export type { Counts, Job, JobRun, JobWork, RowError } from './Job';
export { type JobQueue, type NewJob, openJobQueue, type StoredError } from './openJobQueue';
export { startJobs } from './startJobs';
