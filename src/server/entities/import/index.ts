export { addChecked } from './addChecked';
export { checkRows } from './checkRows';
export { importCall } from './importCall';
export { importColumns } from './importColumns';
export { readSpreadsheet } from './readSpreadsheet';
export { isFine, type SheetRow } from './SheetRow';
export { understandRows } from './understandRows';
