export { type Clock, createClock } from './clock';
export {
  type CallOptions,
  createHttp,
  type Failure,
  type Http,
  type HttpOptions,
} from './createHttp';
export { type FileAnswer, fileNameOf } from './fileAnswer';
export { type Credentials, encrypted, signIn } from './signIn';
