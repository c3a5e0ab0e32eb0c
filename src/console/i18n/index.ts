export {
  chooseLocale,
  handedOver,
  hasPinyin,
  languages,
  plainTranslate,
  startFailure,
  type Translate,
  toConsole,
} from './language';
export type { MessageTree } from './messages';
