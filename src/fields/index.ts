export {
  type CoordinateColumns,
  coordinateColumns,
  isRelevant,
  recordSchema,
} from './recordSchema';
export { labelMessage, type RuleName, rule, ruleText, ruleTexts } from './rule';
export { type FieldSchema, type FilterMode, kinds, schemaOf } from './schemas';
