export type { FieldSchema, FilterMode } from './FieldSchema';
export { isAsked } from './isAsked';
export { type PlaceColumns, placeColumns } from './placeColumns';
export { recordSchema } from './recordSchema';
export { labelMessage, type RuleName, rule, ruleText, ruleTexts } from './rule';
export { kinds, schemaOf } from './schemas';
