export {
  type Access,
  type Grants,
  grantsOf,
  isAdministrator,
  pageKeyOf,
  readableEntities,
} from './access';
export {
  type ActionAnswer,
  type ActionRefusal,
  type CommandAnswer,
  type ConsoleDataProvider,
  type CountedGroup,
  type CountQuery,
  type ExportAnswer,
  type ExportQuery,
  type ImportAnswer,
  type PreviewAnswer,
  type RefusedTarget,
  type SentTicket,
  TICKETS,
} from './ConsoleDataProvider';
export { type FileAnswer, isFile } from './call';
export {
  type AuthFailure,
  type ConsoleAuthProvider,
  createAuthProvider,
} from './createAuthProvider';
export { createDataProvider } from './createDataProvider';
export { createLive, type FleetListener, type Live, type LiveState } from './createLive';
export { type Exports, ExportsContext, useExports } from './exports';
export { followLive } from './followLive';
export { GrantedProvider, useAccess, useGranted, useGrants } from './granted';
export { LiveProvider, useLive, useLiveState } from './live';
export { withoutPlaces } from './places';
export { saveFile } from './saveFile';
export { createSessionLoss, type SessionLoss } from './sessionLoss';
export { useOneAtATime } from './useOneAtATime';
