export {
  REMOVAL,
  refuseRoot,
  removeUnfinished,
  replaceCluster,
  syncFolder,
  UNFINISHED_RESTORE,
} from './dataFolder';
export {
  type Engine,
  type EngineOptions,
  isOutage,
  isReadOnly,
  messageOf,
  StorageError,
} from './engine';
export { lockFolder } from './folderLock';
export { DatabaseTimeout, limitLeases, withLeaseLimit } from './leases';
export { openEngine, withRunningDatabase } from './openEngine';
export { hasDatabase, usesPglite } from './openLocal';
export { clusterPassword, passwordFile } from './postgres';
export { stopOrphan } from './postmaster';
