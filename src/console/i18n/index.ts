export { chooseLocale, languageTag, localeNames } from './chooseLocale';
export { loadLoginMessages } from './loginMessages';
export type { Messages } from './messages';
export { type MessageTree, plainTranslate, type Translate } from './plainTranslate';
export { startFailure } from './startFailure';
