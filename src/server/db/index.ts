export { DatabaseTimeout, hasDatabase, isOutage, isReadOnly, withLeaseLimit } from './engine';
export { appendToLog, type ChainHead, LOG, type Verified, verifyLog } from './logChain';
export { LOCK_CHANGED } from './migrations';
export { BASE_TABLES, openStore, planStart, type Store, verifyStored } from './openStore';
export {
  BadValue,
  entityTable,
  type Grouping,
  type GroupQuery,
  MAX_COUNTED_ROWS,
  type Problem,
  ReferenceViolation,
  type Row,
  RowRefusal,
  type Scope,
  type Selection,
  type Sort,
  type TableQueries,
  type TableQuery,
  type VisibleWhere,
} from './queries';
export { type AccessCache, createAccessCache } from './queries/accessCache';
export { type AccessChange, type AccessChanges, openAccessChanges } from './queries/accessChanges';
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
export { viewNames } from './schema/views';
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
export { OWN_TABLES } from './tables/ownTables';
export type { ColumnName, RowOf, TableName, Tables } from './tables/tables';
