export {
  type Calling,
  type CommandAnswer,
  type CommandCall,
  type Fleet,
  isLockPassword,
  lockPassword,
  type Refusal,
  type Sender,
  type Ticket,
} from './fleet';
export { ExpiredCursor } from './live';
export { type FleetOptions, openFleet } from './openFleet';
