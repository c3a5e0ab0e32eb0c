export {
  type Access,
  type Grants,
  grantsOf,
  isAdministrator,
  pageKeyOf,
  readableEntities,
} from './access';
export {
  type CommandAnswer,
  type ConsoleDataProvider,
  type ExportQuery,
  type ImportAnswer,
  type RefusedTarget,
  type SentTicket,
  TICKETS,
} from './ConsoleDataProvider';
export type { FileAnswer } from './call';
export {
  type AuthFailure,
  type ConsoleAuthProvider,
  createAuthProvider,
} from './createAuthProvider';
export { createDataProvider } from './createDataProvider';
export { createLive, type FleetListener, type Live, type LiveState } from './createLive';
export { followLive } from './followLive';
export { GrantedProvider, useAccess, useGranted, useGrants } from './granted';
export { LiveProvider, useLive, useLiveState } from './live';
export { createSessionLoss, type SessionLoss } from './sessionLoss';
