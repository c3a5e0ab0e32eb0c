export { type JobHandler, type JobRun, type LastStep, startPath } from './job';
export { type JobQueue, openJobQueue, type StoredError } from './queue';
export { jobTask, notAllowed } from './work';
