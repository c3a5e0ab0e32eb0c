export { type Database, inTransaction, type Sql, type Tables } from './database';
export { appendToLog, type KnownEnd, LOG, type Verified, verifyLog } from './logChain';
export { LOCK_CHANGED } from './migrations';
export { openStore, planStart, type Store, verifyStored } from './openStore';
export {
  BadReference,
  BadValue,
  Circle,
  COUNTED,
  type EntityTable,
  entityTable,
  type Grouping,
  type GroupQuery,
  InUse,
  type ListQuery,
  type Problem,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  Taken,
  type Within,
} from './queries';
export { SchemaClash } from './schema';
