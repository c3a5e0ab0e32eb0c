export {
  actionsOf,
  type OriginalLabels,
  originalLabels,
  TICKET_VERBS,
} from './actions';
export { authCall, type Mailing, pageRolesCall } from './authCall';
export { firstStart, ROOT } from './firstStart';
export {
  acceptInvitationCall,
  addInvitation,
  invitedUntil,
  issueToken,
} from './invitations';
export { CIPHER, type LoginKey, storedLoginKey } from './loginKey';
export { GROUP, loadMenus, MENU_COLUMNS, menuItems, type StoredMenu, SYSTEM_ROLE } from './menus';
export { operatorOf, SYSTEM_ADMINISTRATOR } from './operators';
export {
  hashAtCost,
  hashPassword,
  initialPassword,
  PASSWORD_COST,
  PASSWORD_COSTS,
  verifyPassword,
} from './passwordHash';
export { isGranted, loadGrants, openRights, type Rights, resolveGrants } from './rights';
export {
  editableRoles,
  isRole,
  roleGrants,
  rolesOf,
  seesRole,
  storeGrants,
  visibleOperators,
  visibleRoles,
} from './roles';
export { createSealer, lazySealer, type Sealer, storedSecret } from './secrets';
export { endSessions, openSessions, type Sessions, type SessionTimes } from './sessions';
export {
  giveFirstPassword,
  preferencesOf,
  sessionCalls,
  storePassword,
  voidInvitation,
} from './signIn';
export { storedNames, syncMenus } from './syncMenus';
export { isLockedOut, unlockUser } from './throttle';
