export { type Database, inTransaction, type Sql, type Tables } from './database';
export { StorageError } from './engine';
export {
  BadReference,
  BadValue,
  COUNTED,
  type EntityTable,
  entityTable,
  InUse,
  type ListAnswer,
  type ListQuery,
  type Problem,
  type Row,
  type Scope,
  type Selection,
  Taken,
  type Use,
  type Within,
} from './entities';
export { openStore, type Store, type StoreOptions } from './openStore';
export { SchemaClash } from './schema';
