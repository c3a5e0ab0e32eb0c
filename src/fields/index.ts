export type { GrantableMenu } from './kinds/grants.rights';
export type { Grants } from './kinds/grants.schema';
export { joinedTitles } from './kinds/refs.schema';
export { labelMessage, rule, ruleText, ruleTexts } from './rule';
export {
  coordinateColumns,
  EXACT,
  emptyValue,
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
  periodName,
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
  settingOf,
  settingsIn,
  settingText,
  withKnownSecrets,
  withoutSecrets,
} from './settings';
