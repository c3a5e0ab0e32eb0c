export { clusterSections, unpackCluster } from './cluster';
export { type BackupHead, checkBackup, writeBackup } from './container';
export {
  checkRelease,
  countRows,
  headOf,
  loadTables,
  type TablesHead,
  tableSections,
  tablesHead,
} from './tables';
