export { type EntityTable, entityTable } from './entityTable';
export {
  COUNTED,
  type Grouped,
  type Grouping,
  type GroupQuery,
  type ListAnswer,
  type ListQuery,
  type Row,
  type Scope,
  type Selection,
  type Sort,
  type Within,
} from './query';
export { BadReference, BadValue, InUse, type Problem, Taken, type Use } from './refusals';
