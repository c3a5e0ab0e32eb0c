// The login page has doors of its own (session, http, signIn): it must not load the rest.
export {
  type Access,
  AccessProvider,
  type Grants,
  grantsOf,
  isAdministrator,
  pageKeyOf,
  readableEntities,
  useAccess,
  useGrants,
  useStanding,
} from './access';
export { type ConsoleAuthProvider, createAuthProvider } from './authProvider';
export {
  ALARMS,
  type ConsoleDataProvider,
  type Counted,
  type CountedGroup,
  type CountQuery,
  createDataProvider,
  type ExportQuery,
  type ImportAnswer,
  type ReportQuestion,
} from './dataProvider';
export { ExportsContext, useExports } from './exports';
export { Fleet, type FleetChange, type FleetListener } from './fleet';
export { followLive } from './followLive';
export { type FileAnswer, isFile, saveFile } from './http';
export { LiveProvider, useLive, useLiveDevice, useLiveKnown, useLiveState } from './LiveProvider';
export { createLive, type Live } from './live';
export { useRefusal } from './refusal';
export { createSessionLoss, type SessionLoss } from './session';
export { createProviders } from './stock';
export { useOneAtATime } from './useOneAtATime';
export { tellingOf, usePreferences } from './usePreferences';
export {
  entityOfLock,
  keepShifts,
  knownShifts,
  LENT_LOCKS,
  ofLock,
  withoutPlaces,
  withPeriods,
} from './wire';
