export {
  canonicalType,
  choiceColumns,
  comparedType,
  organisation,
  partitionColumn,
  scopeColumn,
  storedFields,
} from '../tables/columns';
export {
  COPIED_COLUMNS,
  hasState,
  LOCK_TABLE,
  reportedFields,
  STATE_COLUMNS,
  STATE_KEY,
  STATE_TABLE,
  stateColumnType,
} from '../tables/lockState';
export { applyTables, planChanges, SchemaConflict, type TablePlan } from './applyTables';
export { buildIndexes } from './buildIndexes';
export { desiredTables, ownerColumn, type TableShape, uniqueIndex } from './desiredTables';
export { distinctValueColumns } from './distinctValues';
export { identifierName, quoteIdentifier } from './identifier';
export { ensurePartitions } from './partitions';
export { defaultPartition } from './planTables';
