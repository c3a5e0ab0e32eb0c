import type { Fields } from './field';
import { type Offering, offering } from './offering';

/**
 * Something done with records that is not one of the verbs: resetting a password, renewing a SIM card, testing a mail
 * account. The answer comes at once, unlike a command's, which a lock has to give.
 */
export type Action<F extends Fields = Fields, A extends Fields = Fields> = Offering<F, A>;

/** How many records one call may name unless an action says otherwise. */
export const ACTION_RECORDS = 1000;

/**
 * Declares an action once: it appears in row menu, bulk bar and detail, gated by its button code `{entity}:{code}`
 * and refused by the server by the same rule. Its path is `/{entity}/{code}`, the code its key in the entity.
 */
export const action = offering(ACTION_RECORDS);
