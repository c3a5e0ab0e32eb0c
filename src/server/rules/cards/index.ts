import type { EntityRules } from '../../entities';
import type { RulesRoom } from '../RulesRoom';
import { childLockRules } from './childLockRules';
import { icCardRules } from './icCardRules';
import { regionalRules } from './regionalRules';

export { countChildLocks } from './countChildLocks';

export const cardsRules = (room: RulesRoom): Readonly<Record<string, EntityRules>> => ({
  childLock: childLockRules,
  icCard: icCardRules(room),
  regionalRule: regionalRules,
});
