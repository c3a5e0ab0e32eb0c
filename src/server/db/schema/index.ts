export { applyTables, planChanges, SchemaConflict, type TablePlan } from './applyTables';
export {
  canonicalType,
  choiceColumns,
  comparedType,
  partitionColumn,
  scopeColumn,
  storedFields,
} from './columns';
export { desiredTables, type TableShape, uniqueIndex } from './desiredTables';
export { identifierName, quoteIdentifier } from './identifier';
export { distinctValueColumns } from './knownValues';
export { ensurePartitions } from './partitions';
export { defaultPartition } from './planTables';
