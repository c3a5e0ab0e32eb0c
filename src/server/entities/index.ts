export { type EntityDependencies, entityDependencies, scopeOf } from './dependencies';
export type {
  ActionWork,
  EntityRules,
  RecordChange,
  Removal,
  RuleContext,
  StoredRecord,
} from './EntityRules';
export { entityCalls } from './entityCalls';
export { fieldsOf } from './fieldsOf';
export { idsIn, idsOf, oneIdOf, rowIds } from './ids';
export { formJson, rowJson } from './jsonSchema';
export { parseSelection } from './listQuery';
export { logEntryOf, logRules, type OperationLog, openOperationLog } from './operationLog';
export { readerZone } from './readerZone';
export { checkReferences } from './references';
export { type OperatorIdentity, readerOf, refusalLabel } from './refusals';
export { recordReservedBy } from './reservedBy';
export { addCheckedRows, checkRows } from './transfer/addSheetRows';
export { exportHandler } from './transfer/export';
export { EXPORT_JOB, exportName } from './transfer/exportPlan';
export { deleteSentLists, SENT_LIST, sentListTasks } from './transfer/mailedLists';
export {
  importColumns,
  isValidRow,
  parseRows,
  readSpreadsheet,
  rehearsedRow,
  type SheetRow,
} from './transfer/sheetRows';
export { type Cell, openWorkbook, temporaryFile, writeWorkbookQueued } from './transfer/workbook';
export { parseValues, textOrNull } from './values';
