export { type BriefMemory, briefMemory } from './briefMemory';
export { storePassword } from './checkPassword';
export type { LoginKey } from './loginKey';
export { operVO } from './operVO';
export { hashPassword } from './passwordHash';
export { sessionCalls } from './sessionCalls';
export { openSessions, type Sessions, type SessionTimes } from './sessions';
export { storedLoginKey } from './storedLoginKey';
