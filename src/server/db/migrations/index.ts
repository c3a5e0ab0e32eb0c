import type { Migration } from '../migrate';
import { accessChanges } from './access';
import { alarmDesk } from './alarms';
import { baseline } from './baseline';
import { breakingMigrations } from './breaking';
import { lockConnections } from './connections';
import { distinctValues } from './distinctValues';
import { storedFiles } from './files';
import { lockWatch } from './lockWatch';
import { menuGroups } from './menus';
import { paramRemarks } from './params';
import { lockState } from './state';

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
  breakingMigrations,
];
