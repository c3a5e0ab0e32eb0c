export type { Calling, CommandAnswer, CommandCall, Fleet, Refusal, Sender, Ticket } from './Fleet';
export { ExpiredCursor } from './live/liveCursor';
export { isLockPassword, lockPassword } from './lockPassword';
export { type FleetOptions, openFleet } from './openFleet';
