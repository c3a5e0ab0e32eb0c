export { type Clock, createClock } from './clock';
export {
  type CallOptions,
  createHttp,
  type Failure,
  type Http,
  type HttpOptions,
} from './createHttp';
export { type FileAnswer, fileNameOf, isFile } from './fileAnswer';
export { type Credentials, encrypted, signIn } from './signIn';
