export { type AccessCache, createAccessCache } from './accessCache';
export { type AccessChange, type AccessChanges, openAccessChanges } from './accessChanges';
export { anyTable, type Database, inTransaction, type Sql } from './database';
export { DatabaseTimeout, hasDatabase, isOutage, isReadOnly, withLeaseLimit } from './engine';
export { appendToLog, type ChainHead, LOG, type Verified, verifyLog } from './logChain';
export { insertRows, listAs, type NewRow, rowsAs, updateRows } from './manyRows';
export { LOCK_CHANGED } from './migrations';
export { BASE_TABLES, openStore, planStart, type Store, verifyStored } from './openStore';
export { OWN_TABLES } from './ownTables';
export {
  BadValue,
  entityTable,
  type Grouping,
  type GroupQuery,
  MAX_COUNTED_ROWS,
  MissingReference,
  type Problem,
  ReferenceViolation,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  type TableQueries,
  type TableQuery,
  TreeCycle,
  UniqueViolation,
  type VisibleWhere,
} from './queries';
export {
  COPIED_COLUMNS,
  canonicalType,
  comparedType,
  hasState,
  LOCK_TABLE,
  organisation,
  ownerColumn,
  SchemaConflict,
  STATE_COLUMNS,
  scopeColumn,
  stateColumnType,
  storedFields,
} from './schema';
export { createStatement } from './statement';
export type { ColumnName, RowOf, TableName, Tables } from './tables';
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
} from './typedSql';
export { viewNames } from './views';
