export { type Engine, type EngineOptions, StorageError } from './engine';
export { openEngine } from './openEngine';
export { hasDatabase } from './openLocal';
