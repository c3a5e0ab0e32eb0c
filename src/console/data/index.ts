export {
  type Access,
  AccessProvider,
  type Grants,
  grantsOf,
  isAdministrator,
  pageKeyOf,
  readableEntities,
  useAccess,
  useGranted,
  useGrants,
} from './access';
export { type AuthFailure, type ConsoleAuthProvider, createAuthProvider } from './authProvider';
export {
  type ActionAnswer,
  type ActionRefusal,
  type CommandAnswer,
  type ConsoleDataProvider,
  type CountedGroup,
  type CountQuery,
  createDataProvider,
  type ExportAnswer,
  type ExportQuery,
  type ImportAnswer,
  type PreviewAnswer,
  type RefusedTarget,
  type SentTicket,
  TICKETS,
} from './dataProvider';
export { type Exports, ExportsContext, useExports } from './exports';
export { type FileAnswer, isFile, saveFile } from './http';
export {
  createLive,
  type FleetListener,
  followLive,
  type Live,
  LiveProvider,
  type LiveState,
  useLive,
  useLiveState,
} from './live';
export { useRefusal } from './refusal';
export { createSessionLoss, type SessionLoss } from './session';
export { useOneAtATime } from './useOneAtATime';
export { withoutPlaces } from './wire';
