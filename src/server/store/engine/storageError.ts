/**
 * What went wrong, for code that wants to tell cases apart:
 * - `locked`: another process uses the data folder, or one that used it has not ended yet;
 * - `unavailable`: the engine the data folder belongs to cannot run on this machine;
 * - `damaged`: the data folder contradicts itself and needs a person;
 * - `unreachable`: DATABASE_URL does not answer or does not let us in.
 */
export type StorageProblem = 'locked' | 'unavailable' | 'damaged' | 'unreachable';

/** Storage cannot be opened; `message` is meant for the operator and never holds a password. */
export class StorageError extends Error {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.problem = problem;
  }
}
