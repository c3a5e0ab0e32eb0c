import type { Migration } from '../migrate';
import {
  alarmEscalations,
  alarmReceivers,
  alarmStandings,
  alarmValues,
  openAlarms,
} from './alarms';
import { mailedFiles, recordCounts, reportPeriods, reportZones } from './figures';
import {
  base,
  jobs,
  knownAddresses,
  logChain,
  movedOrg,
  oneSignIn,
  organisation,
  plantedNames,
  regions,
  reports,
  shiftHours,
  specifiedNames,
  systemParams,
  uploads,
} from './first';
import {
  alarmChanges,
  batches,
  commandCodes,
  lentLocks,
  lockAccess,
  lockMessages,
  lockSettings,
  nativeLocks,
  notices,
  places,
  presence,
  schedules,
  setters,
  toldLocks,
  trackMinutes,
  waves,
} from './locks';

export { countPlaceChanges, followLending, LOCK_CHANGED } from './locks';

/** Those that make room for what the declarations now ask of old rows: they run before the declared tables are made. */
export const earlyMigrations: readonly Migration[] = [oneSignIn, reportZones];

/** Every migration there ever was, in order; only ever added to at the end. */
export const migrations: readonly Migration[] = [
  base,
  systemParams,
  movedOrg,
  organisation,
  jobs,
  regions,
  specifiedNames,
  knownAddresses,
  uploads,
  reports,
  logChain,
  trackMinutes,
  lockAccess,
  places,
  nativeLocks,
  lockMessages,
  lockSettings,
  presence,
  alarmChanges,
  notices,
  batches,
  schedules,
  waves,
  lentLocks,
  commandCodes,
  shiftHours,
  alarmStandings,
  alarmReceivers,
  alarmEscalations,
  recordCounts,
  setters,
  mailedFiles,
  toldLocks,
  alarmValues,
  openAlarms,
  reportPeriods,
  plantedNames,
];
