export type { FieldSchema, FilterMode } from './FieldSchema';
export { recordSchema } from './recordSchema';
export { labelMessage, type RuleName, rule, ruleText, ruleTexts } from './rule';
export { kinds, schemaOf } from './schemas';
