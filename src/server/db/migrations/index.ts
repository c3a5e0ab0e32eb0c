import type { Migration } from '../migrate';
import { accessChanges } from './access';
import {
  alarmDesk,
  alarmEscalations,
  alarmReceivers,
  alarmStandings,
  alarmValues,
  openAlarms,
} from './alarms';
import { distinctValues, mailedFiles, recordCounts, reportPeriods, reportZones } from './figures';
import { storedFiles } from './files';
import {
  base,
  jobs,
  logChain,
  movedOrg,
  oneSignIn,
  operatorAddresses,
  organisation,
  paramRemarks,
  regions,
  reports,
  seededNames,
  shiftHours,
  specifiedNames,
  systemParams,
  uploads,
} from './first';
import {
  alarmChanges,
  batches,
  commandCodes,
  lendingView,
  lockAccess,
  lockConnections,
  lockMessages,
  lockProtocols,
  lockSettings,
  nativeLocks,
  notices,
  places,
  presence,
  reservedBy,
  schedules,
  trackMinutes,
  waves,
} from './locks';
import { menuGroups } from './menus';
import { lockState } from './state';

export { ACCESS_CHANGED } from './access';
export { countPlaceChanges, followLending, LOCK_CHANGED } from './locks';

/**
 * Migrations that prepare old rows for new constraints of the declarations. They run before the declared tables are
 * created.
 */
export const earlyMigrations: readonly Migration[] = [oneSignIn, reportZones];

/** All migrations in order. New ones are only appended. */
export const migrations: readonly Migration[] = [
  base,
  systemParams,
  movedOrg,
  organisation,
  jobs,
  regions,
  specifiedNames,
  operatorAddresses,
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
  lendingView,
  commandCodes,
  shiftHours,
  alarmStandings,
  alarmReceivers,
  alarmEscalations,
  recordCounts,
  reservedBy,
  mailedFiles,
  lockProtocols,
  alarmValues,
  openAlarms,
  reportPeriods,
  seededNames,
  lockConnections,
  paramRemarks,
  alarmDesk,
  menuGroups,
  storedFiles,
  accessChanges,
  lockState,
  distinctValues,
];
