export {
  actionsOf,
  type KnownLabels,
  knownLabels,
  TICKET_VERBS,
} from './actions';
export { authSchemas } from './answerJson';
export { type LoginKey, storedLoginKey } from './loginKey';
export { authCall, GROUP, loadMenus, menuItems, type StoredMenu, SYSTEM_ROLE } from './menus';
export { operatorOf, SYSTEM_ADMINISTRATOR } from './operators';
export { hashAtCost, hashPassword, PASSWORD_COST, PASSWORD_COSTS } from './passwordHash';
export { covers, grantsOf, openRights, type Rights } from './rights';
export { operatorReach, roleGrants, roleReach, rolesMadeBy, rolesOf, storeGrants } from './roles';
export { createSealer, type Sealer, storedSecret } from './secrets';
export { endSessions, openSessions, type Sessions, type SessionTimes } from './sessions';
export { hobbyOf, sessionCalls, storePassword } from './signIn';
export { storedNames, syncMenus } from './syncMenus';
export { isLockedOut, unlockUser } from './throttle';
