import type { EntityRules } from '../entities';
import type { RulesRoom } from './RulesRoom';

export type { RulesRoom } from './RulesRoom';

/** The rules of every entity that has any, by its name. */
export const entityRules = (_room: RulesRoom): Readonly<Record<string, EntityRules>> => ({});
