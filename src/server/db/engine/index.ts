export { type Engine, type EngineOptions, isOutage, isReadOnly, StorageError } from './engine';
export { DatabaseTimeout, limitLeases, withLeaseLimit } from './leases';
export { openEngine } from './openEngine';
export { hasDatabase } from './openLocal';
