export { type EntityTable, entityTable } from './entityTable';
export {
  COUNTED,
  type Grouping,
  type GroupQuery,
  type ListQuery,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  type Within,
} from './query';
export { BadReference, BadValue, Circle, InUse, type Problem, Taken } from './refusals';
