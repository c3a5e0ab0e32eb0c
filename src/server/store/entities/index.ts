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
} from './listQuery';
export type { Problem } from './problemsOf';
export { BadReference, BadValue, InUse, Taken, type Use } from './refusals';
