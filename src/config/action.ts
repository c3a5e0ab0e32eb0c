import type { Label } from '../domain/label';
import type { CommandPlace, When } from './command';
import type { Fields } from './field';

/**
 * Something done with records that is not one of the verbs: resetting a password, renewing a SIM card, testing a mail
 * account. The answer comes at once, unlike a command's, which a lock has to give.
 */
export interface Action<F extends Fields = Fields, A extends Fields = Fields> {
  readonly label: Label;
  /** What the operator enters besides the records. */
  readonly args: A;
  readonly on: CommandPlace;
  /** Which records it can be done with; the others are greyed, and refused by the server. */
  readonly when?: When<F>;
  /** A question that must be answered before. */
  readonly confirm?: Label;
  /** Drawn as dangerous. */
  readonly danger: boolean;
  /** Records of one call at the most. */
  readonly max: number;
  /** The icon of its button. */
  readonly icon?: string;
}

type Given<A extends Fields> = Partial<Omit<Action<Fields, A>, 'label' | 'when'>>;

/** How many records one call may name unless an action says otherwise. */
export const ACTION_RECORDS = 1000;

/**
 * Declares an action once: it appears in row menu, bulk bar and detail, gated by its button code `{entity}:{code}`
 * and refused by the server by the same rule. Its path is `/{entity}/{code}`, the code its key in the entity.
 */
export const action = <const A extends Fields, const W extends object = object>(
  label: Label,
  given: Given<A> & { readonly when?: W } = {},
) => ({
  args: {} as A,
  on: 'both' as CommandPlace,
  danger: false,
  max: ACTION_RECORDS,
  ...given,
  label,
});
