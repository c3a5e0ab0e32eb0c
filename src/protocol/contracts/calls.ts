import type { Contract } from './contract';
import type { liveChanges, liveSnapshot } from './live';
import type { reportExport, reportRun } from './reports';
import type { trackGet, trackLimits, trackOutline } from './tracks';

type ByPath<C extends Contract> = { readonly [Each in C as Each['path']]: Each };

/** Contracts of the calls with a fixed path. The browser's client types bodies and answers by them. */
export type Calls = ByPath<
  | typeof liveChanges
  | typeof liveSnapshot
  | typeof reportExport
  | typeof reportRun
  | typeof trackGet
  | typeof trackLimits
  | typeof trackOutline
>;
