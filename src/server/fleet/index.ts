export {
  createAuthenticator,
  isLockPassword,
  issueAccess,
  lockPassword,
  revokeAccess,
} from './access';
export {
  type CommandInput,
  type CommandOutcome,
  deviceOf,
  nextWave,
  refusalsNow,
  senderOf,
  verifyCode,
} from './commands';
export { cancelBorrowedTickets } from './commands/sharing';
export { type Fleet, openFleet } from './openFleet';
