import type { Fields } from './field';
import { type Offering, offering } from './offering';

/** Something a lock is told to do; the lock's own answer comes later. */
export type Command<F extends Fields = Fields, A extends Fields = Fields> = Offering<F, A>;

/** How many locks one call may name unless a command says otherwise. */
export const COMMAND_TARGETS = 500;

/**
 * Declares a command once: it appears in row menu, bulk bar, map card and detail, gated by its button code and
 * refused by the server by the same rule. Its path is `/command/{code}`, the code its key in the entity.
 */
export const command = offering(COMMAND_TARGETS);
