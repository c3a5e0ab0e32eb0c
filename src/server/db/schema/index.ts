export { applyTables, type Judged, judgeTables, SchemaClash } from './applyTables';
export {
  canonicalType,
  choiceColumns,
  comparedType,
  partitionColumn,
  scopeColumn,
  storedFields,
} from './columns';
export { desiredTables, type TableShape, uniqueIndex } from './desiredTables';
export { nameOf, quoted } from './identifier';
export { knownValues } from './knownValues';
export { ensurePartitions } from './partitions';
export { defaultPartition } from './planTables';
