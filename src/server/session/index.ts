export { storePassword } from './checkPassword';
export { type LoginKey, makeLoginKey, openLoginKey } from './loginKey';
export { operVO, type SignedInOperVO } from './operVO';
export { hashPassword, needsRehash, verifyPassword } from './passwordHash';
export { sessionCalls } from './sessionCalls';
export type { SessionRoom } from './sessionRoom';
export { openSessions, SESSION_TIMES, type Sessions, type SessionTimes } from './sessions';
export { storedLoginKey } from './storedLoginKey';
export { newToken, tokenHash } from './token';
