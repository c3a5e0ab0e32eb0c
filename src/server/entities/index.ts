export { type EntityDependencies, entityDependencies, scopeOf } from './dependencies';
export type {
  ActionWork,
  Change,
  EntityRules,
  Kept,
  Removal,
  RuleContext,
  Stored,
} from './EntityRules';
export { entityCalls } from './entityCalls';
export { fieldsOf } from './fieldsOf';
export { idsIn, idsOf, oneIdOf, rowIds } from './ids';
export { formJson, rowJson } from './jsonSchema';
export { selectionOf } from './listQuery';
export { logEntryOf, logRules, type OperationLog, openOperationLog } from './operationLog';
export { noteSetter } from './reserved';
export { addChecked, checkRows } from './transfer/addSheetRows';
export { EXPORT_JOB, exportHandler, exportName } from './transfer/export';
export {
  importColumns,
  isFine,
  readSpreadsheet,
  type SheetRow,
  understandRows,
} from './transfer/sheetRows';
export { type Cell, fileInTurn, openWorkbook, temporaryFile } from './transfer/workbook';
export { valuesOf } from './values';
