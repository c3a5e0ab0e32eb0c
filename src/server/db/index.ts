export { type Database, inTransaction, type Sql, type Tables } from './database';
export { openStore, planStart, type Store } from './openStore';
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
