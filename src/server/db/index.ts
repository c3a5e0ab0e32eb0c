export { backUp, type RestoredCopy, restore, verifyBackup } from './backups';
export {
  DatabaseTimeout,
  hasDatabase,
  isOutage,
  isReadOnly,
  withLeaseLimit,
  withRunningDatabase,
} from './engine';
export {
  appendToLog,
  type ChainHead,
  LOG,
  lineOfChain,
  type Verified,
  verifyLog,
} from './logChain';
export { LOCK_CHANGED } from './migrations';
export { BASE_TABLES, openStore, planStart, type Store, verifyStored } from './openStore';
export { type AccessCache, createAccessCache } from './queries/accessCache';
export { type AccessChange, type AccessChanges, openAccessChanges } from './queries/accessChanges';
export { claimDueDates, deleteOrphanWarnings, MAX_WARNED } from './queries/dueDates';
export { entityTable, type TableQueries } from './queries/entityTable';
export { type LineTable, lineTable } from './queries/lines';
export {
  type Grouping,
  type GroupQuery,
  MAX_COUNTED_ROWS,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  type TableQuery,
  type VisibleWhere,
} from './queries/query';
export { BadValue, type Problem, ReferenceViolation, RowRefusal } from './queries/refusals';
export { refusalLine, SchemaConflict } from './schema/applyTables';
export { ownerColumn } from './schema/desiredTables';
export { exclusionsOf } from './schema/exclusions';
export { stateValue } from './schema/stateValue';
export { viewNames } from './schema/views';
export { checkUnused, isAlive, PEER_TIMEOUT, registerServer } from './servers';
export {
  anyTable,
  DATABASE_NOW,
  type Database,
  inSavepoint,
  inTransaction,
  type Sql,
} from './sql/database';
export { insertRows, listAs, type NewRow, rowsAs, updateRows } from './sql/manyRows';
export { createStatement } from './sql/statement';
export {
  allOf,
  always,
  anyOf,
  as,
  holds,
  idsFrom,
  json,
  lit,
  named,
  optional,
  query,
  type Selected,
  table,
} from './sql/typedSql';
export {
  canonicalType,
  columnType,
  comparedType,
  LINE_COLUMNS,
  organisation,
  partitionColumn,
  scopeColumn,
  storedFields,
} from './tables/columns';
export {
  COPIED_COLUMNS,
  hasState,
  LOCK_TABLE,
  STATE_COLUMNS,
  stateColumnType,
} from './tables/lockState';
export { OWN_TABLES } from './tables/ownTables';
export type { ColumnName, RowOf, TableName, Tables } from './tables/tables';
