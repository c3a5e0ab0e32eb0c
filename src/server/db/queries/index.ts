export { type EntityTable, entityTable } from './entityTable';
export {
  type Grouping,
  type GroupQuery,
  type ListQuery,
  MAX_COUNTED_ROWS,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  type VisibleWhere,
} from './query';
export {
  BadValue,
  MissingReference,
  type Problem,
  ReferenceViolation,
  TreeCycle,
  UniqueViolation,
} from './refusals';
