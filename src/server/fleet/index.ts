export { isLockPassword, issueAccess, judgeAccess, lockPassword, revokeAccess } from './access';
export type {
  Calling,
  CommandOutcome,
  Fleet,
} from './fleet';
export { ExpiredCursor } from './live';
export { deviceOf, openFleet } from './openFleet';
export { cancelLent } from './sharing';
export { UnknownPart } from './snapshot';
export { nextWave, refusedNow } from './tickets';
