export {
  type Calling,
  type CommandAnswer,
  type Fleet,
  isLockPassword,
  lockPassword,
} from './fleet';
export { ExpiredCursor } from './live';
export { openFleet } from './openFleet';
export { UnknownPart } from './snapshot';
