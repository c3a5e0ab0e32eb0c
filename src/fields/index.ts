export { isPeriod, periodName, periodStart } from './datetime/schema';
export type { Grants } from './grants/schema';
export { joinedTitles } from './refs/schema';
export { labelMessage, rule, ruleText, ruleTexts } from './rule';
export {
  coordinateColumns,
  EXACT,
  exactName,
  type FieldSchema,
  type FilterMode,
  fieldText,
  isReference,
  isReferenceList,
  isRelevant,
  isSecret,
  kinds,
  parentField,
  rangeNames,
  schemaOf,
  titleColumn,
  titleIn,
} from './schemas';
