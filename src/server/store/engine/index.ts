export type { Engine, EngineOptions } from './engine';
export { openEngine } from './openEngine';
export { StorageError, type StorageProblem } from './storageError';
