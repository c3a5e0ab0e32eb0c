// The login page imports session, http and signIn directly, so that it does not load the rest.
export {
  type Access,
  AccessProvider,
  createGrants,
  type HasGrant,
  isAdministrator,
  pageKeyOf,
  readableEntities,
  useAccess,
  useCanRead,
  useGrants,
  useReadableEntities,
  useReaderContext,
} from './access';
export { type ConsoleAuthProvider, createAuthProvider } from './authProvider';
export { ALARMS, createDataProvider } from './dataProvider';
export { type FollowedExport, useFollowedExports } from './exports';
export { Fleet, type FleetChange } from './fleet';
export { isLive, refetchOnLiveChanges } from './followLive';
export { type FileAnswer, isFile, saveFile } from './http';
export {
  LiveProvider,
  useIsLiveLoaded,
  useLive,
  useLiveDevice,
  useLiveNames,
  useLiveState,
} from './LiveProvider';
export { createLive, type Live } from './live';
export { callIfPresent, isMissingCall, isUnknownCall, useIsCallMissing } from './missingCall';
export type {
  ConsoleDataProvider,
  CountQuery,
  ExportQuery,
} from './provider/ConsoleDataProvider';
export { useSentCommands, useUsedLocks } from './recentUse';
export { errorNotice, useFormErrors } from './refusal';
export { createSessionLoss, type SessionLoss } from './session';
export { createProviders } from './stock';
export { typedCalls } from './typedCalls';
export { useSingleFlight } from './useOneAtATime';
export { alarmSignals, usePreferences } from './usePreferences';
export {
  BORROWED_LOCKS,
  entityOfLock,
  getShifts,
  lockFilter,
  resolvePeriods,
  setShifts,
  splitCoordinates,
} from './wire';
