import type { RegionalRule } from './RegionalRule';
import type { SwipedCard } from './SwipedCard';

/** What the rules know of the locks and cards of a batch of reports. */
export interface Regional {
  /** The enabled rules about a lock. */
  readonly rulesOf: (sn: string) => readonly RegionalRule[];
  /** The card of a number held to a lock, where the lock's tenant has one. */
  readonly cardOf: (sn: string, cardNo: string) => SwipedCard | undefined;
}

/** Where a configuration has no rules and no cards. */
export const noRules: Regional = { rulesOf: () => [], cardOf: () => undefined };
