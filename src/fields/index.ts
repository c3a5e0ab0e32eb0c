export { isPeriod, periodName, periodStart } from './datetime/schema';
export type { Grants } from './grants/schema';
export {
  type CoordinateColumns,
  coordinateColumns,
  isRelevant,
  recordSchema,
} from './recordSchema';
export { labelMessage, type RuleName, rule, ruleText, ruleTexts } from './rule';
export {
  type FieldSchema,
  type FilterMode,
  fieldText,
  isReference,
  isReferenceList,
  isSecret,
  kinds,
  rangeNames,
  schemaOf,
  titleColumn,
  titleIn,
} from './schemas';
