export { type CookieJar, createSession, type Session, type SessionKeys } from './createSession';
export { loadRuntimeConfig } from './loadRuntimeConfig';
export {
  forgetLogin,
  type LoginMemory,
  loginMemory,
  rememberHobby,
  rememberLogin,
} from './loginMemory';
export { LANDING, loginUrl, redirectTarget } from './loginRedirect';
export { leaveNotice, takeNotice } from './notice';
export { readStored, STORED_PREFIX, type StoredPlace, storedKeys, writeStored } from './stored';
