export {
  type Choices,
  type ChoiceTable,
  choices,
  type KnownTexts,
  knownTexts,
  type Label,
  type Locale,
  locales,
  type Phrases,
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
  type Entity,
  entity,
  hasTextKey,
  hasTimeline,
  type Narrowing,
  type Related,
  type Section,
  type ShippedView,
  SIGNED_IN,
  type SidePanel,
  type Sort,
  type StoryPart,
  type TimelineKind,
  usualFilter,
  type Verb,
  verbs,
} from './entity';
export {
  type AnyField,
  type Condition,
  type Field,
  type FieldKinds,
  type FieldOptions,
  type Fields,
  f,
  isBlank,
  type Kind,
  type RecordOf,
  type Row,
  takesPart,
  type View,
} from './field';
export { type IconName, iconNames } from './icon';
export {
  type Action,
  action,
  COMMAND_TARGETS,
  type Command,
  command,
  isAbove,
  type Operation,
  type Setting,
  unmet,
  type When,
} from './operation';
export { groupsOf, type Measure, type Report, report } from './report';
export {
  type EntitySlots,
  type FieldSlots,
  type FilterSlotProps,
  type InputSlotProps,
  type Slot,
  slot,
  type ValueSlotProps,
} from './slot';
export { against, isReserved, type Standing, superiorOnly, withoutStanding } from './standing';
export { type SignForm, type Wire, wireDefaults } from './wire';
