import type { Label } from '../domain/label';
import type { Fields, FieldValue } from './field';

/**
 * A condition as data: every named field must have one of the listed values. The console greys the button and says
 * why, the server refuses the call by the same rule.
 */
export type When<F extends Fields> = { readonly [K in keyof F]?: readonly FieldValue<F[K]>[] };

/** Where a command is offered. */
export type CommandPlace = 'row' | 'bulk' | 'both';

export interface Command<F extends Fields = Fields, A extends Fields = Fields> {
  readonly label: Label;
  /** What the operator enters besides the targets. */
  readonly args: A;
  readonly on: CommandPlace;
  readonly when?: When<F>;
  /** A question that must be answered before it is sent. */
  readonly confirm?: Label;
  /** Drawn as dangerous: it may open, erase or restart a lock. */
  readonly danger: boolean;
  /** Targets of one call at the most. */
  readonly max: number;
  /** The icon of its button. */
  readonly icon?: string;
}

type Given<A extends Fields> = Partial<Omit<Command<Fields, A>, 'label' | 'when'>>;

/** How many locks one call may name unless a command says otherwise. */
export const COMMAND_TARGETS = 500;

/**
 * Declares a command once: it appears in row menu, bulk bar, map card and detail, gated by its button code and
 * refused by the server by the same rule. Its path is `/command/{code}`, the code its key in the entity.
 */
export const command = <const A extends Fields, const W extends object = object>(
  label: Label,
  given: Given<A> & { readonly when?: W } = {},
) => ({
  args: {} as A,
  on: 'both' as CommandPlace,
  danger: false,
  max: COMMAND_TARGETS,
  ...given,
  label,
});

/** The fields of a record that keep a command from being sent to it; empty when it may be sent. */
export const unmet = (when: object | undefined, record: Readonly<Record<string, unknown>>) =>
  Object.entries(when ?? {})
    .filter(([field, values]) => !(values as readonly unknown[]).includes(record[field]))
    .map(([field]) => field);
