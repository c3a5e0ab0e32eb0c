export { type EntityDependencies, entityDependencies, reachOf } from './dependencies';
export type {
  ActionAnswer,
  ActionWork,
  Change,
  EntityRules,
  Kept,
  PreviewAnswer,
  Refusal,
  Removal,
  RuleContext,
  Stored,
} from './EntityRules';
export { entityCalls } from './entityCalls';
export { fieldsOf } from './fieldsOf';
export { idsIn, idsOf, oneIdOf } from './ids';
export { formJson } from './jsonSchema';
export { EXPORT_JOB, exportName, exportWork } from './transfer/export';
export {
  addChecked,
  checkRows,
  importColumns,
  isFine,
  readSpreadsheet,
  type SheetRow,
  understandRows,
} from './transfer/import';
export { temporaryFile } from './transfer/workbook';
export { valuesOf } from './values';
