export {
  chooseLocale,
  hasPinyin,
  languages,
  type MessageTree,
  plainTranslate,
  startFailure,
  type Translate,
} from './language';
