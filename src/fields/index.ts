export {
  entitiesNeededBy,
  entitiesReadBy,
  followsLive,
  namedBy,
  namedByOperation,
  readsOfPage,
} from './coverage';
export type { GrantableMenu } from './kinds/grants.rights';
export type { Grants } from './kinds/grants.schema';
export { joinTitles } from './kinds/refs.schema';
export { equalTexts, localizedText } from './kinds/text.schema';
export { labelMessage, rule, ruleText, ruleTexts } from './rule';
export {
  type CoordinateColumns,
  cellFields,
  coordinateColumns,
  EXACT,
  emptyValue,
  exactName,
  type FieldSchema,
  type FilterMode,
  fieldText,
  importFields,
  isInputOnly,
  isReference,
  isReferenceList,
  isRelevant,
  isSecret,
  kindOf,
  kinds,
  parentField,
  periodName,
  placeholderTexts,
  rangeNames,
  schemaOf,
  secretNames,
  titleColumn,
  titleIn,
} from './schemas';
export {
  equalSettings,
  isUnsecured,
  keepSecrets,
  type LockSetting,
  maskSecrets,
  resetsSettings,
  settingOf,
  settingsAfter,
  settingsIn,
  settingText,
} from './settings';
export { notLentMessage, whyNotText } from './whyNotText';
