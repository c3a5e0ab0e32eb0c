export type { EntityRoom } from './EntityRoom';
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
export { EXPORT_JOB, exportName, exportWork } from './export';
export { fieldsOf } from './fieldsOf';
export { idsIn } from './idsIn';
export { idsOf, oneIdOf } from './idsOf';
export {
  addChecked,
  checkRows,
  importColumns,
  isFine,
  readSpreadsheet,
  type SheetRow,
  understandRows,
} from './import';
export { formJson } from './jsonSchema';
export { openEntityRoom } from './openEntityRoom';
export { reachOf } from './scopeOf';
export { temporaryFile } from './temporaryFile';
export { valuesOf } from './validate';
