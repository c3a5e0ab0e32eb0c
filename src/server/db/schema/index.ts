export { applyTables, planChanges, SchemaConflict, type TablePlan } from './applyTables';
export { buildIndexes } from './buildIndexes';
export {
  canonicalType,
  choiceColumns,
  comparedType,
  partitionColumn,
  scopeColumn,
  storedFields,
} from './columns';
export { desiredTables, ownerColumn, type TableShape, uniqueIndex } from './desiredTables';
export { distinctValueColumns } from './distinctValues';
export { identifierName, quoteIdentifier } from './identifier';
export { ensurePartitions } from './partitions';
export { defaultPartition } from './planTables';
