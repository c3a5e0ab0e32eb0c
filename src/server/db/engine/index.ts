export { type Engine, type EngineOptions, StorageError, type StorageProblem } from './engine';
export { openEngine } from './openEngine';
