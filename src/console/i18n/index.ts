export {
  chooseLocale,
  hasPinyin,
  languageTag,
  loadLoginMessages,
  localeNames,
  type Messages,
  type MessageTree,
  plainTranslate,
  startFailure,
  type Translate,
} from './language';
