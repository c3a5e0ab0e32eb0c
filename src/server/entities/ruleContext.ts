import type { CallContext, Caller } from '../calls';
import type { Database } from '../store';
import type { EntityRoom } from './EntityRoom';
import type { RuleContext } from './EntityRules';

/** What rules need to know of a call. */
export type Given = Pick<CallContext, 'locale' | 'permits'>;

/** Where the rules of an entity work for a call. @param db the transaction of the change */
export const ruleContext = (
  { now }: Pick<EntityRoom, 'now'>,
  db: Database,
  { locale, permits }: Given,
  caller: Caller,
): RuleContext => ({ db, caller, locale, permits, now: now() });
