export { cacheVisibleOrgs } from './conditions';
export { entityTable, type TableQueries } from './entityTable';
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
} from './query';
export { BadValue, type Problem, ReferenceViolation, RowRefusal } from './refusals';
export { cacheTotals } from './totals';
