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
  type LazyPage,
  type MenuSeed,
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
  defaultFilterOf,
  type Entity,
  entity,
  type FilterPreset,
  hasTextKey,
  hasTimeline,
  type PresetView,
  type Related,
  type RelatedEventsSource,
  type Sort,
  type TabGroup,
  type TimelineSource,
  type Verb,
  verbs,
} from './entity';
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
  isBlank,
  type Kind,
  type RecordOf,
  type Row,
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
  type Operation,
  type SettingEffect,
  unmetConditions,
} from './operation';
export { type Measure, type Report, report, reportGroups } from './report';
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
export {
  entriesWithoutOrganisation,
  failedConditions,
  isReservedForSuperior,
  type ReaderContext,
  superiorOnlyMessage,
} from './standing';
export { type SignForm, type Wire, wireDefaults } from './wire';
