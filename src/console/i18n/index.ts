export {
  chooseLocale,
  languageTag,
  loadLoginMessages,
  localeNames,
  type Messages,
  type MessageTree,
  plainTranslate,
  startFailure,
  type Translate,
} from './language';
