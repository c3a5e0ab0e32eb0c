export { recordProblems } from './changes';
export { checkConstraints, lockComparedValues } from './constraints';
export {
  type EntityDependencies,
  entityDependencies,
  ruleContext,
  scopeOf,
} from './dependencies';
export type {
  ActionWork,
  EntityRules,
  ReadContext,
  RecordChange,
  Removal,
  RuleContext,
  StoredRecord,
} from './EntityRules';
export { entityCalls } from './entityCalls';
export { fieldsOf } from './fieldsOf';
export { idsIn, idsOf, oneIdOf, rowIds } from './ids';
export { formJson, rowJson } from './jsonSchema';
export { lineTableOf, withLineRows } from './lineRows';
export { parseSelection } from './listQuery';
export { logEntryOf, logRules, type OperationLog, openOperationLog } from './operationLog';
export { readerZone } from './readerZone';
export { checkReferences } from './references';
export { callErrorOf, problemLabel } from './refusalOf';
export { type OperatorIdentity, readerOf, refusalLabel } from './refusals';
export { recordReservedBy } from './reservedBy';
export { nextNumbers, PERIODS, readForm, seriesOf } from './series';
export { argumentOf, placeholderField, setValues } from './setValues';
export { addCheckedRows, checkRows } from './transfer/addSheetRows';
export { exportHandler } from './transfer/export';
export { EXPORT_JOB, exportName } from './transfer/exportPlan';
export { deleteSentLists, exportPath, SENT_LIST, sentListTasks } from './transfer/mailedLists';
export {
  importColumns,
  isValidRow,
  parseRows,
  readSpreadsheet,
  rehearsedRow,
  type SheetRow,
} from './transfer/sheetRows';
export { type Cell, openWorkbook, temporaryFile, writeWorkbookQueued } from './transfer/workbook';
export { parseValues, textOrNull, valuesCheck } from './values';
