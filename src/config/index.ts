export { type Choices, type ChoiceTable, choices } from '../domain/choices';
export { type Label, type Locale, locales } from '../domain/label';
export { ACTION_RECORDS, type Action, action } from './action';
export { buttonLabels, labelWith, ticketLabels, verbLabels } from './buttonLabels';
export { COMMAND_TARGETS, type Command, command } from './command';
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
} from './console';
export {
  type Column,
  type Entity,
  entity,
  type Narrowing,
  type Related,
  type Sort,
  type Verb,
  verbs,
} from './entity';
export {
  type AnyField,
  type Field,
  type FieldKinds,
  type FieldOptions,
  type Fields,
  f,
  type Kind,
  type RecordOf,
  takesPart,
  type View,
} from './field';
export { type KnownTexts, knownTexts } from './known';
export { type Offering, unmet, type When } from './offering';
export { type SignForm, type Wire, wireDefaults } from './wire';
