import type { Offering } from '../../config';

/** An offering with its code: the key under which the entity declares it. */
export interface Offered {
  readonly code: string;
  readonly offering: Offering;
}

type Declared = Readonly<Record<string, Offering>>;

/** What an entity offers for one record, or for many at a time, in the order of its declaration. */
export const offered = (declared: object, place: 'row' | 'bulk'): Offered[] =>
  Object.entries(declared as Declared)
    .filter(([, { on }]) => on === 'both' || on === place)
    .map(([code, offering]) => ({ code, offering }));

/**
 * The offering of a code.
 * @throws Error when none is declared
 */
export const offeringOf = (declared: object, code: string): Offering => {
  const offering = (declared as Declared)[code];
  if (!offering) throw new Error(`There is no ${code} among ${Object.keys(declared).join(', ')}`);
  return offering;
};
