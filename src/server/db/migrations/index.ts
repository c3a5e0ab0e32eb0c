import type { Migration } from '../migrate';
import { accessChanges } from './access';
import { alarmDesk } from './alarms';
import { baseline } from './baseline';
import { batchRefusals } from './batchRefusals';
import { breakingMigrations } from './breaking';
import { serverClock } from './clock';
import { lockConnections } from './connections';
import { distinctValues } from './distinctValues';
import { storedFiles } from './files';
import { lockOwners } from './lockOwners';
import { lockTraits } from './lockTraits';
import { lockWatch } from './lockWatch';
import { menuGroups } from './menus';
import { paramRemarks } from './params';
import { popupSeverity } from './popupSeverity';
import { lockState } from './state';
import { serverTimeZone } from './zone';

export { ACCESS_CHANGED } from './access';
export { LOCK_CHANGED, refuseOlder } from './baseline';
export { addLateTriggers } from './lateTriggers';

/** All migrations in order. New ones are only appended. */
export const migrations: readonly Migration[] = [
  baseline,
  lockConnections,
  paramRemarks,
  alarmDesk,
  menuGroups,
  storedFiles,
  accessChanges,
  lockState,
  distinctValues,
  lockWatch,
  lockOwners,
  batchRefusals,
  lockTraits,
  serverTimeZone,
  serverClock,
  breakingMigrations,
  popupSeverity,
];
