export { type Database, inTransaction, type Sql, type Tables } from './database';
export { appendToLog, type KnownEnd, LOG, type Verified, verifyLog } from './logChain';
export { openStore, type Store, verifyStored } from './openStore';
export {
  BadReference,
  BadValue,
  COUNTED,
  type EntityTable,
  entityTable,
  type Grouping,
  type GroupQuery,
  InUse,
  type ListQuery,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  Taken,
  type Within,
} from './queries';
export { SchemaClash } from './schema';
