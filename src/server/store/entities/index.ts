export { type EntityTable, entityTable } from './entityTable';
export {
  COUNTED,
  type ListAnswer,
  type ListQuery,
  type Row,
  type Scope,
  type Selection,
  type Within,
} from './listQuery';
export type { Problem } from './problemsOf';
export { BadReference, BadValue, InUse, Taken, type Use } from './refusals';
