import type { Contract } from './contract';
import type { liveChanges, liveSnapshot } from './live';
import type { mapSession, placeFind, placeLimits, placeWords } from './places';
import type { reportExport, reportRun } from './reports';
import type {
  changePassword,
  getAuth,
  login,
  logout,
  pageRoles,
  settingsGet,
  settingsSave,
} from './session';
import type { trackGet, trackLimits, trackOutline, trackSums } from './tracks';

type ByPath<C extends Contract> = { readonly [Each in C as Each['path']]: Each };

/** Contracts of the calls with a fixed path. The browser's client types bodies and answers by them. */
export type Calls = ByPath<
  | typeof changePassword
  | typeof getAuth
  | typeof liveChanges
  | typeof liveSnapshot
  | typeof login
  | typeof logout
  | typeof mapSession
  | typeof pageRoles
  | typeof placeFind
  | typeof placeLimits
  | typeof placeWords
  | typeof reportExport
  | typeof reportRun
  | typeof settingsGet
  | typeof settingsSave
  | typeof trackGet
  | typeof trackLimits
  | typeof trackOutline
  | typeof trackSums
>;
