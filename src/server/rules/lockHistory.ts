import { actorText } from '../../domain/actor';
import type { EntityRules } from '../entities';

/** Adds who caused an event, in the reader's language. Nothing is stored, so older records have it too. */
export const lockHistoryRules: EntityRules = {
  inLanguage: (row, locale) => ({ ...row, who: actorText(row, locale) }),
};
