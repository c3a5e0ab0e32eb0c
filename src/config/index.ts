export {
  type Choices,
  type ChoiceTable,
  choices,
  createTextLookup,
  type Label,
  type Locale,
  locales,
  type Phrases,
  type TextLookup,
} from '../domain/label';
export {
  type AnyEntity,
  type Console,
  type DetailTab,
  defineConsole,
  flatMenus,
  type LazyPage,
  type LockAddress,
  type MenuSeed,
  originalEntity,
  type Page,
  page,
  tab,
  ticketLabels,
  verbLabels,
} from './console';
export {
  type Column,
  CURRENT_OPERATOR,
  type DetailPanel,
  declaredOptions,
  defaultFilterOf,
  type Entity,
  entity,
  type FilterPreset,
  hasTextKey,
  hasTimeline,
  type PresetView,
  type Related,
  type Sort,
  type Storage,
  type TabGroup,
  type TimelineSource,
  type Verb,
  verbs,
} from './entity';
export type {
  Amount,
  Day,
  Expression,
  FunctionName,
  Moment,
  Truth,
} from './expression';
export { expressionOf } from './expression';
export {
  type AnyField,
  appearsIn,
  type Condition,
  type Field,
  type FieldKinds,
  type FieldOptions,
  type Fields,
  type FieldUse,
  f,
  fieldUses,
  isBlank,
  type Kind,
  type OptionsOf,
  type RecordOf,
  type Row,
  readViews,
  reportedViews,
  type Stored,
  type SubjectOf,
} from './field';
export { type IconName, iconNames } from './icon';
export {
  type Action,
  action,
  COMMAND_TARGETS,
  type Command,
  type Conditions,
  command,
  isGreaterThan,
  type NotifiedTo,
  type Operation,
  requiredArguments,
  type SettingEffect,
  type SetValue,
  setsDay,
  unmetConditions,
} from './operation';
export { isTimeGroup, type Measure, type Report, report, reportGroups } from './report';
export {
  type ApartRule,
  type ConstraintRule,
  comparedColumns,
  constraintRules,
  type Rule,
} from './rules';
export {
  type EntitySlots,
  type FieldSlots,
  type FilterSlotProps,
  type InputSlotProps,
  type Slot,
  slot,
  type ValueSlotProps,
} from './slot';
export { recordSources, type Source, sourceOf, sourceOfError } from './source';
export { frozenIn, moveLabel, type StateTable, statesAllowed } from './states';
export { type Warning, warnedUntil, warningOf } from './warnings';
export {
  type AllowedSplit,
  type Attempt,
  attemptedOperation,
  entriesWithoutOrganisation,
  type LockReasons,
  type ReaderContext,
  type Reason,
  type Refused,
  splitAllowed,
  whyNot,
} from './whyNot';
export { type SignForm, type Wire, wireDefaults } from './wire';
