export { openWorkbook, type SheetColumn, type Workbook } from './openWorkbook';
export { type ReadCell, readRows, Unreadable } from './readRows';
export type { Cell } from './sheetXml';
