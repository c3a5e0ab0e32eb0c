export { applyTables, SchemaClash } from './applyTables';
export { desiredTables } from './desiredTables';
export { ensurePartitions } from './ensurePartitions';
export { nameOf } from './identifier';
export { knownValues } from './knownValues';
export { lockSchema } from './lockSchema';
export { partitionColumn, scopeColumn } from './scopeColumn';
export { canonicalType, comparedType } from './sqlType';
export type { TableShape } from './tableShape';
