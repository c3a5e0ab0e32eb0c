import type { EntityRules } from '../entities';
import { batchRules } from './batch';
import { cardsRules } from './cards';
import { devicesRules } from './devices';
import { exportRules } from './exports';
import { organisationRules } from './organisation';
import type { RulesRoom } from './RulesRoom';
import { systemRules } from './system';

export { batchWorks } from './batch';
export { tidyExports } from './exports';
export { roleCalls } from './organisation';
export type { RulesRoom } from './RulesRoom';

/** The rules of every entity that has any, by its name. */
export const entityRules = (room: RulesRoom): Readonly<Record<string, EntityRules>> => ({
  ...organisationRules(room),
  ...systemRules(room),
  ...cardsRules(room),
  ...devicesRules(room),
  ...batchRules(room),
  ...exportRules(room),
});
