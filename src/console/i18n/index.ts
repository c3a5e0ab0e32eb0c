export {
  chooseLocale,
  handedOver,
  hasPinyin,
  languages,
  type MessageTree,
  plainTranslate,
  startFailure,
  type Translate,
  toConsole,
} from './language';
