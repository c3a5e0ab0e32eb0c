export { isPeriod, periodName, periodStart } from './datetime/schema';
export type { Grants } from './grants/schema';
export { coordinateColumns, isRelevant, recordSchema } from './recordSchema';
export { joinedTitles } from './refs/schema';
export { labelMessage, rule, ruleText, ruleTexts } from './rule';
export {
  EXACT,
  exactName,
  type FieldSchema,
  type FilterMode,
  fieldText,
  isReference,
  isReferenceList,
  isSecret,
  kinds,
  parentField,
  rangeNames,
  schemaOf,
  titleColumn,
  titleIn,
} from './schemas';
export {
  afterCommand,
  forgetsAll,
  isOpen,
  isSameSetting,
  type LockSetting,
  saidOf,
  settingOf,
  settingsIn,
  settingText,
  withoutSecrets,
} from './settings';
