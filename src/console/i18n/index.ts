export {
  chooseLocale,
  languages,
  type MessageTree,
  plainTranslate,
  startFailure,
  type Translate,
} from './language';
