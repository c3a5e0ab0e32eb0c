export { type Database, inTransaction, type Sql, type Tables } from './database';
export { StorageError } from './engine';
export { openStore, type Store, type StoreOptions } from './openStore';
export {
  BadReference,
  BadValue,
  COUNTED,
  type EntityTable,
  entityTable,
  type Grouped,
  type Grouping,
  type GroupQuery,
  InUse,
  type ListAnswer,
  type ListQuery,
  type Problem,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  Taken,
  type Use,
  type Within,
} from './queries';
export { SchemaClash } from './schema';
