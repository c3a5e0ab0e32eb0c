export {
  type Action,
  actionsOf,
  type KnownLabels,
  knownLabels,
  TICKETS,
  ticketPath,
  verbPath,
} from './actions';
export { type LoginKey, storedLoginKey } from './loginKey';
export { authCall, GROUP, loadMenus, menuItems, type StoredMenu, SYSTEM_ROLE } from './menus';
export { operatorOf, SYSTEM_ADMINISTRATOR } from './operators';
export { hashPassword } from './passwordHash';
export { covers, type Granted, type Grants, grantsOf, openRights, type Rights } from './rights';
export { operatorReach, roleGrants, roleReach, rolesMadeBy, rolesOf, storeGrants } from './roles';
export { createSealer, type Sealer, storedSecret } from './secrets';
export {
  type BriefMemory,
  briefMemory,
  endSessions,
  openSessions,
  type Sessions,
  type SessionTimes,
} from './sessions';
export { hobbyOf, operVO, sessionCalls, storePassword } from './signIn';
export { storedNames, syncMenus } from './syncMenus';
export { isLockedOut, unlockUser } from './throttle';
