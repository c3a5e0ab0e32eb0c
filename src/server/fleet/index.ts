export {
  createAuthenticator,
  isLockPassword,
  issueAccess,
  lockPassword,
  revokeAccess,
} from './access';
export type {
  CommandInput,
  CommandOutcome,
  Fleet,
} from './fleet';
export { ExpiredCursor } from './liveCursor';
export { deviceOf, openFleet } from './openFleet';
export { cancelBorrowedTickets } from './sharing';
export { UnknownPart } from './snapshot';
export { nextWave, refusalsNow, senderOf, verifyCode } from './tickets';
