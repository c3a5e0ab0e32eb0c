export type {
  ActionAnswer,
  ActionWork,
  Change,
  EntityRules,
  PreviewAnswer,
  Refusal,
  Removal,
  RuleContext,
  Stored,
} from './EntityRules';
export { entityCalls } from './entityCalls';
export { idsOf } from './idsOf';
export { formJson } from './jsonSchema';
export { valuesOf } from './validate';
