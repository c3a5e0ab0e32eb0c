import type { Label } from '../domain/label';
import type { Fields, FieldValue } from './field';

/**
 * A condition as data: every named field must have one of the listed values. The console greys the button and says
 * why, the server refuses the call by the same rule.
 */
export type When<F extends Fields> = { readonly [K in keyof F]?: readonly FieldValue<F[K]>[] };

/** For one record, for many at a time, or both. */
export type OfferingPlace = 'row' | 'bulk' | 'both';

/** Something that can be done with records beyond the verbs: a command to locks, an action of an entity. */
export interface Offering<F extends Fields = Fields, A extends Fields = Fields> {
  readonly label: Label;
  /** What the operator enters besides the records. */
  readonly args: A;
  readonly on: OfferingPlace;
  /** Which records it can be done with; the others are greyed, and refused by the server. */
  readonly when?: When<F>;
  /** A question that must be answered before. */
  readonly confirm?: Label;
  /** Drawn as dangerous: it may open, erase or shut out. */
  readonly danger: boolean;
  /** Records of one call at the most. */
  readonly max: number;
  /** The icon of its button. */
  readonly icon?: string;
}

type Given<A extends Fields> = Partial<Omit<Offering<Fields, A>, 'label' | 'when'>>;

/** A builder of offerings. @param max records of one call, unless a declaration says otherwise */
export const offering =
  (max: number) =>
  <const A extends Fields, const W extends object = object>(
    label: Label,
    given: Given<A> & { readonly when?: W } = {},
  ) => ({
    args: {} as A,
    on: 'both' as OfferingPlace,
    danger: false,
    max,
    ...given,
    label,
  });

/** The fields of a record that keep something from being done with it; empty when nothing does. */
export const unmet = (when: object | undefined, record: Readonly<Record<string, unknown>>) =>
  Object.entries(when ?? {})
    .filter(([field, values]) => !(values as readonly unknown[]).includes(record[field]))
    .map(([field]) => field);
