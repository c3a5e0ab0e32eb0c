import type { Migration } from '../migrate';
import { baseline } from './baseline';
import { batchRefusals } from './batchRefusals';
import { breakingMigrations } from './breaking';
import { serverClock } from './clock';
import { lockOwners } from './lockOwners';
import { lockTraits } from './lockTraits';
import { popupSeverity } from './popupSeverity';
import { serverTimeZone } from './zone';

export { ACCESS_CHANGED, LOCK_CHANGED, refuseOlder } from './baseline';
export { addLateTriggers } from './lateTriggers';

/** All migrations in order. New ones are only appended. */
export const migrations: readonly Migration[] = [
  baseline,
  lockOwners,
  batchRefusals,
  lockTraits,
  serverTimeZone,
  serverClock,
  breakingMigrations,
  popupSeverity,
];
